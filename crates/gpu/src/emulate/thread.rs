//! One thread of the emulator, instruction by instruction.

use super::Memory;
use super::parse::{Instruction, Kernel, Operand, Special};

/// Where a thread stands among others.
#[derive(Copy, Clone, Debug)]
pub struct Position {
    /// Its number in the block.
    pub thread: u64,
    /// Threads of a block.
    pub block_size: u64,
    /// The number of its block.
    pub block: u64,
    /// Blocks.
    pub blocks: u64,
}

/// A thread.
#[derive(Debug)]
pub struct Thread<'k> {
    kernel: &'k Kernel,
    arguments: &'k [u64],
    position: Position,
    registers: Vec<u64>,
    local: Vec<u8>,
    at: usize,
}

fn bits(kind: &str) -> u32 {
    kind[1..].parse().unwrap_or(64)
}

fn trimmed(kind: &str, value: u64) -> u64 {
    if bits(kind) == 32 { u64::from(value as u32) } else { value }
}

fn signed(kind: &str, value: u64) -> i64 {
    if bits(kind) == 32 { i64::from(value as u32 as i32) } else { value as i64 }
}

impl<'k> Thread<'k> {
    /// A thread at the beginning of a kernel. What it has not written yet is not zero.
    pub fn new(kernel: &'k Kernel, arguments: &'k [u64], position: Position) -> Thread<'k> {
        let registers = vec![0xdead_beef; kernel.registers];
        Thread { kernel, arguments, position, registers, local: vec![0xa5; kernel.local], at: 0 }
    }

    /// Runs one instruction; false at the end.
    pub fn step(&mut self, memory: &mut Memory) -> Result<bool, String> {
        let kernel = self.kernel;
        let instruction = kernel.instructions.get(self.at).ok_or("a thread went beyond its kernel")?;
        self.at += 1;
        if instruction.when.is_some_and(|(register, wanted)| (self.registers[register] & 1 == 1) != wanted) {
            return Ok(true);
        }
        match instruction.name.as_str() {
            "ret" => return Ok(false),
            "bra" => self.at = instruction.targets[0],
            "brx.idx" => {
                let index = self.operand(instruction, 0) as usize;
                self.at = *instruction.targets.get(index).ok_or("a jump beyond its table")?;
            }
            "bar.warp" => {}
            name if name.starts_with("ld.") || name.starts_with("st.") => self.access(instruction, memory)?,
            name if name.starts_with("atom.") || name.starts_with("red.") => self.atomic(instruction, memory)?,
            _ => self.compute(instruction)?,
        }
        Ok(true)
    }

    fn operand(&self, instruction: &Instruction, number: usize) -> u64 {
        match instruction.operands[number] {
            Operand::Register(register) => self.registers[register],
            Operand::Number(value) => value,
            Operand::Special(Special::Thread) => self.position.thread,
            Operand::Special(Special::BlockSize) => self.position.block_size,
            Operand::Special(Special::Block) => self.position.block,
            Operand::Special(Special::Blocks) => self.position.blocks,
            Operand::Special(Special::LanesBelow) => (1 << (self.position.thread % 32)) - 1,
        }
    }

    fn set(&mut self, instruction: &Instruction, number: usize, value: u64) -> Result<(), String> {
        let Operand::Register(register) = instruction.operands[number] else {
            return Err("no register to write".into());
        };
        self.registers[register] = value;
        Ok(())
    }

    fn access(&mut self, instruction: &Instruction, memory: &mut Memory) -> Result<(), String> {
        let size = bits(&instruction.kind) as usize / 8;
        let is_load = instruction.name.starts_with("ld.");
        let count = instruction.operands.len() - 1;
        let address = self.operand(instruction, if is_load { count } else { 0 }).wrapping_add(instruction.offset);
        if instruction.name == "ld.param" {
            let value = *self.arguments.get(address as usize).ok_or("a parameter that is not there")?;
            return self.set(instruction, 0, value);
        }
        if !address.is_multiple_of((count * size) as u64) {
            return Err(format!("{count} times {size} bytes at {address:#x} are not aligned"));
        }
        for i in 0..count {
            let address = address + (i * size) as u64;
            let value = if is_load { 0 } else { self.operand(instruction, i + 1) };
            let bytes = if instruction.name.contains(".local") {
                let range = address as usize..address as usize + size;
                self.local.get_mut(range).ok_or_else(|| format!("local address {address} is out of range"))?
            } else {
                memory.at(address, size as u64)?
            };
            if !is_load {
                bytes.copy_from_slice(&value.to_le_bytes()[..size]);
                continue;
            }
            let mut all = [0; 8];
            all[..size].copy_from_slice(bytes);
            self.set(instruction, i, u64::from_le_bytes(all))?;
        }
        Ok(())
    }

    /// Operations that no other thread can come between. A reduction has no target.
    fn atomic(&mut self, instruction: &Instruction, memory: &mut Memory) -> Result<(), String> {
        let first = usize::from(instruction.name.starts_with("atom."));
        let address = self.operand(instruction, first).wrapping_add(instruction.offset);
        let value = self.operand(instruction, first + 1);
        let bytes = memory.at(address, 8)?;
        let old = u64::from_le_bytes((&*bytes).try_into().map_err(|_| "eight bytes")?);
        let new = match instruction.name.rsplit('.').next() {
            Some("add") => old.wrapping_add(value),
            Some("min") => old.min(value),
            Some("cas") if old == value => self.operand(instruction, first + 2),
            Some("cas") => old,
            _ => return Err(format!("not emulated: {}", instruction.name)),
        };
        memory.at(address, 8)?.copy_from_slice(&new.to_le_bytes());
        if first == 1 { self.set(instruction, 0, old) } else { Ok(()) }
    }

    fn compute(&mut self, instruction: &Instruction) -> Result<(), String> {
        let kind = instruction.kind.as_str();
        let all: Vec<u64> = (1..instruction.operands.len()).map(|i| self.operand(instruction, i)).collect();
        let value = match (instruction.name.as_str(), all.as_slice()) {
            ("vote.sync.any", &[own, _]) => own & 1,
            ("activemask", []) => 1 << (self.position.thread % 32),
            ("shfl.sync.idx", &[value, lane, _, mask]) => {
                let own = self.position.thread % 32;
                if lane != own || mask != 1 << own {
                    return Err("a lane asks another one, but it is alone here".into());
                }
                value
            }
            (name, all) => operation(name, kind, all).ok_or_else(|| format!("not emulated: {instruction:?}"))?,
        };
        self.set(instruction, 0, value)
    }
}

