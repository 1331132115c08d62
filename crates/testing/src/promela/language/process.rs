//! Process types and the initial process.

use super::scope::{COLORS, Channel, Known, SIZES, Type};
use super::{Body, Context, Draft, Mode, Stmt};
use crate::promela::generate::{each, resolve_jump};
use crate::promela::{Kind, Process};

impl Draft {
    pub(super) fn processes(&mut self) {
        let count = *self.random.pick(&[1, 2, 2, 3, 3]);
        let created = if self.features.creates { self.random.between(1, count) } else { 0 };
        let mut pid = 0;
        // Active ones come first, so that their numbers are known; one asks what others can do.
        for number in 0..count - created {
            let instances = if self.percent(25) { 2 } else { 1 };
            let process = self.active(number, instances);
            let known = self.as_known(number, &process, (pid..pid + instances).collect());
            pid += instances;
            self.program.processes.push(process);
            self.known.push(known);
        }
        for number in count - created..count {
            let process = self.created(number);
            self.program.processes.push(process);
        }
        if created > 0 || self.percent(15) {
            self.note("init");
            let init = self.init();
            self.program.processes.push(init);
        }
    }

    /// What others may ask about a process type. Numbers are certain only if no new process takes over one.
    fn as_known(&mut self, number: usize, process: &Process, pids: Vec<usize>) -> Known {
        let mut labels = Vec::new();
        let mut body = process.body.clone();
        each(&mut body, &mut |s| labels.extend(s.label.clone().filter(|l| !l.contains(':'))));
        let locals = if process.locals.iter().any(|l| l.starts_with("byte a[")) {
            vec!["k".into(), "pd".into(), "a[1]".into()]
        } else {
            vec!["k".into(), "pd".into()]
        };
        let pids = if self.features.creates { Vec::new() } else { pids };
        Known { name: format!("P{number}"), pids, labels, locals }
    }

    fn priority(&mut self) -> String {
        if !self.features.priority || self.percent(50) {
            return String::new();
        }
        self.note("priority");
        format!(" priority {}", self.random.between(1, 4))
    }

    fn provided(&mut self) -> String {
        if !self.percent(8) {
            return String::new();
        }
        self.note("provided");
        format!(" provided ({})", self.full_condition())
    }

    fn begin(&mut self, number: usize) {
        let asks_enabled = self.features.enabled && !self.known.is_empty();
        self.features.enabled &= !asks_enabled;
        self.body = Body { number, asks_enabled, ..Body::default() };
    }

    fn active(&mut self, number: usize, instances: usize) -> Process {
        self.begin(number);
        self.body.single = instances == 1;
        let kept = self.scope.clone();
        let mut params = "";
        if self.percent(10) {
            self.note("active with a parameter");
            self.scope.add("p", Type::BYTE, "variable");
            params = "byte p";
        }
        let active = if instances == 1 { "active".to_string() } else { format!("active [{instances}]") };
        self.note(if instances == 1 { "active" } else { "active [n]" });
        let (priority, provided) = (self.priority(), self.provided_before(&kept));
        let head = format!("{active} proctype P{number}({params}){priority}{provided}");
        let process = self.finish(head, Vec::new(), 4);
        self.scope = kept;
        process
    }

    /// A condition about globals.
    fn provided_before(&mut self, globals: &super::Scope) -> String {
        let kept = std::mem::replace(&mut self.scope, globals.clone());
        let known = std::mem::take(&mut self.known);
        let provided = self.provided();
        (self.scope, self.known) = (kept, known);
        provided
    }

