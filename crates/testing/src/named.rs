//! Small systems on which published or plausible reductions went wrong, and edits of them.
//!
//! Chance alone seldom meets these (it takes a certain order of conflicts), but a system near one of them often does.

use kulan_ir::System;

use crate::Random;

/// Names and texts.
pub const NAMED: &[(&str, &str)] = &[
    ("inconsistent labelling", INCONSISTENT_LABELLING),
    ("toggle", TOGGLE),
    ("polarity", POLARITY),
    ("two locks", TWO_LOCKS),
    ("phases", PHASES),
    ("ignoring", IGNORING),
    ("handover", HANDOVER),
    ("failing", FAILING),
];

/// Neele, Valmari, Willemse: a transition that is no key is disabled on the way, and what is seen changes.
const INCONSISTENT_LABELLING: &str = "
system inconsistent_labelling
process p
thread t in p
var x : u2
var q : u1
var ad : u1
var kd : u1
var cd : u1
transition t { when x == 0 set x = 1 set q = 1 - ad }
transition t { when x == 1 set x = 2 set q = 0 }
transition t { when ad == 0 when kd == 0 when x != 1 set ad = 1 }
transition t { when ad == 0 when kd == 0 set kd = 1 }
transition t { when x == 2 when ad == 1 when cd == 0 check assert q == 0 says \"q\" set cd = 1 }
end false
";

/// The must-disable set read with the premise that the transition was enabled: the deadlock y = 1, z = 0 is lost.
const TOGGLE: &str = "
system toggle
process p
thread t in p
var x : u1 = 1
var y : u1
var z : u1
var c : u2
var done : u1
transition t { when c <u 2 set x = 1 - x set c = c + 1 set z = ite(x == 0, y, z) }
transition t { when x == 1 when done == 0 set y = 1 set done = 1 }
transition t { when done == 0 set done = 1 }
end false
";

const POLARITY: &str = "
system polarity
process p
thread t in p
var al : u1
var kd : u1
var tq : u1
var rd : u1
transition t { when al == 0 when kd == 0 set al = 1 }
transition t { when al == 0 when kd == 0 set kd = 1 }
transition t { when tq == 0 check assert al == 0 says \"p\" set tq = 1 }
transition t { when al == 1 when rd == 0 check assert tq == 1 says \"q\" set rd = 1 }
end false
";

/// The deadlock of two locks taken in different orders.
const TWO_LOCKS: &str = "
system two_locks
process a
process b
thread a in a counter ata
thread b in b counter atb
var ata of thread a : u3
var atb of thread b : u3
var la : u1
var lb : u1
transition a { when ata == 0 when la == 0 set la = 1 set ata = 1 }
transition a { when ata == 1 when lb == 0 set lb = 1 set ata = 2 }
transition a { when ata == 2 set lb = 0 set ata = 3 }
transition a { when ata == 3 set la = 0 set ata = 4 }
transition b { when atb == 0 when lb == 0 set lb = 1 set atb = 1 }
transition b { when atb == 1 when la == 0 set la = 1 set atb = 2 }
transition b { when atb == 2 set la = 0 set atb = 3 }
transition b { when atb == 3 set lb = 0 set atb = 4 }
end ata == 4 & atb == 4
";

/// `x := 0; y := 2` beside `y := 1; x := y`: the outcome 1, 2 must be found.
const PHASES: &str = "
system phases
process a
process b
thread a in a counter ata
thread b in b counter atb
var ata of thread a : u2
var atb of thread b : u2
var x : u2
var y : u2
transition a { when ata == 0 set x = 0 set ata = 1 }
transition a { when ata == 1 set y = 2 set ata = 2 }
transition b { when atb == 0 set y = 1 set atb = 1 }
transition b { when atb == 1 set x = y set atb = 2 }
transition b { when atb == 2 when ata == 2 check assert !(x == 1 & y == 2) says \"1, 2\" set atb = 3 }
end atb == 3
";

/// A loop that can go on forever beside an assertion that fails.
const IGNORING: &str = "
system ignoring
process a
process b
thread a in a counter ata
thread b in b counter atb
var ata of thread a : u1
var atb of thread b : u2
var x : u1
transition a { when ata == 0 set ata = 1 }
transition a { when ata == 1 set ata = 0 }
transition b { when atb == 0 set x = 1 set atb = 1 }
transition b { when atb == 1 check assert x == 0 says \"x\" set atb = 2 }
end true
";

/// A rendezvous that takes the place of steps which go nowhere.
const HANDOVER: &str = "
system handover
process a
process b
process c
thread a in a counter ata
thread b in b counter atb
thread c in c counter atc
var ata of thread a : u2
var atb of thread b : u2
var atc of thread c : u2
var m : u2
transition a { when ata == 0 when atb == 0 set ata = 1 set atb = 1 set m = 1 }
transition a { when ata == 0 when atc == 0 set ata = 1 set atc = 1 set m = 2 }
transition b { when atb == 0 when atc == 0 set atb = 2 set atc = 2 }
transition b { when atb == 1 check assert m == 1 says \"m\" set atb = 0 }
transition c { when atc == 1 set m = m + 1 set atc = 2 }
transition a { when ata == 1 set ata = 0 }
end false
";

/// A step that always fails a check, so that the fallback beside it never happens.
const FAILING: &str = "
system failing
process a
thread a in a counter ata
var ata of thread a : u1
transition a { check index false says \"a check\" }
transition a fallback { check index false says \"a check\" }
end false
";

/// The system of a text.
pub fn system(text: &str) -> System {
    kulan_ir::text::parse(text).unwrap_or_else(|e| panic!("{e:?}\n{text}"))
}

/// A system near one of those: its lines with up to three edits. `None` if that gives no system.
pub fn near(seed: u64) -> Option<System> {
    let mut random = Random::new(seed ^ 0x6e61_6d65);
    let text = NAMED[random.below(NAMED.len())].1;
    // One condition or assignment to a line, so that a line is what is edited.
    let text = text.replace(" when ", "\n when ").replace(" set ", "\n set ").replace(" check ", "\n check ");
    let mut lines: Vec<String> = text.replace(" }", "\n }").lines().map(str::to_string).collect();
    for _ in 0..random.below(4) {
        edit(&mut random, &mut lines);
    }
    kulan_ir::text::parse(&lines.join("\n")).ok()
}

fn edit(random: &mut Random, lines: &mut Vec<String>) {
    let edited: Vec<usize> =
        (0..lines.len()).filter(|&i| lines[i].starts_with(" when") || lines[i].starts_with(" set")).collect();
    let (Some(&at), Some(&other)) = (edited.get(random.below(edited.len().max(1))), edited.first()) else { return };
    let other = edited[random.below(edited.len())].max(other);
    match random.below(5) {
        0 => drop(lines.remove(at)),
        1 => lines[at] = lines[other].clone(),
        2 => lines.insert(at, lines[other].clone()),
        3 => lines[at] = lines[at].replace("==", "!="),
        _ => {
            let digit = random.below(4).to_string();
            let place = lines[at].rfind(|c: char| c.is_ascii_digit());
            if let Some(place) = place {
                lines[at].replace_range(place..=place, &digit);
            }
        }
    }
}
