//! Simulation, and replay step by step.

use crate::support::*;

#[test]
fn a_seed_gives_the_same_walk_again() {
    let folder = Folder::new();
    let file = model("peterson.pml");
    let walk = |seed| folder.run(&["simulate", &file, "--seed", seed, "--steps", "30"]).expect(0).stdout;
    let first = walk("7");
    assert!(first.starts_with("seed 7 "), "{first}");
    assert!(first.contains("stopped after 30 steps"), "{first}");
    assert_eq!(first, walk("7"));
    assert_ne!(first.lines().skip(1).collect::<Vec<_>>(), walk("8").lines().skip(1).collect::<Vec<_>>());
}

#[test]
fn walks_end_where_the_model_does() {
    let folder = Folder::new();
    folder.run(&["simulate", &model("formula.pml"), "--seed", "1"]).expect(0).says("the run ends as it may");
    folder.run(&["simulate", &model("index.pml"), "--seed", "1"]).expect(1).says("violated: index");
    folder.run(&["simulate", &model("blocked.pml"), "--seed", "1"]).expect(1).says("violated: blocked");
    let philosophers = folder.run(&["simulate", &model("philosophers.pml"), "--seed", "3"]).expect(1);
    philosophers.says("violated: deadlock").says("is empty");
}

#[test]
fn processes_that_turn_up_late_are_no_obstacle() {
    let folder = Folder::new();
    // Longer than the probe looks ahead: the instance is met in the middle of a walk.
    let text = "byte x;\nproctype Late() { x = 0 }\n\
                init { do :: x < 250 -> x++ :: x == 250 -> break od; run Late(); x == 0; assert(false) }\n";
    folder.write("late.pml", text);
    let walk = folder.run(&["simulate", "late.pml", "--seed", "1"]).expect(1).stdout;
    let numbers: Vec<usize> = walk.lines().filter_map(|l| l.split_whitespace().next()?.parse().ok()).collect();
    assert_eq!(numbers, (1..=numbers.len()).collect::<Vec<_>>(), "every step once");
    assert!(walk.contains("Late(1)"), "{walk}");
    folder.run(&["check", "late.pml"]).expect(1);
    folder.run(&["replay", "late.pml", "late.pml.trace"]).expect(0);
}

#[test]
fn by_hand() {
    let folder = Folder::new();
    let file = model("rendezvous.pml");
    let ran = folder.feed(&["simulate", &file, "--interactive"], "2\n1\ns\nu\n77\nwhat\nr\nq\n").expect(0);
    let ran = ran.says("2)  Client(2)").says("handshake ask: request,3  Client(2) -> Server(0)");
    let ran = ran.says("Server(0).who = 3").says("there is no such statement").says("u to undo");
    ran.says("handshake answer[2]: grant  Server(0) -> Client(2)");
    folder.feed(&["simulate", &file, "-i"], "1\n").expect(0);
}

#[test]
fn by_hand_to_the_end() {
    let folder = Folder::new();
    let ran = folder.feed(&["simulate", &model("channel.pml"), "-i"], "1\n1\nu\n1\nq\n").expect(0);
    assert_eq!(ran.stdout.matches("violated: channel").count(), 2, "{}", ran.stdout);
}

#[test]
fn replay_goes_both_ways() {
    let folder = Folder::new();
    let file = model("index.pml");
    folder.run(&["check", &file, "--search", "bfs"]).expect(1);
    let commands = "n\n\np\ng 9\ns\np\ne\nn\np\ng 0\np\n?\nq\n";
    let ran = folder.feed(&["replay", &file, "index.pml.trace", "--step"], commands).expect(0);
    let steps: Vec<&str> = ran.stdout.lines().filter_map(|l| l.split_whitespace().next()).collect();
    let numbers: Vec<u32> = steps.iter().filter_map(|w| w.parse().ok()).filter(|&n| n <= 11).collect();
    assert_eq!(numbers, [11, 1, 2, 1, 9, 8, 11, 10, 0], "{}", ran.stdout);
    ran.says("P(0).i = 3").says("this is the end").says("this is the start").says("go to step N");
}

const TALKING: &str = "mtype = { red, green };\nbyte limit = 2;\nchan c = [2] of { byte, mtype };\nbyte x;\n\
                       active proctype P() {\nhere: printf(\"x is %d of %u%%\\n\", x, limit);\nx++;\nc!x,green;\n\
                       if :: x < limit -> goto here :: else fi;\nassert(false) }\n\
                       active proctype Q() { mtype m = red; printm(m); false }\n";

#[test]
fn a_walk_shows_what_the_model_prints() {
    let folder = Folder::new();
    folder.write("m.pml", TALKING);
    let ran = folder.run(&["simulate", "m.pml", "--seed", "1"]).expect(1);
    let ran = ran.says("prints \"x is 0 of 2%\"").says("prints \"x is 1 of 2%\"").says("prints \"red\"");
    assert!(!ran.stdout.contains("%\n"), "{}", ran.stdout);
    folder.run(&["check", "m.pml"]).expect(1).says("prints \"x is 0 of 2%\"");
    let trace = std::fs::read_to_string(folder.0.join("m.pml.trace")).unwrap();
    assert!(trace.contains("\"prints\": \"x is 0 of 2%\\n\""), "{trace}");
}

#[test]
fn a_state_shows_places_channels_and_constants() {
    let folder = Folder::new();
    folder.write("m.pml", TALKING);
    let ran = folder.feed(&["simulate", "m.pml", "-i"], "s\n1\n1\n1\ns\nq\n").expect(0);
    let ran = ran.says("P(0) is at m.pml:6 (here)").says("Q(1) is at m.pml:11").says("c is empty");
    ran.says("P(0) is at m.pml:9").says("c holds [1,green]").says("limit = 2, always").says("Q(1).m = red");
    folder.run(&["check", "m.pml"]).expect(1);
    let ran = folder.feed(&["replay", "m.pml", "m.pml.trace", "--step"], "e\ns\nq\n").expect(0);
    ran.says("c holds [1,green] [2,green]").says("P(0) is at m.pml:10").says("limit = 2, always");
    let dve = "const int L = -3; byte x; channel {byte} c[2];\nprocess P { state s, t; init s; \
               trans s -> s { guard x < 2; sync c!x; effect x = x + 1; }, s -> t { guard x + L == -1; }; }\nsystem async;\n";
    folder.write("m.dve", dve);
    let ran = folder.feed(&["simulate", "m.dve", "-i"], "1\n1\ns\nq\n").expect(0);
    ran.says("P is at m.dve:2 (s)").says("c holds [0] [1]").says("L = -3, always");
    let tmc = "model m;\nint k = 5;\nproc P { a: send(k, 1, pid); goto b; b: send(7, 1, 3); goto c; c: }\n\
               proc Q { int v; d: recv(v, 0, null); goto d; }\n";
    folder.write("m.tmc", tmc);
    let ran = folder.feed(&["simulate", "m.tmc", "-i", "-D", "chanSize=2"], "1\n1\ns\nq\n").expect(0);
    ran.says("P[0] is at m.tmc:3 (c)").says("P[0]->Q[0] holds [5,0] [7,3]").says("k = 5, always");
}