    /// A type with parameters: a number, a channel of the first signature, an mtype.
    fn created(&mut self, number: usize) -> Process {
        self.begin(number);
        self.note("parameters");
        let kept = self.scope.clone();
        let mut params = vec!["byte p".to_string()];
        self.scope.add("p", Type::BYTE, "variable");
        if let Some(signature) = self.passed() {
            params.push("chan q".into());
            let channel = Channel { text: "q".into(), signature, kind: "channel parameter", reads: true, writes: true };
            self.scope.channels.push(channel);
        }
        if number == 1 {
            self.note("mtype parameter");
            params.push("mtype:size z; mtype y".into());
            self.scope.add("z", Type::Size, "variable");
            self.scope.add("y", Type::BYTE, "variable");
        }
        self.body.creates_itself = self.percent(40);
        let provided = self.provided_before(&kept);
        let head = format!("proctype P{number}({}){provided}", params.join("; "));
        let process = self.finish(head, Vec::new(), 3);
        self.scope = kept;
        process
    }

    /// The signature of channels that are passed as parameters.
    fn passed(&self) -> Option<usize> {
        self.scope.channels.iter().find(|c| c.reads && c.writes).map(|c| c.signature)
    }

    /// `run` of a process type that is not active: a certain one, or any.
    pub(super) fn run_created(&mut self, number: Option<usize>) -> Option<String> {
        let is_created = |head: &str| head.starts_with("proctype");
        let list: Vec<usize> =
            (0..self.program.processes.len()).filter(|&i| is_created(&self.program.processes[i].head)).collect();
        let number = match number {
            Some(number) => number,
            None if list.is_empty() => return None,
            None => *self.random.pick(&list),
        };
        let kept = std::mem::replace(&mut self.body.plain, true);
        let mut args = vec![format!("({}) & 3", self.value(1))];
        self.body.plain = kept;
        if let Some(signature) = self.passed() {
            args.push(self.channel_value(signature)?);
        }
        if number == 1 {
            args.push(self.random.pick(&SIZES).to_string());
            args.push(self.random.pick(&COLORS).to_string());
        }
        let priority = match self.features.priority && self.percent(30) {
            true => {
                self.note("priority of a run");
                format!(" priority {}", self.random.between(1, 4))
            }
            false => String::new(),
        };
        Some(format!("run P{number}({}){priority}", args.join(", ")))
    }

    /// Creates processes, now and then in a loop that waits until they have ended.
    fn init(&mut self) -> Process {
        self.begin(99);
        self.body.is_init = true;
        let kept = self.scope.clone();
        let mut starts = Vec::new();
        let count = self.program.processes.len();
        for number in 0..count {
            if !self.program.processes[number].head.starts_with("proctype") {
                continue;
            }
            starts.extend(self.starts(number));
        }
        if starts.len() > 1 && self.percent(40) {
            starts = vec![Stmt { label: None, kind: Kind::Block("atomic".into(), starts) }];
        }
        let priority = self.priority();
        let process = self.finish(format!("init{priority}"), starts, 2);
        self.scope = kept;
        process
    }

    fn starts(&mut self, number: usize) -> Vec<Stmt> {
        let Some(run) = self.inside("run", |d| d.run_created(Some(number))) else { return Vec::new() };
        let waits = format!("(_nr_pr <= {})", self.random.between(1, 3));
        if self.percent(25) {
            self.note("run in a loop");
            let body = vec![Stmt::line(run), Stmt::line(waits)];
            return vec![Stmt { label: None, kind: Kind::Block("for (k : 0 .. 1)".into(), body) }];
        }
        let mut list = vec![Stmt::line(run)];
        if self.percent(25) {
            list.push(Stmt::line(waits));
        }
        list
    }

    /// The locals of every process, and more in some.
    fn locals(&mut self) -> Vec<String> {
        let mut locals: Vec<String> = vec!["byte k".into(), "byte pd".into()];
        self.scope.add("k", Type::BYTE, "variable");
        if self.percent(30) {
            locals.push("byte kk".into());
            self.scope.add("kk", Type::BYTE, "variable");
        }
        if self.percent(25) {
            self.note("local value from an expression");
            locals.push(format!(
                "short x = ({}) & 3",
                self.random.pick(&["g0", "_pid", "g0 + 1", "_pid - 1", "-g0", "k + 1"])
            ));
            self.scope.add("x", Type::of("short"), "variable");
        }
        if self.percent(20) {
            self.note("local array");
            let fill = self.fill(2);
            locals.push(format!("byte a[2]{fill}"));
            self.scope.add_array("a".into(), "", 2, Type::BYTE);
        }
        if self.percent(15) {
            self.local_message(&mut locals);
        }
        self.local_channels(&mut locals);
        self.exclusive_use(&mut locals);
        locals
    }

