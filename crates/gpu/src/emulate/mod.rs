//! A device that is not there: an emulator of the PTX that we write, for tests.
//!
//! Threads take turns at random, a few instructions each, so that they meet in the store as on a device. Every access to
//! memory is checked. Each thread is the only one of its warp that is active, which a device may do, too.

mod parse;
mod thread;

use std::collections::BTreeMap;

use kulan_ir::Chance;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::device::{Device, Fault, Place};
use parse::Kernel;
use thread::{Position, Thread};

/// Instructions that a thread runs at a time, at most.
const TURN: usize = 40;

/// The memory of an emulated device.
#[derive(Debug, Default)]
pub struct Memory {
    areas: BTreeMap<u64, Vec<u8>>,
    next: u64,
}

impl Memory {
    /// Some bytes, if they are in one area.
    pub fn at(&mut self, address: u64, bytes: u64) -> Result<&mut [u8], String> {
        let bad = || format!("{bytes} bytes at {address:#x} are out of range");
        let (start, area) = self.areas.range_mut(..=address).next_back().ok_or_else(bad)?;
        let from = (address - start) as usize;
        area.get_mut(from..from + bytes as usize).ok_or_else(bad)
    }
}

/// An emulated device.
#[derive(Debug)]
pub struct Emulated {
    memory: Memory,
    kernels: FxHashMap<String, Kernel>,
    threads: u64,
    bytes: u64,
    /// Areas that are in the host's memory.
    on_host: FxHashSet<u64>,
    chance: Chance,
}

impl Emulated {
    /// A device with some threads, in blocks of four, and some bytes of memory.
    pub fn new(threads: u64, bytes: u64, seed: u64) -> Emulated {
        let memory = Memory { next: 1 << 16, ..Memory::default() };
        let (kernels, on_host) = (FxHashMap::default(), FxHashSet::default());
        Emulated { memory, kernels, threads, bytes, on_host, chance: Chance::new(seed) }
    }

    fn run(&mut self, kernel: &str, blocks: u64, arguments: &[u64]) -> Result<(), String> {
        let kernel = self.kernels.get(kernel).ok_or_else(|| format!("there is no kernel {kernel}"))?;
        if arguments.len() != kernel.parameters {
            return Err(format!("{} arguments for {} parameters", arguments.len(), kernel.parameters));
        }
        let block_size = 4;
        let position = |i: u64| Position { thread: i % block_size, block_size, block: i / block_size, blocks };
        let mut threads: Vec<Thread> =
            (0..blocks * block_size).map(|i| Thread::new(kernel, arguments, position(i))).collect();
        while !threads.is_empty() {
            let number = self.chance.below(threads.len());
            for _ in 0..=self.chance.below(TURN) {
                if !threads[number].step(&mut self.memory)? {
                    threads.swap_remove(number);
                    break;
                }
            }
        }
        Ok(())
    }
}

impl Device for Emulated {
    fn name(&self) -> String {
        "an emulated device".into()
    }

    fn load(&mut self, text: &str) -> Result<(), Fault> {
        self.kernels = parse::parse(text).map_err(Fault::Failed)?;
        Ok(())
    }

    fn threads(&self) -> u64 {
        self.threads
    }

    fn block(&self) -> u64 {
        4
    }

    fn allocate(&mut self, place: Place, bytes: u64) -> Result<u64, Fault> {
        let own = self.memory.areas.iter().filter(|(address, _)| !self.on_host.contains(address));
        let used: usize = own.map(|(_, area)| area.len()).sum();
        if place == Place::Device && self.bytes.saturating_sub(used as u64) < bytes {
            return Err(Fault::Memory);
        }
        let address = self.memory.next;
        self.memory.next += bytes.next_multiple_of(256) + 256;
        self.memory.areas.insert(address, vec![0xa5; bytes as usize]);
        if place == Place::Host {
            self.on_host.insert(address);
        }
        Ok(address)
    }

    fn release(&mut self, address: u64) -> Result<(), Fault> {
        let area = self.memory.areas.remove(&address);
        self.on_host.remove(&address);
        area.map(drop).ok_or_else(|| Fault::Failed(format!("nothing was allocated at {address:#x}")))
    }

    fn clear(&mut self, address: u64, bytes: u64) -> Result<(), Fault> {
        self.memory.at(address, bytes).map_err(Fault::Failed)?.fill(0);
        Ok(())
    }

    fn write(&mut self, address: u64, data: &[u8]) -> Result<(), Fault> {
        self.memory.at(address, data.len() as u64).map_err(Fault::Failed)?.copy_from_slice(data);
        Ok(())
    }

    fn read(&mut self, address: u64, data: &mut [u8]) -> Result<(), Fault> {
        data.copy_from_slice(self.memory.at(address, data.len() as u64).map_err(Fault::Failed)?);
        Ok(())
    }

    fn copy(&mut self, from: u64, to: u64, bytes: u64) -> Result<(), Fault> {
        let data = self.memory.at(from, bytes).map_err(Fault::Failed)?.to_vec();
        self.write(to, &data)
    }

    fn launch(&mut self, kernel: &str, blocks: u64, arguments: &[u64]) -> Result<(), Fault> {
        self.run(kernel, blocks, arguments).map_err(Fault::Failed)
    }
}
