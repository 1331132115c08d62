//! The text of kernels, read back: as much of PTX as we write, and nothing else.

use rustc_hash::FxHashMap;

/// An operand: a register, a number, or a special register.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Operand {
    /// By its place among all registers of the kernel.
    Register(usize),
    /// A constant.
    Number(u64),
    /// What a thread knows of itself.
    Special(Special),
}

/// What a thread knows of itself.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Special {
    /// Its number in the block.
    Thread,
    /// Threads of a block.
    BlockSize,
    /// The number of its block.
    Block,
    /// Blocks.
    Blocks,
    /// The lanes below its own.
    LanesBelow,
}

/// An instruction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Instruction {
    /// The predicate it depends on, and the value that this must have.
    pub when: Option<(usize, bool)>,
    /// Its name without types, such as `setp.eq`.
    pub name: String,
    /// Its last type, such as `u32`.
    pub kind: String,
    /// The registers and constants, the target first; an address is its base.
    pub operands: Vec<Operand>,
    /// What is added to the address.
    pub offset: u64,
    /// Where jumps go.
    pub targets: Vec<usize>,
}

/// A kernel.
#[derive(Clone, Debug, Default)]
pub struct Kernel {
    /// Its instructions.
    pub instructions: Vec<Instruction>,
    /// How many registers it has.
    pub registers: usize,
    /// Bytes of local memory.
    pub local: usize,
    /// How many parameters it has.
    pub parameters: usize,
}

/// Reads all kernels of a text.
pub fn parse(text: &str) -> Result<FxHashMap<String, Kernel>, String> {
    let mut kernels = FxHashMap::default();
    let mut rest = text;
    while let Some(start) = rest.find(".visible .entry ") {
        let from = &rest[start + ".visible .entry ".len()..];
        let (name, after) = from.split_once('(').ok_or("a kernel without parameters")?;
        let (parameters, after) = after.split_once(")\n").ok_or("a kernel without an end of its parameters")?;
        let (_, after) = after.split_once("{\n").ok_or("a kernel without a body")?;
        let (body, after) = after.split_once("\n}\n").ok_or("a kernel without an end")?;
        let names = parameters.split(',').map(|p| p.trim().trim_start_matches(".param .u64 "));
        kernels.insert(name.to_string(), Reader::new(names.collect()).kernel(body)?);
        rest = after;
    }
    Ok(kernels)
}

/// The three files of registers, one after the other.
#[derive(Default)]
struct Reader<'t> {
    parameters: Vec<&'t str>,
    first: FxHashMap<char, (usize, usize)>,
    registers: usize,
    local: usize,
    labels: FxHashMap<&'t str, usize>,
    tables: FxHashMap<&'t str, Vec<&'t str>>,
}

impl<'t> Reader<'t> {
    fn new(parameters: Vec<&'t str>) -> Reader<'t> {
        Reader { parameters, ..Reader::default() }
    }

    fn kernel(mut self, body: &'t str) -> Result<Kernel, String> {
        let mut lines = Vec::new();
        for line in body.lines().map(str::trim).filter(|l| !l.is_empty()) {
            if let Some(label) = line.strip_suffix(':') {
                self.labels.insert(label, lines.len());
            } else if let Some((table, list)) = line.split_once(": .branchtargets ") {
                self.tables.insert(table, list.trim_end_matches(';').split(", ").collect());
            } else if line.starts_with('.') {
                self.declaration(line)?;
            } else {
                lines.push(line.strip_suffix(';').ok_or_else(|| format!("no end of: {line}"))?);
            }
        }
        let instructions: Result<Vec<_>, String> = lines.iter().map(|line| self.instruction(line)).collect();
        let (registers, local, parameters) = (self.registers, self.local, self.parameters.len());
        Ok(Kernel { instructions: instructions?, registers, local, parameters })
    }

    fn declaration(&mut self, line: &str) -> Result<(), String> {
        let number =
            |open: char, close: char| -> Option<usize> { line.split_once(open)?.1.split_once(close)?.0.parse().ok() };
        if line.starts_with(".local") {
            self.local = number('[', ']').ok_or_else(|| format!("not understood: {line}"))?;
            return Ok(());
        }
        let letter = line.split_once('%').and_then(|(_, name)| name.chars().next());
        let (letter, count) = letter.zip(number('<', '>')).ok_or_else(|| format!("not understood: {line}"))?;
        self.first.insert(letter, (self.registers, count));
        self.registers += count;
        Ok(())
    }

    fn instruction(&self, line: &str) -> Result<Instruction, String> {
        let bad = || format!("not understood: {line}");
        let (when, line) = match line.strip_prefix('@') {
            None => (None, line),
            Some(rest) => {
                let (condition, rest) = rest.split_once(' ').ok_or_else(bad)?;
                let register = self.register(condition.trim_start_matches('!')).ok_or_else(bad)?;
                (Some((register, !condition.starts_with('!'))), rest)
            }
        };
        let (name, rest) = line.split_once(' ').unwrap_or((line, ""));
        let (name, kind) = match name {
            "bra" | "ret" | "brx.idx" => (name, ""),
            _ => name.rsplit_once('.').ok_or_else(bad)?,
        };
        let mut found = Instruction {
            when,
            name: name.into(),
            kind: kind.into(),
            operands: Vec::new(),
            offset: 0,
            targets: Vec::new(),
        };
        for part in rest.split(", ").filter(|p| !p.is_empty()) {
            self.operand(part, &mut found).ok_or_else(|| format!("not understood: {line}: {part}"))?;
        }
        Ok(found)
    }

    fn operand(&self, part: &str, found: &mut Instruction) -> Option<()> {
        if let Some(address) = part.strip_prefix('[').and_then(|p| p.strip_suffix(']')) {
            let (base, offset) = address.split_once('+').unwrap_or((address, "0"));
            found.offset = offset.parse().ok()?;
            let parameter = self.parameters.iter().position(|p| *p == base);
            let base = parameter.map(|i| Operand::Number(i as u64)).or_else(|| self.plain(base))?;
            found.operands.push(base);
        } else if let Some(table) = self.tables.get(part) {
            found.targets = table.iter().map(|l| self.labels.get(l).copied()).collect::<Option<_>>()?;
        } else if let Some(&label) = self.labels.get(part) {
            found.targets.push(label);
        } else {
            found.operands.push(self.plain(part)?);
        }
        Some(())
    }

    fn plain(&self, text: &str) -> Option<Operand> {
        Some(match text {
            "%tid.x" => Operand::Special(Special::Thread),
            "%ntid.x" => Operand::Special(Special::BlockSize),
            "%ctaid.x" => Operand::Special(Special::Block),
            "%nctaid.x" => Operand::Special(Special::Blocks),
            "%lanemask_lt" => Operand::Special(Special::LanesBelow),
            "next" => Operand::Number(0),
            _ if text.starts_with('{') || text.ends_with('}') => return self.plain(text.trim_matches(['{', '}'])),
            _ if text.starts_with('%') => Operand::Register(self.register(text)?),
            _ => Operand::Number(text.parse().ok()?),
        })
    }

    fn register(&self, text: &str) -> Option<usize> {
        let name = text.strip_prefix('%')?;
        let &(first, count) = self.first.get(&name.chars().next()?)?;
        let number: usize = name.get(1..)?.parse().ok()?;
        (number < count).then_some(first + number)
    }
}