    fn local_message(&mut self, locals: &mut Vec<String>) {
        let mut structures =
            self.signatures.iter().enumerate().filter_map(|(s, sig)| Some((s, sig.structure.clone()?)));
        let Some((signature, name)) = structures.next_back() else { return };
        self.note("local structure");
        locals.push(format!("{name} lm"));
        self.scope.add("lm.f", Type::BYTE, "field");
        self.scope.messages.push(("lm".into(), signature));
    }

    fn local_channels(&mut self, locals: &mut Vec<String>) {
        for signature in 0..self.signatures.len() {
            if self.percent(12) {
                self.note("local channel declared");
                let creation = self.creation(signature);
                locals.push(format!("chan l{signature} = {creation}"));
                let text = if self.percent(30) {
                    let last = locals.len() - 1;
                    locals[last] = format!("chan l{signature}[2] = {creation}");
                    format!("l{signature}[{}]", self.random.pick(&["0", "1", "k & 1"]))
                } else {
                    format!("l{signature}")
                };
                let channel = Channel { text, signature, kind: "local channel", reads: true, writes: true };
                self.scope.channels.push(channel);
            }
            if self.percent(15) {
                self.note("channel variable declared");
                locals.push(format!("chan h{signature}"));
                self.scope.add(format!("h{signature}"), Type::Chan(signature), "channel variable");
            }
        }
    }

    /// The first process type is the only one that reads the exclusive channel, the next the only one that writes it.
    fn exclusive_use(&mut self, locals: &mut Vec<String>) {
        let (number, single) = (self.body.number, self.body.single);
        let Some(channel) = self.scope.channels.iter_mut().find(|c| c.text == "only") else { return };
        match number {
            0 if single => channel.reads = true,
            1 if single => channel.writes = true,
            _ => return,
        }
        let word = if number == 0 { "xr" } else { "xs" };
        locals.push(format!("{word} only"));
        self.note(if number == 0 { "xr" } else { "xs" });
    }

    /// Messages for others, so that fewer programs stop where they start. As in a d_step, they wait for nobody.
    fn first_messages(&mut self) -> Vec<Stmt> {
        let context = Context { mode: Mode::DStep, breaks: false, first: true };
        let count = self.random.below(3);
        (0..count).filter_map(|_| self.inside("send", |d| d.send(context, false)).map(Stmt::line)).collect()
    }

    fn finish(&mut self, head: String, mut body: Vec<Stmt>, most: usize) -> Process {
        let mut locals = self.locals();
        if self.body.number == 0 || self.body.is_init {
            body.extend(self.first_messages());
        }
        let depth = *self.random.pick(&[1, 2, 2, 3]);
        body.extend(self.sequence(Context::FREE, most, depth));
        if locals.iter().any(|l| l.starts_with("chan l")) && self.percent(90) {
            // A channel ends with its process, and others may still hold it.
            body.push(Stmt { label: Some("end".into()), kind: Kind::Line("false".into()) });
        }
        for counter in 1..=self.body.counters {
            locals.insert(0, format!("byte w{counter}"));
        }
        let mut labels = Vec::new();
        each(&mut body, &mut |s| labels.extend(target(s)));
        let mut seen = 0;
        each(&mut body, &mut |s| {
            seen += usize::from(target(s).is_some());
            resolve_jump(&mut self.random, s, &labels, seen);
        });
        Process { head, locals, body }
    }
}

/// The label of a statement to which jumps go.
fn target(stmt: &Stmt) -> Option<String> {
    let label = stmt.label.as_ref()?;
    let first = label.split(':').next()?;
    first.starts_with('L').then(|| first.to_string())
}
