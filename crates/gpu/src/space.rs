//! The store as the host sees it: it gives out memory before it is needed, and knows where everything is.

use std::collections::VecDeque;

use crate::device::{Device, Fault, Place};
use crate::insert::{Shape, counter};
use crate::kernels::REHASH;

/// Chunks that there can be.
const CHUNKS: u64 = 1 << 16;
/// Bytes that are allocated for states at a time, at most.
const SLAB: u64 = 1 << 30;
/// The same in the host's memory, which takes a second for a GiB to be made ready: in between, the run can be stopped.
const PIECE: u64 = 128 << 20;
/// Entries of the table for each state, if there is room.
const ENTRIES: u64 = 2;
/// Entries up to which the table grows by four, and not by two.
const SMALL: u64 = 1 << 28;

/// Sizes that matter to tests and to devices of another size.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Sizes {
    /// Bytes of a chunk, about.
    pub chunk: u64,
    /// Entries of the first table.
    pub entries: u64,
    /// States that can be left to the host at a time.
    pub left: u64,
    /// Bytes of the host's memory that states may take if the device has no more: the oldest ones go there.
    pub host: u64,
    /// Bits of an index in the table. The others tell states apart before these are compared.
    pub index_bits: u32,
}

impl Default for Sizes {
    fn default() -> Sizes {
        Sizes { chunk: 32 << 20, entries: 1 << 20, left: 1 << 20, host: 0, index_bits: 40 }
    }
}

/// What may be moved away.
#[derive(Copy, Clone)]
pub struct Old<'a> {
    /// States before this index.
    pub before: u64,
    /// Whether the run was stopped: moving states takes long.
    pub stopped: &'a dyn Fn() -> bool,
}

/// What was allocated, unless there was no room.
fn allocated(answer: Result<u64, Fault>) -> Result<Option<u64>, Fault> {
    match answer {
        Ok(address) => Ok(Some(address)),
        Err(Fault::Memory) => Ok(None),
        Err(fault) => Err(fault),
    }
}

/// The memory of a search on a device.
#[derive(Debug)]
pub struct Space {
    /// How states are laid out.
    pub shape: Shape,
    /// The address of the counters.
    pub counters: u64,
    /// The address of the addresses of the chunks.
    pub directory: u64,
    /// The address of the table, and how many entries it has.
    pub table: u64,
    /// See `table`.
    pub entries: u64,
    chunks: Vec<u64>,
    /// What was allocated on the device, in the order of the chunks.
    slabs: VecDeque<Slab>,
    /// How many of the first chunks are in the host's memory, and where that was allocated.
    moved: u64,
    pieces: Vec<u64>,
    /// Bytes of the device, and of the host's memory.
    on_device: u64,
    on_host: u64,
    host_limit: u64,
}

/// Chunks that were allocated together.
#[derive(Copy, Clone, Debug)]
struct Slab {
    address: u64,
    /// The first chunk, and how many there are.
    first: u64,
    chunks: u64,
}

impl Space {
    /// The shape of states of some words.
    pub fn shape(words: usize, sizes: Sizes) -> Shape {
        let shape = Shape { words: Shape::words_for(words), chunk: 0, index_bits: sizes.index_bits };
        let states = (sizes.chunk / shape.state_bytes()).max(4);
        Shape { chunk: states.ilog2(), ..shape }
    }

    /// Memory for some first states.
    pub fn new<D: Device>(device: &mut D, shape: Shape, sizes: Sizes) -> Result<Space, Fault> {
        let mut space = Space {
            shape,
            counters: device.allocate(Place::Device, counter::COUNT as u64 * counter::STRIDE)?,
            directory: device.allocate(Place::Device, CHUNKS * 8)?,
            table: device.allocate(Place::Device, sizes.entries * 8)?,
            entries: sizes.entries,
            chunks: Vec::new(),
            slabs: VecDeque::new(),
            moved: 0,
            pieces: Vec::new(),
            on_device: (sizes.entries + CHUNKS) * 8,
            on_host: 0,
            host_limit: sizes.host,
        };
        device.clear(space.table, space.entries * 8)?;
        device.clear(space.counters, counter::COUNT as u64 * counter::STRIDE)?;
        device.write_wide(space.counters + counter::FIRST_DEADLOCK * counter::STRIDE, &[u64::MAX])?;
        let nothing = Old { before: 0, stopped: &|| true };
        if space.grow(device, 1, nothing)? { Ok(space) } else { Err(Fault::Memory) }
    }

    /// The values of all counters.
    pub fn counters<D: Device>(&self, device: &mut D) -> Result<Vec<u64>, Fault> {
        let step = counter::STRIDE as usize / 8;
        Ok(device.read_wide(self.counters, counter::COUNT * step)?.into_iter().step_by(step).collect())
    }

    /// How many states have a place.
    pub fn capacity(&self) -> u64 {
        (self.chunks.len() as u64) << self.shape.chunk
    }

    /// Bytes that are in use, on the device and on the host.
    pub fn bytes(&self) -> (u64, u64) {
        (self.on_device, self.on_host)
    }

