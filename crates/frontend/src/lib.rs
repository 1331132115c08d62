//! From a file to a system, whatever its language.
//!
//! A front-end gives a [`Source`]: a resolved program from which systems can be made. Languages with processes that are
//! created at run time may need several attempts: see [`Source::system`].

mod asked;
mod property;

use kulan_c as c;
use kulan_c::Programs;
use kulan_diagnostics::{Diagnostics, FileId, FileLoader, SourceMap};
use kulan_dve as dve;
use kulan_ir::{Instance, Invariant, System};
use kulan_promela as promela;
use kulan_tmc as tmc;

pub use asked::Asked;
pub use kulan_c::{Chosen, Options as COptions, Process, Udp};
pub use kulan_dve::Overflow;
pub use kulan_ltl::{Hoa, Spec, parse_hoa};
pub use kulan_tmc::Round;
pub use property::Property;

/// The input languages.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Language {
    /// SPIN's PROMELA: `.pml`, `.prm`, `.promela`.
    Promela,
    /// The language of the Transparent Model Checker: `.tmc`.
    Tmc,
    /// DVE, as the models of BEEM are written: `.dve`.
    Dve,
    /// C, as LLVM IR: `.ll`; `.c` and `.i` are what clang makes it of; `.toml` names several programs.
    C,
}

impl Language {
    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Language::Promela => "promela",
            Language::Tmc => "tmc",
            Language::Dve => "dve",
            Language::C => "c",
        }
    }

    /// The language of this name.
    pub fn named(name: &str) -> Option<Language> {
        [Language::Promela, Language::Tmc, Language::Dve, Language::C].into_iter().find(|l| l.name() == name)
    }

    /// The language a file's name tells, if it does.
    pub fn of_name(name: &str) -> Option<Language> {
        match name.rsplit_once('.')?.1 {
            "pml" | "prm" | "promela" | "spin" => Some(Language::Promela),
            "tmc" => Some(Language::Tmc),
            "dve" => Some(Language::Dve),
            "c" | "i" | "ll" | "toml" => Some(Language::C),
            _ => None,
        }
    }
}

/// A resolved program.
#[derive(Debug)]
pub enum Source {
    /// In PROMELA.
    Promela {
        /// The name of the system.
        name: String,
        /// The program.
        program: promela::hir::Program,
        /// Conditions that must hold in all states: the propositions of a property.
        invariants: Option<promela::hir::Property>,
    },
    /// In TMC's language.
    Tmc(tmc::Program),
    /// In C.
    C {
        /// The program.
        program: Box<c::Program>,
        /// How far it was followed.
        options: c::Options,
        /// Properties of the command line.
        properties: Vec<Property>,
        /// Conditions that must hold in all states: labels of its system.
        invariants: Vec<usize>,
    },
    /// In DVE.
    Dve {
        /// The program.
        program: dve::Program,
        /// What an assignment of a value out of range does.
        overflow: Overflow,
        /// Properties of the command line.
        properties: Vec<Property>,
        /// Conditions that must hold in all states.
        invariants: Vec<dve::Proposition>,
    },
}

/// How to read a model.
#[derive(Clone, Debug, Default)]
pub struct Reading {
    /// Symbols and parameters, with their values; in DVE names for expressions.
    pub defines: Vec<(String, Option<String>)>,
    /// Properties requested in addition to those in the model.
    pub asked: Asked,
    /// What an assignment of a value out of range does, in a language that leaves that open.
    pub overflow: Overflow,
    /// How far a program in C is followed.
    pub c: c::Options,
    /// The other files of a program in C.
    pub others: Vec<FileId>,
    /// The programs of a system of them, in place of one.
    pub processes: Vec<Process>,
}

/// A bound of a system.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Most {
    /// At most so many.
    pub number: u64,
    /// Whether the user chose it; otherwise it is a default. To choose the default makes no difference to what is
    /// known.
    pub chosen: bool,
}

/// How far a system goes.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// Threads that one place creates.
    pub threads: Most,
    /// Activations of one function on a call path.
    pub frames: Most,
    /// Objects that one place allocates.
    pub objects: Most,
    /// Whether the bound on objects matters even where it is not met.
    pub always: bool,
}

impl Bounds {
    /// The bound that a failed check of this kind is about.
    pub fn of(&self, kind: kulan_ir::CheckKind) -> Option<Most> {
        match kind {
            kulan_ir::CheckKind::Threads => Some(self.threads),
            kulan_ir::CheckKind::Frames => Some(self.frames),
            kulan_ir::CheckKind::Objects => Some(self.objects),
            _ => None,
        }
    }
}

