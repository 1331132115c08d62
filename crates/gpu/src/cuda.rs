//! A GPU, by the driver that its vendor installs: the library is looked for when the program runs, and nothing else is
//! needed, neither here nor when this is built.
#![allow(unsafe_code)]

use std::ffi::{CStr, CString, c_char, c_int, c_uint, c_void};
use std::fmt;
use std::ptr::null_mut;

use rustc_hash::FxHashMap;

use crate::device::{BLOCK, Device, Fault, Place};

/// Why there is no device.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoDevice(pub String);

impl fmt::Display for NoDevice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// What a function of the driver returns: zero, or the number of an error.
type Status = c_int;
/// The error of a driver that has no memory left.
const OUT_OF_MEMORY: Status = 2;
/// Attributes of a device, by the numbers that the driver gives them.
const MULTIPROCESSORS: c_int = 16;
const THREADS_OF_MULTIPROCESSOR: c_int = 39;
const CAPABILITY_MAJOR: c_int = 75;
/// The first generation of devices whose threads make progress independently of each other.
const LEAST_CAPABILITY: c_int = 7;
/// A host allocation that the device can reach.
const MAPPED: c_uint = 2;
/// Options of the compiler: where its messages go, and how many bytes there are for them.
const ERROR_LOG: c_int = 5;
const ERROR_LOG_BYTES: c_int = 6;
const LOG: usize = 4096;

macro_rules! driver {
    ($($name:ident : $symbol:literal = ($($argument:ty),*);)*) => {
        /// The functions of the driver that are used.
        struct Driver { $($name: unsafe extern "C" fn($($argument),*) -> Status,)* }

        // What a symbol is turned into is written down with the field that takes it.
        #[allow(clippy::missing_transmute_annotations)]
        impl Driver {
            fn load() -> Result<Driver, NoDevice> {
                let library = open()?;
                // SAFETY: each symbol is a function of the driver's documented interface, with this signature; the
                // library is never closed.
                Ok(Driver { $($name: unsafe { std::mem::transmute::<*mut c_void, _>(symbol(library, $symbol)?) },)* })
            }
        }
    };
}

driver! {
    init: "cuInit" = (c_uint);
    device_count: "cuDeviceGetCount" = (*mut c_int);
    device_get: "cuDeviceGet" = (*mut c_int, c_int);
    device_name: "cuDeviceGetName" = (*mut c_char, c_int, c_int);
    device_attribute: "cuDeviceGetAttribute" = (*mut c_int, c_int, c_int);
    retain_context: "cuDevicePrimaryCtxRetain" = (*mut *mut c_void, c_int);
    release_context: "cuDevicePrimaryCtxRelease_v2" = (c_int);
    set_context: "cuCtxSetCurrent" = (*mut c_void);
    synchronize: "cuCtxSynchronize" = ();
    load_module: "cuModuleLoadDataEx" = (*mut *mut c_void, *const c_void, c_uint, *mut c_int, *mut *mut c_void);
    unload_module: "cuModuleUnload" = (*mut c_void);
    get_function: "cuModuleGetFunction" = (*mut *mut c_void, *mut c_void, *const c_char);
    allocate: "cuMemAlloc_v2" = (*mut u64, usize);
    free: "cuMemFree_v2" = (u64);
    allocate_host: "cuMemHostAlloc" = (*mut *mut c_void, usize, c_uint);
    host_address: "cuMemHostGetDevicePointer_v2" = (*mut u64, *mut c_void, c_uint);
    free_host: "cuMemFreeHost" = (*mut c_void);
    set_bytes: "cuMemsetD8_v2" = (u64, u8, usize);
    copy_to: "cuMemcpyHtoD_v2" = (u64, *const c_void, usize);
    copy_from: "cuMemcpyDtoH_v2" = (*mut c_void, u64, usize);
    copy: "cuMemcpy" = (u64, u64, usize);
    launch: "cuLaunchKernel" = (*mut c_void, c_uint, c_uint, c_uint, c_uint, c_uint, c_uint, c_uint, *mut c_void,
        *mut *mut c_void, *mut *mut c_void);
    error_string: "cuGetErrorString" = (Status, *mut *const c_char);
}

#[cfg(target_os = "linux")]
fn open() -> Result<*mut c_void, NoDevice> {
    // SAFETY: the name is a string that ends with a zero. What the library does when it is loaded is the vendor's business.
    let library = unsafe { libc::dlopen(c"libcuda.so.1".as_ptr(), libc::RTLD_NOW | libc::RTLD_LOCAL) };
    if library.is_null() {
        return Err(NoDevice("no driver of a GPU is installed: libcuda.so.1 was not found".into()));
    }
    Ok(library)
}

