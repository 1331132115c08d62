//! Zeroed memory from the system, and the count of how much the store holds.

use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::ptr::NonNull;

use crate::Full;
use crate::sync::{AtomicU64, Ordering};

/// Size and alignment of a cache line.
pub const LINE: usize = 64;

/// Fetches the cache line at `address`, which may be any.
#[inline(always)]
pub fn prefetch(address: *const u8) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    // SAFETY: a hint, which never faults.
    unsafe {
        std::arch::x86_64::_mm_prefetch::<{ std::arch::x86_64::_MM_HINT_T0 }>(address.cast());
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    let _ = address;
}

/// Bytes held against the limit.
pub struct Budget {
    limit: u64,
    now: AtomicU64,
    peak: AtomicU64,
}

impl Budget {
    pub fn new(limit: u64) -> Self {
        Self { limit, now: AtomicU64::new(0), peak: AtomicU64::new(0) }
    }

    pub fn take(&self, bytes: u64) -> Result<(), Full> {
        let fits = |now: u64| now.checked_add(bytes).filter(|&sum| sum <= self.limit);
        let before = self.now.fetch_update(Ordering::Relaxed, Ordering::Relaxed, fits).map_err(|_| Full::Memory)?;
        self.peak.fetch_max(before + bytes, Ordering::Relaxed);
        Ok(())
    }

    pub fn give_back(&self, bytes: u64) {
        self.now.fetch_sub(bytes, Ordering::Relaxed);
    }

    pub fn now(&self) -> u64 {
        self.now.load(Ordering::Relaxed)
    }

    pub fn peak(&self) -> u64 {
        self.peak.load(Ordering::Relaxed)
    }
}

/// A piece of memory, zero at first and aligned to cache lines. Pages never touched cost no memory if it is large.
pub struct Region {
    start: NonNull<u8>,
    source: Source,
}

enum Source {
    Heap(NonNull<u8>, Layout),
    #[cfg(all(target_os = "linux", not(miri)))]
    Mapped(usize),
}

// SAFETY: a region owns its memory, and gives out nothing but its address.
unsafe impl Send for Region {}
// SAFETY: as above.
unsafe impl Sync for Region {}

impl Region {
    /// A region of `bytes` bytes, or nothing if the system has no more.
    pub fn zeroed(bytes: usize) -> Option<Self> {
        #[cfg(all(target_os = "linux", not(miri)))]
        if bytes >= mapped::SMALLEST {
            return mapped::map(bytes).map(|start| Self { start, source: Source::Mapped(bytes) });
        }
        Self::from_heap(bytes)
    }

    /// Aligns by hand, since the allocator would clear the memory page by page if asked for an alignment.
    fn from_heap(bytes: usize) -> Option<Self> {
        let layout = Layout::array::<u64>(bytes.checked_add(LINE + 7)? / 8).ok()?;
        // SAFETY: the layout is not empty, for it has room for a line.
        let memory = NonNull::new(unsafe { alloc_zeroed(layout) })?;
        let gap = memory.align_offset(LINE);
        // SAFETY: the gap is less than a line, for which there is room.
        let start = unsafe { memory.add(gap) };
        Some(Self { start, source: Source::Heap(memory, layout) })
    }

    pub fn start(&self) -> *mut u8 {
        self.start.as_ptr()
    }
}

impl Drop for Region {
    fn drop(&mut self) {
        match self.source {
            // SAFETY: allocated in `from_heap` with this layout.
            Source::Heap(memory, layout) => unsafe { dealloc(memory.as_ptr(), layout) },
            #[cfg(all(target_os = "linux", not(miri)))]
            // SAFETY: mapped in `zeroed` with this size, and owned by this region alone.
            Source::Mapped(bytes) => unsafe { mapped::unmap(self.start.as_ptr(), bytes) },
        }
    }
}

/// Memory straight from the kernel, on huge pages where they fit: random access to a large table is bound by the
/// translation of addresses.
#[cfg(all(target_os = "linux", not(miri)))]
mod mapped {
    use std::ptr::{NonNull, null_mut};

    pub const SMALLEST: usize = 1 << 17;
    const HUGE_PAGE: usize = 2 << 20;

    pub fn map(bytes: usize) -> Option<NonNull<u8>> {
        if bytes < HUGE_PAGE {
            return anonymous(bytes);
        }
        let bytes = whole_pages(bytes)?;
        let wide = anonymous(bytes.checked_add(HUGE_PAGE)?)?;
        let before = wide.align_offset(HUGE_PAGE);
        // SAFETY: all within the mapping just made; the parts cut off lie outside the part returned.
        unsafe {
            let start = wide.add(before);
            unmap(wide.as_ptr(), before);
            unmap(start.as_ptr().add(bytes), HUGE_PAGE - before);
            // Advice only: without huge pages the memory works just as well, if slower.
            libc::madvise(start.as_ptr().cast(), bytes, libc::MADV_HUGEPAGE);
            Some(start)
        }
    }

    /// Rounds up to the largest page size in common use.
    fn whole_pages(bytes: usize) -> Option<usize> {
        bytes.checked_next_multiple_of(64 << 10)
    }

    fn anonymous(bytes: usize) -> Option<NonNull<u8>> {
        let protection = libc::PROT_READ | libc::PROT_WRITE;
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
        // SAFETY: a fresh mapping where the kernel likes changes no other memory.
        let memory = unsafe { libc::mmap(null_mut(), bytes, protection, flags, -1, 0) };
        if memory == libc::MAP_FAILED { None } else { NonNull::new(memory.cast()) }
    }

    /// # Safety
    /// The memory must be mapped by this module and used no more.
    pub unsafe fn unmap(start: *mut u8, bytes: usize) {
        if bytes > 0 {
            // SAFETY: by contract. A failure leaves the memory mapped, which is harmless.
            unsafe { libc::munmap(start.cast(), bytes) };
        }
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn regions_are_zero_aligned_and_writable_to_the_end() {
        for bytes in [1, 64, 1000, 1 << 17, (1 << 20) + 8, 2 << 20, (4 << 20) + 4097, 16 << 20] {
            let region = Region::zeroed(bytes).expect("memory");
            assert_eq!(region.start() as usize % LINE, 0);
            // SAFETY: the region has so many bytes, zeroed.
            let all = unsafe { std::slice::from_raw_parts_mut(region.start(), bytes) };
            assert!(all.iter().all(|&byte| byte == 0));
            all.fill(7);
        }
    }

    #[test]
    fn too_much_memory_is_no_abort() {
        assert!(Region::zeroed(usize::MAX - 4096).is_none());
        assert!(Region::zeroed(1 << 60).is_none());
    }

    #[test]
    fn budget_stops_at_its_limit_and_keeps_its_peak() {
        let budget = Budget::new(100);
        assert_eq!(budget.take(60), Ok(()));
        assert_eq!(budget.take(41), Err(Full::Memory));
        assert_eq!(budget.take(u64::MAX), Err(Full::Memory));
        assert_eq!(budget.take(40), Ok(()));
        budget.give_back(60);
        assert_eq!((budget.now(), budget.peak()), (40, 100));
    }
}