/// Reads a model: preprocesses, parses, resolves. `None` if there were errors, which are in `diags`.
pub fn read(
    language: Language,
    main: FileId,
    loader: &dyn FileLoader,
    reading: &Reading,
    sources: &mut SourceMap,
    diags: &mut Diagnostics,
) -> Option<Source> {
    let Reading { defines, asked, overflow, c: options, others, processes } = reading;
    match language {
        Language::Promela => {
            let name = sources.file(main).name().to_string();
            let asked_for = asked.of_promela(main, loader, sources, diags)?;
            let model = promela::parse_with(main, &asked_for, loader, defines, sources, diags)?;
            let mut program = promela::resolve(&model, diags)?;
            let invariants = asked.sort_out(&mut program, sources);
            asked::name_claims(&mut program.properties, sources, diags)?;
            Some(Source::Promela { name, program, invariants })
        }
        Language::Tmc => {
            let refused = [(asked.never.is_some(), "--never"), (asked.automaton.is_some(), "--hoa")];
            if asked.refuse("TMC, which has formulas of its own,", &refused, main, diags) {
                return None;
            }
            let asked = asked.of_tmc(sources);
            tmc::parse_with(main, sources, defines, &asked, diags).map(Source::Tmc)
        }
        Language::C => {
            if asked.refuse("C", &[(asked.never.is_some(), "--never")], main, diags) {
                return None;
            }
            let asked::OfC { conditions, properties, invariants } = asked.of_c(sources, diags)?;
            let files: Vec<FileId> = std::iter::once(main).chain(others.iter().copied()).collect();
            let name = sources.file(main).name().to_string();
            let programs =
                if processes.is_empty() { Programs::One(&files) } else { Programs::Several(&name, processes) };
            let program = Box::new(c::read(programs, sources, loader, options, &conditions, diags)?);
            Some(Source::C { program, options: options.clone(), properties, invariants })
        }
        Language::Dve => {
            if asked.refuse("DVE", &[(asked.never.is_some(), "--never")], main, diags) {
                return None;
            }
            let program = dve::parse(main, sources, diags)?;
            let (properties, invariants) = asked.of_dve(&program, defines, sources, diags)?;
            Some(Source::Dve { program, overflow: *overflow, properties, invariants })
        }
    }
}

/// A system with observers of some of its labels.
fn with_invariants(mut system: System, invariants: &[usize]) -> System {
    let labels = std::mem::take(&mut system.labels);
    let stated = |&i: &usize| Invariant::stated(labels[i].predicate, &labels[i].name);
    system.add_invariants(invariants.iter().map(stated).collect());
    system
}

impl Source {
    /// The system with the given instances besides those that run from the start. A check of kind `MissingInstance` that
    /// fails in it says which one to add. Its observers are the invariants, and the conditions under which these and the
    /// propositions of the `watched` properties can be evaluated.
    pub fn system(&self, sources: &SourceMap, instances: &[Instance], watched: &[Property]) -> System {
        match self {
            Source::Promela { name, program, invariants } => {
                let watched: Vec<_> = watched.iter().filter_map(|p| Some((p.title(), p.promela()?))).collect();
                promela::lower_safety(program, sources, name, instances, invariants.as_ref(), &watched)
            }
            Source::Dve { program, overflow, invariants, .. } => {
                let watched: Vec<_> = watched.iter().map(|p| (p.title(), p.dve())).collect();
                program.safety_system(sources, *overflow, invariants, &watched)
            }
            Source::C { program, invariants, .. } => with_invariants(program.system(), invariants),
            Source::Tmc(program) => {
                let watched: Vec<_> = watched.iter().map(|p| (p.title(), p.atoms())).collect();
                program.safety_system(sources, &watched)
            }
        }
    }

    /// Whether [`Source::system`] has only some values of its inputs.
    pub fn is_restricted(&self) -> bool {
        matches!(self, Source::C { program, .. } if program.is_restricted())
    }

    /// The system with all values of its inputs, where [`Source::system`] has only some of them.
    pub fn open_system(&self) -> Option<System> {
        match self {
            Source::C { program, invariants, .. } => Some(with_invariants(program.open()?, invariants)),
            _ => None,
        }
    }

    /// The same with the propositions of a property as its labels, by number, and without observers of its own.
    pub fn observed(&self, sources: &SourceMap, instances: &[Instance], property: &Property) -> System {
        match self {
            Source::Promela { name, program, .. } => {
                promela::lower(program, sources, name, instances, property.promela())
            }
            Source::Dve { program, overflow, .. } => program.system(sources, *overflow, property.dve()),
            Source::C { program, .. } => labelled(program.observed(), property),
            Source::Tmc(program) => labelled(program.system(sources), property),
        }
    }

    /// Whether a system can have this instance.
    pub fn can_have(&self, instance: Instance) -> bool {
        match self {
            Source::Promela { program, .. } => {
                let (template, slot) = (instance.template as usize, instance.slot as usize);
                template < program.proctypes.len() && slot < promela::hir::MAX_PROCESSES
            }
            _ => false,
        }
    }

    /// How far the system goes, where the program could go further.
    pub fn bounds(&self) -> Option<Bounds> {
        match self {
            Source::C { options, program, .. } => {
                let most = |number: u32, chosen: bool| Most { number: number.into(), chosen };
                let (chosen, default) = (options.chosen, c::Options::default());
                let (threads, frames) = (program.threads(), program.frames());
                Some(Bounds {
                    threads: most(
                        threads,
                        chosen.threads && threads == options.max_threads && threads != default.max_threads,
                    ),
                    frames: most(frames, chosen.frames && frames == options.max_frames && frames != default.max_frames),
                    objects: most(options.max_objects, chosen.objects && options.max_objects != default.max_objects),
                    always: !self.few_objects().is_empty(),
                })
            }
            _ => None,
        }
    }