#[cfg(target_os = "linux")]
fn symbol(library: *mut c_void, name: &str) -> Result<*mut c_void, NoDevice> {
    let unknown = || NoDevice(format!("the driver of the GPU is too old: it has no {name}"));
    let text = CString::new(name).map_err(|_| unknown())?;
    // SAFETY: the library is open, and the name ends with a zero.
    let found = unsafe { libc::dlsym(library, text.as_ptr()) };
    if found.is_null() { Err(unknown()) } else { Ok(found) }
}

#[cfg(not(target_os = "linux"))]
fn open() -> Result<*mut c_void, NoDevice> {
    Err(NoDevice("GPUs are used on Linux only".into()))
}

#[cfg(not(target_os = "linux"))]
fn symbol(_: *mut c_void, _: &str) -> Result<*mut c_void, NoDevice> {
    Err(NoDevice("GPUs are used on Linux only".into()))
}

impl Driver {
    /// What the driver says of an error.
    fn words(&self, status: Status) -> String {
        let mut text = std::ptr::null();
        // SAFETY: the driver writes the address of a string that it keeps, or null.
        unsafe { (self.error_string)(status, &mut text) };
        if text.is_null() {
            return format!("error {status} of the driver");
        }
        // SAFETY: it is a string of the driver's, which ends with a zero.
        unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned()
    }

    fn check(&self, status: Status) -> Result<(), Fault> {
        match status {
            0 => Ok(()),
            OUT_OF_MEMORY => Err(Fault::Memory),
            _ => Err(Fault::Failed(self.words(status))),
        }
    }

    fn attribute(&self, device: c_int, attribute: c_int) -> Result<c_int, Fault> {
        let mut value = 0;
        // SAFETY: the driver writes one number.
        self.check(unsafe { (self.device_attribute)(&mut value, attribute, device) })?;
        Ok(value)
    }
}

/// A GPU.
pub struct Cuda {
    driver: Driver,
    device: c_int,
    context: *mut c_void,
    module: *mut c_void,
    functions: FxHashMap<String, *mut c_void>,
    name: String,
    threads: u64,
    /// By address for the device: that of the host.
    on_host: FxHashMap<u64, *mut c_void>,
}

impl fmt::Debug for Cuda {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cuda").field("name", &self.name).finish_non_exhaustive()
    }
}

impl Cuda {
    /// The first GPU of this machine, for the calling thread.
    pub fn open() -> Result<Cuda, NoDevice> {
        let driver = Driver::load()?;
        let mut count = 0;
        // SAFETY: the driver was just loaded; it writes one number.
        let status = unsafe {
            match (driver.init)(0) {
                0 => (driver.device_count)(&mut count),
                status => status,
            }
        };
        if status != 0 {
            return Err(NoDevice(format!("the driver of the GPU does not start: {}", driver.words(status))));
        }
        if count == 0 {
            return Err(NoDevice("a driver is installed, but it finds no GPU".into()));
        }
        Cuda::of(driver).map_err(|fault| NoDevice(format!("the GPU cannot be used: {fault}")))
    }

    fn of(driver: Driver) -> Result<Cuda, Fault> {
        let (mut device, mut context) = (0, null_mut());
        // SAFETY: the driver writes the number of the device.
        driver.check(unsafe { (driver.device_get)(&mut device, 0) })?;
        if driver.attribute(device, CAPABILITY_MAJOR)? < LEAST_CAPABILITY {
            return Err(Fault::Failed("it is too old".into()));
        }
        let processors = driver.attribute(device, MULTIPROCESSORS)? as u64;
        let threads = processors * driver.attribute(device, THREADS_OF_MULTIPROCESSOR)? as u64;
        let mut name = [0; 128];
        // SAFETY: the driver writes a string of at most this many bytes, with its end.
        driver.check(unsafe { (driver.device_name)(name.as_mut_ptr(), name.len() as c_int - 1, device) })?;
        // SAFETY: the array was zero and ends with a zero.
        let name = unsafe { CStr::from_ptr(name.as_ptr()) }.to_string_lossy().into_owned();
        // SAFETY: the driver writes the address of the context, which stays until it is released in `drop`.
        driver.check(unsafe { (driver.retain_context)(&mut context, device) })?;
        let functions = FxHashMap::default();
        let cuda =
            Cuda { driver, device, context, module: null_mut(), functions, name, threads, on_host: Default::default() };
        // SAFETY: the context is retained.
        cuda.driver.check(unsafe { (cuda.driver.set_context)(cuda.context) })?;
        Ok(cuda)
    }

    fn function(&mut self, kernel: &str) -> Result<*mut c_void, Fault> {
        if let Some(&function) = self.functions.get(kernel) {
            return Ok(function);
        }
        let name = CString::new(kernel).map_err(|_| Fault::Failed("a kernel without a name".into()))?;
        let mut function = null_mut();
        // SAFETY: the module is loaded, and the name ends with a zero.
        self.driver.check(unsafe { (self.driver.get_function)(&mut function, self.module, name.as_ptr()) })?;
        self.functions.insert(kernel.into(), function);
        Ok(function)
    }
}