/// What an instruction gives for values.
fn operation(name: &str, kind: &str, operands: &[u64]) -> Option<u64> {
    let value = match (name, operands) {
        ("mov" | "cvt.u64", &[a]) => a,
        ("cvt.u32", &[a]) => u64::from(a as u32),
        ("not", &[a]) => !a,
        ("popc", &[a]) => u64::from(trimmed(kind, a).count_ones()),
        ("bfind", &[a]) => u64::from(63 - a.leading_zeros()),
        ("selp", &[a, b, condition]) => {
            if condition & 1 == 1 {
                a
            } else {
                b
            }
        }
        (_, &[a, b]) if name.starts_with("setp.") => return compare(name, kind, a, b).map(u64::from),
        (_, &[a, b]) => two(name, kind, trimmed(kind, a), b)?,
        _ => return None,
    };
    Some(if name.starts_with("cvt") { value } else { trimmed(kind, value) })
}

fn compare(name: &str, kind: &str, a: u64, b: u64) -> Option<bool> {
    let order = if kind.starts_with('s') {
        signed(kind, a).cmp(&signed(kind, b))
    } else {
        trimmed(kind, a).cmp(&trimmed(kind, b))
    };
    Some(match &name[5..] {
        "eq" => order.is_eq(),
        "ne" => order.is_ne(),
        "lt" => order.is_lt(),
        "le" => order.is_le(),
        "gt" => order.is_gt(),
        "ge" => order.is_ge(),
        _ => return None,
    })
}

fn two(name: &str, kind: &str, a: u64, b: u64) -> Option<u64> {
    let is_signed = kind.starts_with('s');
    let (sa, sb) = (signed(kind, a), signed(kind, b));
    let b = if matches!(name, "shl" | "shr") { u64::from(b as u32) } else { trimmed(kind, b) };
    Some(match name {
        "add" => a.wrapping_add(b),
        "sub" => a.wrapping_sub(b),
        "mul.lo" => a.wrapping_mul(b),
        "mul.hi" => ((u128::from(a) * u128::from(b)) >> 64) as u64,
        "and" => a & b,
        "or" => a | b,
        "xor" => a ^ b,
        "min" => a.min(b),
        // Where the device may give anything, so does this.
        "div" | "rem" if b == 0 => 0x5a5a_5a5a_5a5a_5a5a,
        "div" if is_signed => sa.wrapping_div(sb) as u64,
        "rem" if is_signed => sa.wrapping_rem(sb) as u64,
        "div" => a / b,
        "rem" => a % b,
        "shl" if b >= u64::from(bits(kind)) => 0,
        "shl" => a << b,
        "shr" if is_signed => (sa >> b.min(63)) as u64,
        "shr" if b >= u64::from(bits(kind)) => 0,
        "shr" => a >> b,
        _ => return None,
    })
}
