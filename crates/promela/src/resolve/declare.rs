//! Declarations: mtypes, typedefs, variables, parameters, process types.

use kulan_diagnostics::{Diagnostic, Span};

use super::{Field, Kind, Resolver};
use crate::ast;
use crate::hir::{self, ChanType, Leaf, Proctype, Scalar, Variable};

/// Elements of all arrays together: beyond this a state would not fit anywhere.
const MAX_ELEMENTS: u64 = 1 << 20;

/// Messages of the largest channel: receiving one moves all others.
const MAX_CAPACITY: i32 = 4096;

/// Names that mean something without being declared.
const PREDEFINED: [&str; 6] = ["_", "_pid", "_nr_pr", "_last", "_priority", "STDIN"];

impl Resolver<'_> {
    pub(super) fn mtype(&mut self, m: &ast::MtypeDecl) {
        let table = self.mtype_table(m.subtype.as_ref());
        // SPIN numbers the names of one declaration from the last to the first.
        for ident in m.names.iter().rev() {
            let names = &mut self.program.mtypes[table].names;
            names.push(ident.name.to_string());
            let value = names.len() as i32;
            if value == 256 {
                self.error("mtype", ident.span, "more than 255 names in one mtype");
            }
            if let Some(&(other, _)) = self.constants.get(&ident.name) {
                let which = if other == table { "this mtype" } else { "another mtype" };
                self.error("duplicate", ident.span, format!("`{}` is already a name of {which}", ident.name));
            }
            self.constants.insert(ident.name.clone(), (table, value));
        }
    }

    fn mtype_table(&mut self, subtype: Option<&ast::Ident>) -> usize {
        let name = subtype.map(|s| s.name.to_string());
        if let Some(i) = self.program.mtypes.iter().position(|t| t.name == name) {
            return i;
        }
        self.program.mtypes.push(hir::MtypeTable { name, names: Vec::new() });
        self.program.mtypes.len() - 1
    }

    pub(super) fn typedef(&mut self, t: &ast::Typedef) {
        let mut fields: Vec<Field> = Vec::new();
        for decl in &t.fields {
            for d in &decl.vars {
                if fields.iter().any(|f| f.name == *d.name.name) {
                    self.error("duplicate", d.name.span, format!("field `{}` is declared twice", d.name.name));
                }
                if let Some(field) = self.declarator(decl, d, true) {
                    fields.push(field);
                }
            }
        }
        if self.typedefs.insert(t.name.name.clone(), self.structs.len()).is_some() {
            self.error("duplicate", t.name.span, format!("typedef `{}` is declared twice", t.name.name));
        }
        self.structs.push(fields);
    }

    pub(super) fn global(&mut self, decl: &ast::Decl) {
        for d in &decl.vars {
            let Some(field) = self.declarator(decl, d, true) else { continue };
            if self.globals.contains_key(&d.name.name) {
                self.error("duplicate", d.name.span, format!("`{}` is declared twice", d.name.name));
            }
            if self.constants.contains_key(&d.name.name) {
                self.error("duplicate", d.name.span, format!("`{}` is already an mtype constant", d.name.name));
            }
            self.globals.insert(d.name.name.clone(), self.program.globals.len());
            let variable = self.variable(&field, decl, d);
            self.program.globals.push(variable);
            self.global_fields.push(field);
        }
    }

    /// A local variable enters the innermost scope. With `at_start` its initialiser belongs to process creation.
    pub(super) fn local(&mut self, decl: &ast::Decl, d: &ast::Declarator, at_start: bool) -> Option<usize> {
        if decl.visibility == ast::Visibility::Hidden {
            self.error("hidden", d.span, "only a global variable can be hidden");
        }
        let field = self.declarator(decl, d, at_start)?;
        let current = self.current.expect("inside a body");
        let index = self.local_fields[current].len();
        let scope = self.scopes.last_mut().expect("a body has a scope");
        if scope.insert(d.name.name.clone(), index).is_some() {
            self.error("duplicate", d.name.span, format!("`{}` is declared twice in this scope", d.name.name));
        }
        let variable = self.variable(&field, decl, d);
        self.program.proctypes[current].locals.push(variable);
        self.local_fields[current].push(field);
        Some(index)
    }

    fn variable(&mut self, field: &Field, decl: &ast::Decl, d: &ast::Declarator) -> Variable {
        let mut leaves = Vec::new();
        self.flatten(field, String::new(), &[], &mut leaves);
        if leaves.iter().map(|l: &Leaf| l.len() as u64).sum::<u64>() > MAX_ELEMENTS {
            self.error("too-large", d.span, format!("`{}` has more than {MAX_ELEMENTS} elements", d.name.name));
        }
        let hidden = decl.visibility == ast::Visibility::Hidden;
        Variable { name: d.name.name.to_string(), leaves, hidden, span: d.name.span }
    }

    fn flatten(&self, field: &Field, suffix: String, dims: &[u32], out: &mut Vec<Leaf>) {
        let mut dims = dims.to_vec();
        dims.extend(field.dim);
        match &field.kind {
            Kind::Scalar(scalar) => out.push(Leaf {
                suffix,
                scalar: if field.dim.is_some() { scalar.unpacked() } else { *scalar },
                dims,
                channel: field.channel.clone(),
                init: field.init.clone(),
            }),
            Kind::Struct(index) => {
                for inner in &self.structs[*index] {
                    self.flatten(inner, format!("{suffix}.{}", inner.name), &dims, out);
                }
            }
        }
    }

    /// One declarator; with `with_init` its initialiser is resolved too.
    fn declarator(&mut self, decl: &ast::Decl, d: &ast::Declarator, with_init: bool) -> Option<Field> {
        if PREDEFINED.contains(&d.name.name.as_str()) {
            self.error("duplicate", d.name.span, format!("`{}` is predefined and cannot be declared", d.name.name));
        }
        let field = self.shape(decl, d, with_init);
        if field.is_none() {
            self.failed.insert(d.name.name.clone());
        }
        field
    }

    fn shape(&mut self, decl: &ast::Decl, d: &ast::Declarator, with_init: bool) -> Option<Field> {
        let kind = self.kind(&decl.ty, d)?;
        let dim = match &d.len {
            Some(len) => Some(self.array_length(len)?),
            None => None,
        };
        let mut field = Field { name: d.name.name.to_string(), kind, dim, channel: None, init: Vec::new() };
        if let Some(init) = &d.init {
            self.strict = true;
            self.initializer(&mut field, init, d.span, with_init);
            self.strict = self.in_claim;
        }
        Some(field)
    }

    fn initializer(&mut self, field: &mut Field, init: &ast::Initializer, span: Span, with_init: bool) {
        let is_chan = matches!(field.kind, Kind::Scalar(Scalar::Chan));
        if matches!(field.kind, Kind::Struct(_)) {
            let d = Diagnostic::warning("initialiser", span, "the initialiser of a structure is ignored, as in SPIN");
            self.diags.push(d.help("initialise the fields in the typedef, or assign them"));
            return;
        }
        match init {
            ast::Initializer::Chan(chan) if is_chan => {
                if !with_init {
                    let d = Diagnostic::error(
                        "chan-init",
                        chan.span,
                        "a channel cannot be created behind the first statement",
                    )
                    .help("move the declaration to the beginning of the body");
                    self.diags.push(d);
                }
                field.channel = self.channel_type(chan);
            }
            ast::Initializer::Chan(chan) => {
                self.error("type", chan.span, "only a `chan` can be initialised with a channel")
            }
            ast::Initializer::Expr(e) if with_init => field.init.extend(self.value(e)),
            ast::Initializer::Expr(_) => {}
            ast::Initializer::List(list, list_span) => {
                if field.dim.is_none() {
                    self.error("initialiser", *list_span, "a list can only initialise an array");
                }
                if list.len() > field.dim.unwrap_or(1) as usize {
                    self.error("initialiser", *list_span, "more values than the array has elements");
                }
                if with_init {
                    let values: Vec<_> = list.iter().filter_map(|e| self.value(e)).collect();
                    field.init = values;
                    // As in SPIN, the last value of a short list fills the rest.
                    if let Some(last) = field.init.last().cloned() {
                        field.init.resize(field.dim.unwrap_or(1) as usize, last);
                    }
                }
            }
        }
    }

    fn kind(&mut self, ty: &ast::TypeName, d: &ast::Declarator) -> Option<Kind> {
        let scalar = match ty {
            ast::TypeName::Unsigned => Scalar::Unsigned(self.bit_width(d)?),
            ast::TypeName::User(ident) => {
                let Some(&index) = self.typedefs.get(&ident.name) else {
                    self.error("unknown-type", ident.span, format!("there is no type `{}`", ident.name));
                    return None;
                };
                return Some(Kind::Struct(index));
            }
            other => self.scalar(other),
        };
        if d.width.is_some() && !matches!(ty, ast::TypeName::Unsigned) {
            self.error("type", d.span, "only `unsigned` takes a width");
        }
        Some(Kind::Scalar(scalar))
    }

    fn bit_width(&mut self, d: &ast::Declarator) -> Option<u8> {
        let Some(width) = &d.width else {
            self.error("type", d.span, format!("`unsigned {0}` needs a width, as in `unsigned {0} : 4`", d.name.name));
            return None;
        };
        match self.constant(width)? {
            n @ 1..=31 => Some(n as u8),
            n => {
                self.error("type", width.span, format!("a width of {n} bits is not in 1..31"));
                Some(31)
            }
        }
    }

    fn scalar(&mut self, ty: &ast::TypeName) -> Scalar {
        match ty {
            ast::TypeName::Bit => Scalar::Bit,
            ast::TypeName::Bool => Scalar::Bool,
            ast::TypeName::Byte => Scalar::Byte,
            ast::TypeName::Pid => Scalar::Pid,
            ast::TypeName::Short => Scalar::Short,
            ast::TypeName::Int => Scalar::Int,
            ast::TypeName::Chan => Scalar::Chan,
            ast::TypeName::Mtype(sub) => Scalar::Mtype(self.mtype_table(sub.as_ref())),
            ast::TypeName::Unsigned | ast::TypeName::User(_) => unreachable!("handled by the caller"),
        }
    }

    fn array_length(&mut self, len: &ast::Expr) -> Option<u32> {
        match self.constant(len)? {
            n if n > 0 && (n as u64) <= MAX_ELEMENTS => Some(n as u32),
            n => {
                self.error("array-length", len.span, format!("an array cannot have {n} elements"));
                None
            }
        }
    }

    fn channel_type(&mut self, chan: &ast::ChanInit) -> Option<ChanType> {
        let capacity = self.constant(&chan.capacity)?;
        if !(0..=MAX_CAPACITY).contains(&capacity) {
            let message = format!("a channel cannot hold {capacity} messages (0 to {MAX_CAPACITY})");
            self.error("capacity", chan.capacity.span, message);
            return None;
        }
        let mut fields = Vec::new();
        for ty in &chan.fields {
            match ty {
                ast::TypeName::User(ident) => match self.typedefs.get(&ident.name) {
                    Some(&index) => self.flatten_message(index, &mut fields),
                    None => {
                        self.error("unknown-type", ident.span, format!("there is no type `{}`", ident.name));
                        return None;
                    }
                },
                other => fields.push(self.scalar(other)),
            }
        }
        unpack_only(&mut fields);
        Some(ChanType { capacity: capacity as u32, fields })
    }

    /// The fields of a message that is this structure.
    pub(super) fn message_fields(&self, structure: usize) -> Vec<Scalar> {
        let mut fields = Vec::new();
        self.flatten_message(structure, &mut fields);
        unpack_only(&mut fields);
        fields
    }

    fn flatten_message(&self, index: usize, out: &mut Vec<Scalar>) {
        let mut leaves = Vec::new();
        let whole =
            Field { name: String::new(), kind: Kind::Struct(index), dim: None, channel: None, init: Vec::new() };
        self.flatten(&whole, String::new(), &[], &mut leaves);
        for leaf in leaves {
            out.extend(std::iter::repeat_n(leaf.scalar.packed(), leaf.len()));
        }
    }

    pub(super) fn proctype(&mut self, p: &ast::Proctype) {
        let priority = p.priority.as_ref().and_then(|e| self.constant(e));
        let count = match &p.active {
            None => 0,
            Some(active) => active.count.as_ref().map_or(Some(1), |e| self.constant(e)).unwrap_or(1),
        };
        if !(0..=255).contains(&count) {
            self.error("active", p.span, format!("{count} processes cannot be active (at most 255)"));
        }
        if p.deterministic {
            self.diags.push(Diagnostic::warning(
                "d-proctype",
                p.name.span,
                "D_proctype is taken as proctype: determinism is not checked",
            ));
        }
        self.open(p.name.name.to_string(), priority, count.clamp(0, 255) as u32, p.name.span);
        for decl in &p.params {
            for d in &decl.vars {
                if d.init.is_some() {
                    self.error("initialiser", d.span, "a parameter takes no initialiser");
                }
                if d.len.is_some() {
                    self.error("parameter", d.span, "an array cannot be a parameter");
                }
                self.local(decl, d, false);
            }
        }
        let current = self.current.expect("just opened");
        self.program.proctypes[current].params = self.program.proctypes[current].locals.len();
        if let Some(provided) = &p.provided {
            let provided = self.value(provided);
            self.program.proctypes[current].provided = provided;
        }
        self.body(&p.body);
        self.close();
    }

    /// The body of a never claim or trace assertion, as if it were that of a process type.
    pub(super) fn claim_body(&mut self, name: &str, body: &ast::Sequence, span: Span) -> hir::Proctype {
        self.open(name.into(), None, 0, span);
        self.body(body);
        self.close();
        self.local_fields.pop();
        self.program.proctypes.pop().expect("just opened")
    }

    pub(super) fn init(&mut self, i: &ast::Init) {
        let priority = i.priority.as_ref().and_then(|e| self.constant(e));
        self.open(":init:".into(), priority, 1, i.span);
        self.body(&i.body);
        self.close();
    }

    fn open(&mut self, name: String, priority: Option<i32>, active: u32, span: Span) {
        let index = self.program.proctypes.len();
        self.program.uses_priority |= priority.is_some();
        self.program.initial.extend(std::iter::repeat_n(index, active as usize));
        self.program.proctypes.push(Proctype {
            name,
            params: 0,
            locals: Vec::new(),
            states: Vec::new(),
            labels: Vec::new(),
            unreachable_labels: Vec::new(),
            provided: None,
            active,
            priority: priority.unwrap_or(1),
            unreachable: Vec::new(),
            span,
        });
        self.local_fields.push(Vec::new());
        self.current = Some(index);
        self.scopes.push(Default::default());
    }

    fn close(&mut self) {
        self.scopes.clear();
        self.current = None;
    }
}

/// The only field of a message is not packed with others.
fn unpack_only(fields: &mut [Scalar]) {
    if let [only] = fields {
        *only = only.unpacked();
    }
}