    /// Makes room for so many states, of which `used` are there; false if that cannot be. States before `old` may go to the
    /// host's memory: they are not expanded any more, and few steps lead back to them.
    pub fn reserve<D: Device>(&mut self, device: &mut D, states: u64, used: u64, old: Old) -> Result<bool, Fault> {
        if !self.reserve_table(device, states, used, old)? {
            return Ok(false);
        }
        while self.capacity() < states {
            if !self.grow(device, states - self.capacity(), old)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// A table that is not too full with so many states.
    fn reserve_table<D: Device>(&mut self, device: &mut D, states: u64, used: u64, old: Old) -> Result<bool, Fault> {
        let wanted = states * ENTRIES;
        if wanted <= self.entries {
            return Ok(true);
        }
        let factor = if self.entries < SMALL { 4 } else { 2 };
        // If memory is short, a fuller table will do.
        let least = states + states / 8;
        for entries in [wanted.max(self.entries * factor), wanted, least] {
            if entries <= self.entries {
                return Ok(true);
            }
            if let Some(table) = allocated(device.allocate(Place::Device, entries * 8))? {
                return self.rehash(device, table, entries, used).map(|()| true);
            }
        }
        // It should last for a while: moving states away takes long.
        let entries = least + least / 4;
        loop {
            if let Some(table) = allocated(device.allocate(Place::Device, entries * 8))? {
                return self.rehash(device, table, entries, used).map(|()| true);
            }
            if !self.move_away(device, old)? {
                return Ok(false);
            }
        }
    }

    fn rehash<D: Device>(&mut self, device: &mut D, table: u64, entries: u64, used: u64) -> Result<(), Fault> {
        device.clear(table, entries * 8)?;
        let blocks = (device.threads().min(used.max(1))).div_ceil(device.block());
        device.launch(REHASH, blocks, &[self.directory, table, entries, used])?;
        device.release(self.table)?;
        self.on_device += (entries - self.entries) * 8;
        (self.table, self.entries) = (table, entries);
        Ok(())
    }

    /// Adds chunks for about so many states: a quarter of what is there, if that is more. False if there is no room.
    fn grow<D: Device>(&mut self, device: &mut D, states: u64, old: Old) -> Result<bool, Fault> {
        let bytes = self.shape.chunk_bytes();
        let wanted = states.div_ceil(1 << self.shape.chunk).max(self.chunks.len() as u64 / 4);
        let mut count = wanted.min((SLAB / bytes).max(1)).min(CHUNKS - self.chunks.len() as u64);
        while count > 0 {
            if let Some(slab) = allocated(device.allocate(Place::Device, count * bytes))? {
                self.add(device, slab, count)?;
                return Ok(true);
            }
            if !self.move_away(device, old)? {
                count /= 2;
            }
        }
        Ok(false)
    }

    fn add<D: Device>(&mut self, device: &mut D, address: u64, chunks: u64) -> Result<(), Fault> {
        let bytes = self.shape.chunk_bytes();
        let new: Vec<u64> = (0..chunks).map(|i| address + i * bytes).collect();
        device.write_wide(self.directory + self.chunks.len() as u64 * 8, &new)?;
        self.slabs.push_back(Slab { address, first: self.chunks.len() as u64, chunks });
        self.chunks.extend(new);
        self.on_device += chunks * bytes;
        Ok(())
    }

    /// Moves the oldest states that are on the device to the host's memory; false if that may not be.
    fn move_away<D: Device>(&mut self, device: &mut D, old: Old) -> Result<bool, Fault> {
        let Some(&Slab { address, first, chunks }) = self.slabs.front() else { return Ok(false) };
        let (bytes, end) = (self.shape.chunk_bytes(), first + chunks);
        if end << self.shape.chunk > old.before {
            return Ok(false);
        }
        while self.moved < end {
            let count = (PIECE / bytes).max(1).min(end - self.moved);
            if self.on_host + count * bytes > self.host_limit || (old.stopped)() {
                return Ok(false);
            }
            let Some(piece) = allocated(device.allocate(Place::Host, count * bytes))? else { return Ok(false) };
            self.pieces.push(piece);
            device.copy(address + (self.moved - first) * bytes, piece, count * bytes)?;
            let new: Vec<u64> = (0..count).map(|i| piece + i * bytes).collect();
            device.write_wide(self.directory + self.moved * 8, &new)?;
            self.chunks[self.moved as usize..][..new.len()].copy_from_slice(&new);
            self.moved += count;
            self.on_host += count * bytes;
        }
        device.release(address)?;
        self.slabs.pop_front();
        self.on_device -= chunks * bytes;
        Ok(true)
    }

    /// The state of an index, and its parent.
    pub fn read<D: Device>(&self, device: &mut D, index: u64) -> Result<(Vec<u32>, u32), Fault> {
        let chunk = self.chunks[(index >> self.shape.chunk) as usize];
        let inside = index & ((1 << self.shape.chunk) - 1);
        let words = self.shape.words as usize;
        let state = device.read_narrow(chunk + inside * words as u64 * 4, words)?;
        let parent = device.read_narrow(chunk + self.shape.parents() + inside * 4, 1)?;
        Ok((state, parent[0]))
    }

    /// Gives all memory back.
    pub fn release<D: Device>(self, device: &mut D) -> Result<(), Fault> {
        let slabs = self.slabs.iter().map(|slab| slab.address);
        let all =
            [self.counters, self.directory, self.table].into_iter().chain(slabs).chain(self.pieces.iter().copied());
        all.into_iter().try_for_each(|address| device.release(address))
    }
}