    /// Why the bound on objects matters even where it is not met.
    pub fn few_objects(&self) -> &[String] {
        match self {
            Source::C { program, .. } => program.few_objects(),
            _ => &[],
        }
    }

    /// Whether some of it is taken for granted although no option says so.
    pub fn assumes_unasked(&self) -> bool {
        matches!(self, Source::C { program, .. } if program.assumed().iter().any(|a| !a.chosen))
    }

    /// What answers take for granted because an option says so.
    pub fn assumed(&self) -> Option<String> {
        match self {
            Source::C { program, .. } => {
                let list: Vec<&str> = program.assumed().iter().map(|a| a.what.as_str()).collect();
                (!list.is_empty()).then(|| list.join(", "))
            }
            _ => None,
        }
    }

    /// Kinds of errors that were looked for even if no statement can cause one.
    pub fn kinds(&self) -> Vec<kulan_ir::CheckKind> {
        match self {
            Source::C { options, .. } => {
                use kulan_ir::CheckKind::{Leak, Lock, Memory, Overflow, Race, Unread};
                let asked = [
                    (Memory, true),
                    (Race, options.races),
                    (Lock, options.locks),
                    (Leak, options.leaks),
                    (Overflow, options.overflow),
                    (Unread, options.unread),
                ];
                asked.into_iter().filter_map(|(kind, asked)| asked.then_some(kind)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Whether it is a system of programs.
    pub fn has_processes(&self) -> bool {
        matches!(self, Source::C { program, .. } if program.has_processes())
    }

    /// Whether conditions must hold in all states.
    pub fn has_invariants(&self) -> bool {
        match self {
            Source::Promela { invariants, .. } => invariants.is_some(),
            Source::Dve { invariants, .. } => !invariants.is_empty(),
            Source::Tmc(program) => program.has_invariants(),
            Source::C { invariants, .. } => !invariants.is_empty(),
        }
    }

    /// Whether the systems of properties may lack something that only a search for errors tells of.
    pub fn observed_is_partial(&self) -> bool {
        matches!(self, Source::C { .. })
    }

    /// Whether processes may be created at run time.
    pub fn creates_processes(&self) -> bool {
        match self {
            Source::Promela { program, .. } => program.creates_processes(),
            _ => false,
        }
    }

    /// The properties to check where none is named: those that the source has, and those of the command line; of a TMC
    /// program those that it asks to check, or else all formulas.
    pub fn properties(&self) -> Vec<Property> {
        let mut all = self.all_properties();
        if let Source::Tmc(program) = self {
            let asked: Vec<String> = program.checks().into_iter().map(|c| c.formula).collect();
            let is_asked = |f: &tmc::NamedFormula| asked.is_empty() || f.is_further || asked.contains(&f.name);
            let asked: Vec<bool> = program.formulas().iter().map(is_asked).collect();
            all.retain(|p| asked[p.number() as usize]);
        }
        all
    }

    /// The choices of parameters that the source itself asks for, where the `given` ones, by name, are settled. Languages
    /// in which a model cannot ask have none.
    pub fn rounds(&self, given: &[String]) -> Result<Vec<Round>, String> {
        match self {
            Source::Tmc(program) => program.rounds(given),
            _ => Ok(Vec::new()),
        }
    }

    /// The properties that the source names, asked for or not, and those of the command line.
    pub fn all_properties(&self) -> Vec<Property> {
        let mut all = self.catalogue();
        all.retain(|p| !p.is_builtin());
        all
    }

    /// All temporal properties that the model can be asked about, by number: last those that each model of its language
    /// has.
    pub fn catalogue(&self) -> Vec<Property> {
        let list: Vec<Property> = match self {
            Source::Promela { program, .. } => {
                let builtins = program.proctypes.first().into_iter().flat_map(|p| promela::builtins(p.span));
                program.properties.iter().cloned().chain(builtins).map(|p| Property::of_promela(&p)).collect()
            }
            Source::C { properties, .. } => properties.clone(),
            Source::Tmc(program) => program.formulas().into_iter().map(Property::of_tmc).collect(),
            Source::Dve { program, properties, .. } => {
                let process = program.property().map(|p| {
                    let spec = Spec::Claim(p.automaton.clone());
                    Property::of_dve("property", &p.name, p.span, spec, p.propositions.clone())
                });
                process.into_iter().chain(properties.iter().cloned()).collect()
            }
        };
        list.into_iter().zip(0..).map(|(property, number)| property.numbered(number)).collect()
    }

    /// The temporal property with this name in reports.
    pub fn titled(&self, title: &str) -> Option<Property> {
        self.catalogue().into_iter().find(|p| p.title() == title)
    }
}

/// A system with those of its labels that a property speaks of.
fn labelled(mut system: System, property: &Property) -> System {
    let labels = std::mem::take(&mut system.labels);
    system.labels = property.atoms().iter().map(|&atom| labels[atom].clone()).collect();
    system
}