impl Drop for Cuda {
    fn drop(&mut self) {
        // SAFETY: module and context are this value's, and nothing uses them any more. Errors cannot be told to anybody.
        unsafe {
            if !self.module.is_null() {
                (self.driver.unload_module)(self.module);
            }
            (self.driver.release_context)(self.device);
        }
    }
}

impl Device for Cuda {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn load(&mut self, text: &str) -> Result<(), Fault> {
        if !self.module.is_null() {
            return Err(Fault::Failed("it has its code already".into()));
        }
        let text = CString::new(text).map_err(|_| Fault::Failed("code with a zero in it".into()))?;
        let mut log = vec![0u8; LOG];
        let mut options = [ERROR_LOG, ERROR_LOG_BYTES];
        let mut values = [log.as_mut_ptr().cast::<c_void>(), LOG as *mut c_void];
        // SAFETY: the text ends with a zero; there are as many values as options, and the log has the bytes that they say.
        let status = unsafe {
            (self.driver.load_module)(
                &mut self.module,
                text.as_ptr().cast(),
                options.len() as c_uint,
                options.as_mut_ptr(),
                values.as_mut_ptr(),
            )
        };
        self.functions.clear();
        self.driver.check(status).map_err(|fault| {
            let end = log.iter().position(|&b| b == 0).unwrap_or(LOG);
            Fault::Failed(format!("{fault}; {}", String::from_utf8_lossy(&log[..end])))
        })
    }

    fn threads(&self) -> u64 {
        self.threads
    }

    fn allocate(&mut self, place: Place, bytes: u64) -> Result<u64, Fault> {
        let mut address = 0;
        if place == Place::Device {
            // SAFETY: the driver writes the address.
            self.driver.check(unsafe { (self.driver.allocate)(&mut address, bytes as usize) })?;
            return Ok(address);
        }
        let mut own = null_mut();
        // SAFETY: the driver writes the address of memory that it has allocated, and then what the device calls it.
        unsafe {
            self.driver.check((self.driver.allocate_host)(&mut own, bytes as usize, MAPPED))?;
            self.driver.check((self.driver.host_address)(&mut address, own, 0))?;
        }
        self.on_host.insert(address, own);
        Ok(address)
    }

    fn release(&mut self, address: u64) -> Result<(), Fault> {
        // SAFETY: both were allocated above, and the caller does not use them any more.
        self.driver.check(unsafe {
            match self.on_host.remove(&address) {
                Some(own) => (self.driver.free_host)(own),
                None => (self.driver.free)(address),
            }
        })
    }

    fn clear(&mut self, address: u64, bytes: u64) -> Result<(), Fault> {
        // SAFETY: the memory is the device's; an address that is not gives an error of the driver.
        self.driver.check(unsafe { (self.driver.set_bytes)(address, 0, bytes as usize) })
    }

    fn write(&mut self, address: u64, data: &[u8]) -> Result<(), Fault> {
        // SAFETY: the driver reads as many bytes as there are.
        self.driver.check(unsafe { (self.driver.copy_to)(address, data.as_ptr().cast(), data.len()) })
    }

    fn read(&mut self, address: u64, data: &mut [u8]) -> Result<(), Fault> {
        // SAFETY: the driver writes as many bytes as there are.
        self.driver.check(unsafe { (self.driver.copy_from)(data.as_mut_ptr().cast(), address, data.len()) })
    }

    fn copy(&mut self, from: u64, to: u64, bytes: u64) -> Result<(), Fault> {
        // SAFETY: all addresses are of one space, and an address that is not known gives an error of the driver.
        self.driver.check(unsafe { (self.driver.copy)(to, from, bytes as usize) })
    }

    fn launch(&mut self, kernel: &str, blocks: u64, arguments: &[u64]) -> Result<(), Fault> {
        let function = self.function(kernel)?;
        let mut list: Vec<*mut c_void> = arguments.iter().map(|a| std::ptr::from_ref(a).cast_mut().cast()).collect();
        let (blocks, none) = (blocks as c_uint, null_mut());
        // SAFETY: the kernel has as many parameters of 64 bits as there are arguments; the driver copies them. What the
        // kernel may access was allocated for it; where it does otherwise, the driver reports an error.
        unsafe {
            let (list, size) = (list.as_mut_ptr(), BLOCK as c_uint);
            self.driver.check((self.driver.launch)(function, blocks, 1, 1, size, 1, 1, 0, none, list, null_mut()))?;
            self.driver.check((self.driver.synchronize)())
        }
    }
}
