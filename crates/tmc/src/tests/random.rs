//! Random programs, correct and mostly small.

use kulan_testing::Random;

struct Writer<'r> {
    random: &'r mut Random,
    /// Processes in all.
    count: usize,
}

pub(super) fn program(random: &mut Random) -> String {
    let counts: Vec<usize> = (0..random.between(1, 2)).map(|_| random.between(1, 2)).collect();
    let mut writer = Writer { count: counts.iter().sum(), random };
    let mut text = format!("model random(N);\nint s = {};\nint t;\n", writer.random.below(3));
    let mut locations = Vec::new();
    for (kind, count) in counts.iter().enumerate() {
        locations.push(writer.random.between(2, 5));
        text += &format!("proc P{kind}[{count}] {{\n  int a = pid, b;\n");
        for location in 0..locations[kind] {
            text += &format!("  l{location}:\n");
            for _ in 0..[0, 1, 1, 1, 2, 2][writer.random.below(6)] {
                text += &writer.clause(locations[kind]);
            }
        }
        text += "}\n";
    }
    text += "predicate low = s < 2 || P0[0].a == 1;\n";
    text += &format!("predicate at = P0[0]@l{};\n", writer.random.below(locations[0]));
    text += &format!("predicate has = {};\n", writer.probe(true));
    text += &format!("formula f = []<>low && (at U has);\ncheck f for N=2, chanSize={};\n", writer.random.below(3));
    text
}

impl Writer<'_> {
    fn clause(&mut self, locations: usize) -> String {
        let guard = if self.random.percent(40) { format!("when ({}) ", self.expr(2)) } else { String::new() };
        let action = match self.random.below(8) {
            0..2 => String::new(),
            2..5 => {
                let name = *self.random.pick(&["a", "b", "s", "t"]);
                let value = self.expr(2);
                match self.random.below(10) {
                    0..7 => format!("{name} = ({value}) % {}; ", self.random.between(2, 5)),
                    _ => format!("{name} = {value}; "),
                }
            }
            5..7 => {
                let (value, tag) = (self.expr(1), *self.random.pick(&["0", "1", "a % 2"]));
                format!("send({value}, {}, {tag}); ", self.process())
            }
            _ => {
                let variable = *self.random.pick(&["null", "a", "s"]);
                let source = if self.random.percent(40) { "null".to_owned() } else { self.process() };
                let tag = *self.random.pick(&["null", "null", "0", "b"]);
                format!("recv({variable}, {source}, {tag}); ")
            }
        };
        format!("    {guard}{action}goto l{};\n", self.random.below(locations))
    }

    /// Mostly the number of a process.
    fn process(&mut self) -> String {
        match self.random.below(6) {
            0..3 => self.random.below(self.count).to_string(),
            3 => format!("(pid + 1) % {}", self.count),
            4 => format!("a % {}", self.count),
            _ => "b".to_owned(),
        }
    }

    /// A question to a channel; in a definition the processes are constants.
    fn probe(&mut self, constant: bool) -> String {
        let name = *self.random.pick(&["empty", "nempty", "full", "nfull"]);
        let (from, to) = match constant {
            true => (self.random.below(self.count).to_string(), self.random.below(self.count).to_string()),
            false => (self.process(), self.process()),
        };
        format!("{name}({from}, {to}, {})", self.random.pick(&["null", "0", "1"]))
    }

    fn expr(&mut self, depth: usize) -> String {
        if depth == 0 || self.random.percent(30) {
            return match self.random.below(9) {
                0..2 => "a".to_owned(),
                2 => "b".to_owned(),
                3 => "s".to_owned(),
                4 => "t".to_owned(),
                5 => "pid".to_owned(),
                6 => "N".to_owned(),
                _ => self.random.below(4).to_string(),
            };
        }
        if self.random.percent(8) {
            return self.probe(false);
        }
        let (a, b) = (self.expr(depth - 1), self.expr(depth - 1));
        let op = *self.random.pick(&[
            "+", "-", "*", "/", "%", "<", "<=", ">", ">=", "==", "!=", "&&", "||", "+", "-", "<", "==", "&", "|", "^",
            "<<", ">>",
        ]);
        match self.random.below(10) {
            0 => format!("!({a})"),
            1 => format!("-({a})"),
            2 => format!("~({a})"),
            _ => format!("({a} {op} {b})"),
        }
    }
}
