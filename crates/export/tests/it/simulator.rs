//! A reader and simulator of BTOR2, written from the format's description, which knows nothing of the IR.

use std::collections::HashMap;

pub struct Model {
    nodes: Vec<Node>,
    places: HashMap<u64, usize>,
    pub states: Vec<u64>,
    pub inputs: Vec<u64>,
    init: HashMap<u64, u64>,
    next: HashMap<u64, u64>,
    bad: u64,
}

struct Node {
    id: u64,
    width: u32,
    op: String,
    arguments: Vec<u64>,
    constant: u64,
}

fn ones(width: u32) -> u64 {
    if width == 64 { u64::MAX } else { (1 << width) - 1 }
}

fn signed(width: u32, value: u64) -> i128 {
    let value = i128::from(value);
    if value >> (width - 1) & 1 == 1 { value - (1i128 << width) } else { value }
}

impl Model {
    pub fn read(text: &str) -> Model {
        let (nodes, places) = (Vec::new(), HashMap::new());
        let (states, inputs, init, next) = (Vec::new(), Vec::new(), HashMap::new(), HashMap::new());
        let mut model = Model { nodes, places, states, inputs, init, next, bad: 0 };
        let mut sorts: HashMap<u64, u32> = HashMap::new();
        let mut last = 0;
        for line in text.lines().filter(|l| !l.starts_with(';')) {
            let parts: Vec<&str> = line.split_whitespace().collect();
            let number = |i: usize| parts[i].parse::<u64>().expect("a number");
            let id = number(0);
            assert!(id > last, "numbers grow: {line}");
            last = id;
            match parts[1] {
                "sort" => {
                    assert_eq!(parts[2], "bitvec");
                    sorts.insert(id, number(3) as u32);
                }
                "init" => drop(model.init.insert(number(3), number(4))),
                "next" => {
                    assert_eq!(model.width(number(3)), model.width(number(4)), "{line}");
                    assert!(model.next.insert(number(3), number(4)).is_none());
                }
                "bad" => {
                    assert_eq!(model.width(number(2)), 1);
                    model.bad = number(2);
                }
                op => {
                    let width = sorts[&number(2)];
                    let constant = if op == "const" { u64::from_str_radix(parts[3], 2).expect("bits") } else { 0 };
                    let is_leaf = matches!(op, "const" | "state" | "input");
                    let arguments = if is_leaf { Vec::new() } else { (3..parts.len()).map(number).collect() };
                    match op {
                        "state" => model.states.push(id),
                        "input" => model.inputs.push(id),
                        _ => {}
                    }
                    model.places.insert(id, model.nodes.len());
                    model.nodes.push(Node { id, width, op: op.to_string(), arguments, constant });
                }
            }
        }
        assert_eq!(model.next.len(), model.states.len(), "each state has a next value");
        model
    }

    fn width(&self, id: u64) -> u32 {
        self.nodes[self.places[&id]].width
    }

    pub fn initial(&self) -> Vec<u64> {
        self.states.iter().map(|state| self.nodes[self.places[&self.init[state]]].constant).collect()
    }

    /// Whether a state is bad, and the next one.
    pub fn step(&self, state: &[u64], inputs: &[u64]) -> (bool, Vec<u64>) {
        let mut values: HashMap<u64, u64> = HashMap::new();
        values.extend(self.states.iter().copied().zip(state.iter().copied()));
        values.extend(self.inputs.iter().copied().zip(inputs.iter().copied()));
        for node in &self.nodes {
            if !values.contains_key(&node.id) {
                let value = self.value(node, &values);
                assert!(value <= ones(node.width));
                values.insert(node.id, value);
            }
        }
        let next = self.states.iter().map(|state| values[&self.next[state]]).collect();
        (values[&self.bad] == 1, next)
    }

    fn value(&self, node: &Node, values: &HashMap<u64, u64>) -> u64 {
        let a = || values[&node.arguments[0]];
        let b = || values[&node.arguments[1]];
        let width = node.arguments.first().and_then(|a| self.places.get(a)).map_or(1, |&p| self.nodes[p].width);
        let (sa, sb) = (|| signed(width, a()), || signed(width, b()));
        let all = ones(node.width);
        match node.op.as_str() {
            "const" => node.constant,
            "not" => !a() & all,
            "neg" => a().wrapping_neg() & all,
            "add" => a().wrapping_add(b()) & all,
            "sub" => a().wrapping_sub(b()) & all,
            "mul" => a().wrapping_mul(b()) & all,
            "udiv" => a().checked_div(b()).unwrap_or(all),
            "urem" => a().checked_rem(b()).unwrap_or(a()),
            "sdiv" if sb() == 0 => {
                if sa() < 0 {
                    1
                } else {
                    all
                }
            }
            "sdiv" => (sa() / sb()) as u64 & all,
            "srem" if sb() == 0 => a(),
            "srem" => (sa() % sb()) as u64 & all,
            "and" => a() & b(),
            "or" => a() | b(),
            "xor" => a() ^ b(),
            "sll" => {
                if b() >= u64::from(width) {
                    0
                } else {
                    a() << b() & all
                }
            }
            "srl" => {
                if b() >= u64::from(width) {
                    0
                } else {
                    a() >> b()
                }
            }
            "sra" => (sa() >> b().min(100)) as u64 & all,
            "eq" => u64::from(a() == b()),
            "ult" => u64::from(a() < b()),
            "ulte" => u64::from(a() <= b()),
            "slt" => u64::from(sa() < sb()),
            "slte" => u64::from(sa() <= sb()),
            "ite" => {
                if a() == 1 {
                    b()
                } else {
                    values[&node.arguments[2]]
                }
            }
            "uext" => a(),
            "sext" => sa() as u64 & all,
            "slice" => a() >> node.arguments[2] & all,
            "concat" => {
                let low = self.width(node.arguments[1]);
                a() << low | b()
            }
            op => panic!("unknown operator {op}"),
        }
    }
}
