//! What a search needs of a device: memory, and kernels that run on it.

use std::fmt;

/// Threads of a block.
pub const BLOCK: u64 = 256;

/// Something is wrong with a device.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// There is no room for what was asked for.
    Memory,
    /// Anything else, in the words of the driver.
    Failed(String),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Memory => write!(f, "no memory is left on the device"),
            Fault::Failed(why) => write!(f, "{why}"),
        }
    }
}

/// Where memory is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Place {
    /// On the device.
    Device,
    /// In the memory of the host, where the device can reach it slowly.
    Host,
}

/// A device that runs kernels.
///
/// Nothing runs while another call is made: each one waits for the one before.
pub trait Device {
    /// Its name.
    fn name(&self) -> String;

    /// Takes over the kernels of a text in PTX.
    fn load(&mut self, text: &str) -> Result<(), Fault>;

    /// Threads, in whole blocks, that are enough to keep it busy.
    fn threads(&self) -> u64;

    /// Threads of a block.
    fn block(&self) -> u64 {
        BLOCK
    }

    /// Takes some memory; what is in it is not defined. Its address is a multiple of 256.
    fn allocate(&mut self, place: Place, bytes: u64) -> Result<u64, Fault>;

    /// Gives memory back, by its address.
    fn release(&mut self, address: u64) -> Result<(), Fault>;

    /// Sets bytes to zero.
    fn clear(&mut self, address: u64, bytes: u64) -> Result<(), Fault>;

    /// Copies to the device.
    fn write(&mut self, address: u64, data: &[u8]) -> Result<(), Fault>;

    /// Copies from the device.
    fn read(&mut self, address: u64, data: &mut [u8]) -> Result<(), Fault>;

    /// Copies from one address to another, each on the device or in the host's memory.
    fn copy(&mut self, from: u64, to: u64, bytes: u64) -> Result<(), Fault>;

    /// Runs a kernel with some blocks, and waits for its end.
    fn launch(&mut self, kernel: &str, blocks: u64, arguments: &[u64]) -> Result<(), Fault>;

    /// Writes numbers of 64 bits.
    fn write_wide(&mut self, address: u64, values: &[u64]) -> Result<(), Fault> {
        let bytes: Vec<u8> = values.iter().flat_map(|v| v.to_le_bytes()).collect();
        self.write(address, &bytes)
    }

    /// Writes numbers of 32 bits.
    fn write_narrow(&mut self, address: u64, values: &[u32]) -> Result<(), Fault> {
        let bytes: Vec<u8> = values.iter().flat_map(|v| v.to_le_bytes()).collect();
        self.write(address, &bytes)
    }

    /// Reads numbers of 64 bits.
    fn read_wide(&mut self, address: u64, count: usize) -> Result<Vec<u64>, Fault> {
        let mut bytes = vec![0; count * 8];
        self.read(address, &mut bytes)?;
        let number = |c: &[u8]| u64::from_le_bytes(c.try_into().expect("eight bytes"));
        Ok(bytes.chunks(8).map(number).collect())
    }

    /// Reads numbers of 32 bits.
    fn read_narrow(&mut self, address: u64, count: usize) -> Result<Vec<u32>, Fault> {
        let mut bytes = vec![0; count * 4];
        self.read(address, &mut bytes)?;
        let number = |c: &[u8]| u32::from_le_bytes(c.try_into().expect("four bytes"));
        Ok(bytes.chunks(4).map(number).collect())
    }
}
