//! Systems of programs: the examples, the corner cases of the network, which must be as the kernel has them, and the
//! applications in bench/distributed.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use kulan_testing::needs;

fn own(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)
}

fn kulan(model: &Path, options: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kulan"));
    command.arg("check").arg(model).args(["--no-trace", "--quiet", "--threads", "1", "--engine", "explicit"]);
    command.args(options).output().expect("kulan runs")
}

/// What it says first, and the exit status.
fn check(model: &Path, options: &[&str]) -> (String, Option<i32>) {
    let output = kulan(model, options);
    let text = String::from_utf8_lossy(&output.stdout).lines().next().unwrap_or_default().to_string();
    (text, output.status.code())
}

fn expect(model: &Path, options: &[&str], start: &str) {
    let (text, status) = check(model, options);
    let wanted = if start.starts_with("holds") { 0 } else { 1 };
    assert!(text.starts_with(start) && status == Some(wanted), "{}: {text} ({status:?})", model.display());
}

#[test]
fn examples_have_their_answers() {
    if !needs::clang() {
        return;
    }
    let folder = own("../../examples/distributed");
    for (name, answer) in [
        ("till", "holds:"),
        ("swap", "holds:"),
        ("swap-politely", "violated: deadlock"),
        ("pulse", "holds:"),
        ("pulse-stuck", "violated: local-deadlock — Worker has not ended"),
    ] {
        for way in ["off", "auto", "best", "process"] {
            expect(&folder.join(format!("{name}.toml")), &["--por", way], answer);
        }
    }
}

#[test]
fn a_meter_counts_what_comes_twice_once() {
    if !needs::clang() {
        return;
    }
    let folder = own("../../examples/distributed");
    let asked = ["--property", "assert"];
    expect(&folder.join("meter.toml"), &[&asked[..], &["--udp", "lose,reorder"]].concat(), "holds:");
    expect(&folder.join("meter-naive.toml"), &asked, "violated: assert");
}

#[test]
fn a_chat_server_is_right_and_a_hasty_one_is_not() {
    if !needs::clang() {
        return;
    }
    let folder = own("../../examples/distributed");
    let asked = ["--property", "assert", "--property", "deadlock", "--memory", "4G"];
    expect(&folder.join("chat.toml"), &asked, "holds:");
    expect(&folder.join("chat-hasty.toml"), &asked, "violated: assert");
}

#[test]
fn who_waits_for_whom_is_said_across_processes() {
    if !needs::clang() {
        return;
    }
    let folder = own("../../examples/distributed");
    let model = folder.join("swap-politely.toml");
    let mut command = Command::new(env!("CARGO_BIN_EXE_kulan"));
    command.arg("check").arg(&model).args(["--threads", "1", "--engine", "explicit", "--trace"]);
    let trace = tempfile::NamedTempFile::new().expect("a file");
    let output = command.arg(trace.path()).output().expect("kulan runs");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.contains("they wait for each other: Zero:main -> One:main -> Zero:main"), "{said}");
    assert!(said.contains("(One does nothing on the connection)"), "{said}");
}

#[test]
fn the_network_is_as_the_kernel_has_it() {
    let Some(clang) = needs::clang_name() else { return needs::skip("it needs `clang`") };
    let folder = tempfile::tempdir().expect("a folder");
    for name in [
        "refused",
        "half_close",
        "last_bytes",
        "reset",
        "gone",
        "local_pairs",
        "ready",
        "choose",
        "written",
        "stays",
        "messages",
        "peers",
        "names",
    ] {
        let source = own("tests/network").join(format!("{name}.c"));
        let native = folder.path().join(name);
        let built = Command::new(clang).arg("-w").arg("-o").arg(&native).arg(&source).status().expect("clang runs");
        assert!(built.success(), "{name} does not compile");
        let run = Command::new(&native).status().expect("the program runs");
        assert!(run.success(), "{name}: the kernel does something else");
        expect(&source, &["--processes"], "holds:");
    }
}

/// Programs whose outcome depends on time: what comes out natively, with pauses of all lengths, the search can reach.
#[test]
fn what_happens_on_loopback_is_among_what_is_found() {
    let Some(clang) = needs::clang_name() else { return needs::skip("it needs `clang`") };
    let folder = tempfile::tempdir().expect("a folder");
    let rules_out = |name: &str, outcome: i32, options: &[&str]| {
        let source = own("tests/network/races").join(format!("{name}.c"));
        let claim = format!("-DRULED_OUT={outcome}");
        check(&source, &[&["--processes", "--property", "assert"], options, &["--", &claim]].concat()).0
    };
    let mut all = 0;
    for name in ["parts", "hasty", "mail"] {
        let (source, native) = (own("tests/network/races").join(format!("{name}.c")), folder.path().join(name));
        let built = Command::new(clang).args(["-w", "-pthread", "-o"]).arg(&native).arg(&source).status();
        assert!(built.expect("clang runs").success(), "{name} does not compile");
        let run = |seed: u32| Command::new(&native).env("SEED", seed.to_string()).status().expect("it runs").code();
        let outcomes: BTreeSet<i32> = (1..=40).map(|seed| run(seed).expect("an exit status")).collect();
        for &outcome in &outcomes {
            let said = rules_out(name, outcome, &[]);
            assert!(said.starts_with("violated: assert"), "{name}: {outcome} is not found: {said}");
        }
        all += outcomes.len();
    }
    assert!(all > 3, "the pauses make no difference");
    // Outcomes that cannot be, and one that another network would not have.
    for (name, outcome, options) in [("parts", 27, &[][..]), ("mail", 27, &[]), ("hasty", 27, &["--connect-waits"])] {
        let said = rules_out(name, outcome, options);
        assert!(said.starts_with("holds:"), "{name} {outcome} {options:?}: {said}");
    }
}

#[test]
fn a_wrong_claim_about_the_network_is_noticed() {
    if !needs::clang() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let header = std::fs::read_to_string(own("tests/network/tcp.h")).expect("a header");
    std::fs::write(folder.path().join("tcp.h"), header).expect("written");
    let source = std::fs::read_to_string(own("tests/network/reset.c")).expect("a program");
    let wrong = source.replace("ECONNRESET", "EPIPE");
    assert_ne!(source, wrong);
    let path = folder.path().join("wrong.c");
    std::fs::write(&path, wrong).expect("written");
    expect(&path, &["--processes"], "violated: assert");
}

#[test]
fn what_is_not_modelled_is_not_said_to_hold() {
    if !needs::clang() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let program = |name: &str, body: &str| {
        let path = folder.path().join(name);
        let text = format!("#include <sys/socket.h>\n#include <unistd.h>\nint main(void) {{ {body} return 0; }}\n");
        std::fs::write(&path, text).expect("written");
        path
    };
    let raw = program("raw.c", "socket(AF_INET, SOCK_RAW, 0);");
    let many = program("many.c", "for (int i = 0; i < 9; i++) socket(AF_INET, SOCK_STREAM, 0);");
    let long = program("long.c", "int p[2]; pipe(p); write(p[1], \"0123456789\", 10);");
    for path in [raw, many, long] {
        let (text, status) = check(&path, &["--processes"]);
        assert!(text.starts_with("unknown:") && status == Some(3), "{}: {text} ({status:?})", path.display());
    }
}

#[test]
fn system_files_with_mistakes_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = folder.path().join("main.ll");
    std::fs::write(program, "define i32 @main() {\n  ret i32 0\n}\n").expect("written");
    for (text, complaint) in [
        ("[[process]]\nname = \"A\"\n", "missing field `program`"),
        ("[[process]]\nname = \"A\"\nprogram = []\n", "it has no program"),
        ("[[process]]\nname = \"A:b\"\nprogram = [\"main.ll\"]\n", "letters, digits"),
        ("[[process]]\nname = \"A\"\nprogram = [\"main.ll\"]\ncount = 0\n", "count is from 1"),
        ("[[process]]\nname = \"A\"\nprogram = [\"none.ll\"]\n", "there is no such file"),
        ("[[process]]\nname = \"A\"\nprogram = [\"main.ll\"]\nspeed = 3\n", "unknown field `speed`"),
        ("[[process]]\nname = \"A\"\nprogram = [\"main.ll\"]\nhost = \"\"\n", "\"\" is no name of a host"),
        (
            "[[process]]\nname = \"A\"\nprogram = [\"main.ll\"]\nhost = \"10.0.0.7\"\n",
            "\"10.0.0.7\" is no name of a host",
        ),
        ("[[process]]\nname = \"A\"\nprogram = [\"main.ll\"]\nhost = \"127.1\"\n", "is no name of a host"),
        ("[[process]]\nname = \"A\"\nprogram = [\"main.ll\"]\nhost = \"a b\"\n", "is no name of a host"),
        ("[[process]]\nname = \"A\"\nprogram = [\"main.ll\"]\nafter = [\"A\"]\n", "it starts after itself"),
        ("oh\n", "TOML parse error"),
    ] {
        let path = folder.path().join("app.toml");
        std::fs::write(&path, text).expect("written");
        let output = kulan(&path, &[]);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && said.contains(complaint), "{text}: {said}");
    }
}

#[test]
fn faults_are_found_and_borne() {
    if !needs::clang() {
        return;
    }
    let folder = own("../../examples/distributed");
    let (once, again) = (folder.join("order.toml"), folder.join("order-again.toml"));
    for way in ["off", "auto", "process"] {
        let asked = ["--property", "assert", "--por", way];
        let with = |faults| [&asked[..], &["--faults", faults]].concat();
        expect(&once, &asked, "holds:");
        expect(&once, &with("1"), "violated: assert");
        expect(&again, &with("1"), "holds:");
        expect(&again, &with("2"), "holds:");
    }
    expect(&once, &["--property", "assert", "--faults", "1", "--por", "best"], "violated: assert");
    // A fault that would end a deadlock does not hide it.
    expect(&folder.join("swap-politely.toml"), &["--faults", "1", "--property", "deadlock"], "violated: deadlock");
}

#[test]
fn faults_come_again_when_a_counterexample_is_replayed() {
    if !needs::clang() {
        return;
    }
    let model = own("../../examples/distributed").join("order.toml");
    let trace = tempfile::NamedTempFile::new().expect("a file");
    let run = |words: &[&str], rest: &[&Path]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kulan"));
        let output = command.args(words).arg(&model).args(rest).output().expect("kulan runs");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let asked = ["check", "--property", "assert", "--engine", "explicit", "--threads", "1", "--faults", "1"];
    let said = run(&asked, &[Path::new("--trace"), trace.path()]);
    assert!(said.starts_with("violated: assert") && said.contains("fault: "), "{said}");
    let said = run(&["replay"], &[trace.path()]);
    assert!(said.contains("fault: ") && said.contains("the trace replays and ends as recorded"), "{said}");
}

/// Checks programs, one process each, that lie in a folder, and gives all that is said.
fn said_of(folder: &Path, programs: &[(&str, &str)], options: &[&str]) -> String {
    let header = std::fs::read_to_string(own("../../examples/distributed/tcp.h")).expect("a header");
    std::fs::write(folder.join("tcp.h"), header).expect("written");
    let mut command = Command::new(env!("CARGO_BIN_EXE_kulan"));
    command.args(["check", "--processes", "--threads", "1", "--engine", "explicit"]).args(options).current_dir(folder);
    for (name, text) in programs {
        std::fs::write(folder.join(name), format!("#include \"tcp.h\"\n{text}")).expect("written");
        command.arg(name);
    }
    let output = command.output().expect("kulan runs");
    String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned()
}

#[test]
fn faults_are_shown_as_what_they_are() {
    if !needs::clang() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let once = "static int calls;
        int main(void) {
          int door = open_port(7406);
          for (;;) {
            int s = accept(door, 0, 0);
            if (get(s) == 7) calls++;
            assert(calls < 2);
            close(s);
          }
        }";
    let caller = "int main(void) { int s = call(7406); put(s, 7); get(s); return 0; }";
    // Both bytes have arrived or none, unless the second one is lost.
    let sends = "int main(void) {
          int s = accept(open_port(7406), 0, 0);
          send(s, \"67\", 2, MSG_NOSIGNAL);
          close(s);
          return 0;
        }";
    let reads = "int main(void) { int s = call(7406); if (get(s) == '6') assert(get(s) == '7'); return 0; }";
    let crash = [("once.c", once), ("caller.c", caller)];
    let lost = [("sends.c", sends), ("reads.c", reads)];
    let assertions = ["--property", "assert"];
    let with_fault = ["--property", "assert", "--faults", "1"];
    for programs in [&crash, &lost] {
        let said = said_of(folder.path(), programs, &assertions);
        assert!(said.starts_with("holds:"), "{said}");
    }
    let said = said_of(folder.path(), &crash, &with_fault);
    assert!(said.starts_with("violated: assert") && said.contains("fault: process caller crashes"), "{said}");
    assert!(said.contains("caller starts"), "{said}");
    // The first of the two bytes and its way.
    assert!(said.contains("send caller/1!7") && said.contains("receive caller/1?7 (sent in step "), "{said}");
    let said = said_of(folder.path(), &lost, &with_fault);
    assert!(said.starts_with("violated: assert") && said.contains("fault: connection 1 of reads breaks"), "{said}");
    assert!(said.contains("breaks, bytes to it are lost"), "{said}");
    // An arrow from the lane of who sent it.
    let said = said_of(folder.path(), &crash, &[&with_fault[..], &["--lanes", "always"]].concat());
    assert!(said.lines().any(|l| l.contains("sent in ") && l.contains("─▶ ")), "{said}");
    // A deadlock that needs no fault is shown without one.
    let waits = "int main(void) { int p[2]; char byte; pipe(p); read(p[0], &byte, 1); return 0; }";
    let said = said_of(folder.path(), &[("waits.c", waits)], &["--property", "deadlock", "--faults", "1"]);
    assert!(said.starts_with("violated: deadlock") && said.contains("no more faults"), "{said}");
    assert!(!said.contains("fault: "), "{said}");
}

#[test]
fn a_crash_takes_memory_locks_and_threads_back() {
    if !needs::clang() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let program = "static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
        static int begun, done;
        static void *work(void *arg) {
          pthread_mutex_lock(&lock);
          assert(done == 0);
          done++;
          pthread_mutex_unlock(&lock);
          return arg;
        }
        int main(void) {
          pthread_t t;
          int p[2];
          char byte;
          assert(begun == 0 && done == 0);
          begun = 1;
          assert(pipe(p) == 0 && p[0] == 3 && p[1] == 4);
          pthread_create(&t, 0, work, 0);
          pthread_mutex_lock(&lock);
          pthread_mutex_unlock(&lock);
          pthread_join(t, 0);
          assert(write(p[1], \"x\", 1) == 1 && read(p[0], &byte, 1) == 1);
          return 0;
        }";
    for way in ["off", "process", "best"] {
        let said = said_of(folder.path(), &[("alone.c", program)], &["--faults", "2", "--por", way]);
        assert!(said.starts_with("holds:"), "{way}: {said}");
    }
}

#[test]
fn faults_are_for_systems_of_programs() {
    let model = own("../../examples/peterson.pml");
    let output = kulan(&model, &["--faults", "1"]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(2) && said.contains("only a system of programs has faults"), "{said}");
}

/// Behind `pthread_exit` in its first thread a process is there until its other threads have ended, and no longer.
#[test]
fn a_process_ends_with_its_last_thread() {
    if !needs::clang() {
        return;
    }
    let waits = "int main(void) { int s = accept(open_port(7411), 0, 0); assert(get(s) == 7 && get(s) == -1); }";
    let leaves = "static int s;
        static void *work(void *arg) { put(s, 7); return arg; }
        int main(void) {
          pthread_t t;
          s = call(7411);
          pthread_create(&t, 0, work, 0);
          pthread_exit(0);
        }";
    let folder = tempfile::tempdir().expect("a folder");
    for way in ["off", "process", "best"] {
        let said = said_of(folder.path(), &[("waits.c", waits), ("leaves.c", leaves)], &["--por", way]);
        assert!(said.starts_with("holds:"), "{way}: {said}");
        let stuck = leaves.replace("put(s, 7);", "get(s);");
        let said = said_of(folder.path(), &[("waits.c", waits), ("leaves.c", &stuck)], &["--por", way]);
        assert!(said.starts_with("violated: deadlock"), "{way}: {said}");
    }
}

/// A system file beside programs that `said_of` understands, and what is said of it.
fn said_of_system(folder: &Path, processes: &str, programs: &[(&str, &str)], options: &[&str]) -> String {
    for (name, text) in programs {
        std::fs::write(folder.join(name), format!("#include \"tcp.h\"\n{text}")).expect("written");
    }
    let header = std::fs::read_to_string(own("../../examples/distributed/tcp.h")).expect("a header");
    std::fs::write(folder.join("tcp.h"), header).expect("written");
    std::fs::write(folder.join("app.toml"), processes).expect("written");
    let mut command = Command::new(env!("CARGO_BIN_EXE_kulan"));
    command.args(["check", "app.toml", "--threads", "1", "--engine", "explicit"]).args(options).current_dir(folder);
    let output = command.output().expect("kulan runs");
    String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned()
}

/// Where nobody tries again, the order of starting matters: who starts after the server finds it.
#[test]
fn a_process_starts_after_those_it_names() {
    if !needs::clang() {
        return;
    }
    let server = "int main(void) { int s = accept(open_port(7414), 0, 0); close(s); return 0; }";
    let client = "int main(void) {
          struct sockaddr_in a = at_port(7414);
          assert(connect(socket(AF_INET, SOCK_STREAM, 0), (struct sockaddr *)&a, sizeof a) == 0);
          return 0;
        }";
    let deaf = "int main(void) { pause_here: goto pause_here; }";
    let folder = tempfile::tempdir().expect("a folder");
    let with = |server: &str, after: &str, options: &[&str]| {
        let system = format!(
            "[[process]]\nname = \"Server\"\nprogram = [\"server.c\"]\n
             [[process]]\nname = \"Client\"\nprogram = [\"client.c\"]\n{after}"
        );
        let programs = [("server.c", server), ("client.c", client)];
        said_of_system(folder.path(), &system, &programs, &[options, &["--no-trace"]].concat())
    };
    let after = "after = [\"Server\"]";
    let ends = "int main(void) { return 0; }";
    for (server, after, way, answer) in [
        (server, "", "off", "violated: assert"),
        (server, after, "off", "holds:"),
        (server, after, "process", "holds:"),
        (server, after, "best", "holds:"),
        // Who has ended is not waited for.
        (ends, after, "process", "violated: assert"),
    ] {
        let said = with(server, after, &["--por", way]);
        assert!(said.starts_with(answer), "{server} {after} {way}: {said}");
    }
    let said = with(deaf, after, &[]);
    assert!(
        said.starts_with("violated: local-deadlock — Client") && said.contains("Server does not listen yet"),
        "{said}"
    );
    let said = with(server, "after = [\"Client\"]", &[]);
    assert!(said.contains("it starts after itself"), "{said}");
    let said = with(server, "after = [\"Other\"]", &[]);
    assert!(said.contains("it starts after Other, which is no process before it"), "{said}");
}

/// The hosts of a system file have names and addresses, and each has ports of its own.
#[test]
fn hosts_have_names() {
    if !needs::clang() {
        return;
    }
    let server = "#include <stdio.h>
        int main(int count, char **words) {
          struct sockaddr_in from;
          socklen_t length = sizeof from;
          char text[16];
          int s = accept(open_port(7415), (struct sockaddr *)&from, &length);
          assert(strcmp(inet_ntop(AF_INET, &from.sin_addr, text, sizeof text), \"10.0.0.3\") == 0);
          put(s, words[1][0]);
          close(s);
          return 0;
        }";
    let client = "#include <netdb.h>
        static int ask(const char *host) {
          struct addrinfo hints, *found;
          memset(&hints, 0, sizeof hints);
          hints.ai_family = AF_INET;
          hints.ai_socktype = SOCK_STREAM;
          assert(getaddrinfo(host, \"7415\", &hints, &found) == 0);
          int s = socket(found->ai_family, found->ai_socktype, found->ai_protocol);
          assert(connect(s, found->ai_addr, found->ai_addrlen) == 0);
          freeaddrinfo(found);
          int got = get(s);
          close(s);
          return got;
        }
        int main(void) {
          char text[16];
          struct hostent *second = gethostbyname(\"two\");
          assert(strcmp(inet_ntop(AF_INET, second->h_addr_list[0], text, sizeof text), \"10.0.0.2\") == 0);
          assert(gethostbyname(\"three\") == 0);
          assert(ask(\"one\") == '1');
          assert(ask(\"two\") == WANTED);
          return 0;
        }";
    let mut system = String::new();
    for (host, name) in [("one", "First"), ("two", "Second")] {
        let word = if host == "one" { "1" } else { "2" };
        system += &format!(
            "[[process]]\nname = \"{name}\"\nprogram = [\"server.c\"]\nhost = \"{host}\"\nargs = [\"{word}\"]\n"
        );
    }
    system +=
        "[[process]]\nname = \"Asks\"\nprogram = [\"asks.c\"]\nhost = \"here\"\nafter = [\"First\", \"Second\"]\n";
    let folder = tempfile::tempdir().expect("a folder");
    for (wanted, answer) in [("'2'", "holds:"), ("'1'", "violated: assert")] {
        let asks = client.replace("WANTED", wanted);
        let said = said_of_system(folder.path(), &system, &[("server.c", server), ("asks.c", &asks)], &["--no-trace"]);
        assert!(said.starts_with(answer), "{wanted}: {said}");
    }
}

#[test]
fn bytes_that_nobody_reads_are_found_where_asked_for() {
    if !needs::clang() {
        return;
    }
    let sends = "int main(void) { int s = call(7416); put(s, 1); put(s, 2); FIRST close(s); return 0; }";
    let reads = "int main(void) { int s = accept(open_port(7416), 0, 0); get(s); THEN close(s); return 0; }";
    let folder = tempfile::tempdir().expect("a folder");
    let with = |first: &str, then: &str, options: &[&str]| {
        let (sends, reads) = (sends.replace("FIRST", first), reads.replace("THEN", then));
        said_of(folder.path(), &[("sends.c", &sends), ("reads.c", &reads)], &[options, &["--no-trace"]].concat())
    };
    let asked = ["--property", "unread"];
    for (first, then, options, answer) in [
        ("", "", &[][..], "holds:"),
        ("", "", &asked, "violated: unread — bytes that were sent can no longer be read"),
        ("", "get(s);", &asked, "holds:"),
        ("", "get(s); put(s, 3);", &asked, "violated: unread"),
        ("get(s);", "get(s); put(s, 3);", &asked, "holds:"),
        // Nobody accepts the second connection.
        ("put(call(7416), 4);", "get(s);", &asked, "violated: unread"),
    ] {
        let said = with(first, then, options);
        assert!(said.starts_with(answer), "{first} {then} {options:?}: {said}");
    }
    for way in ["process", "best"] {
        assert!(with("", "", &["--por", way, asked[0], asked[1]]).starts_with("violated: unread"), "{way}");
    }
    let said = kulan(&own("../../examples/peterson.pml"), &asked);
    let said = String::from_utf8_lossy(&said.stderr);
    assert!(said.contains("only a system of programs has bytes that are sent"), "{said}");
}

#[test]
fn a_certificate_says_nothing_of_local_deadlocks() {
    if !needs::clang() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("ends.c"), "int main(void) { return 0; }\n").expect("written");
    let mut command = Command::new(env!("CARGO_BIN_EXE_kulan"));
    command.args(["check", "--processes", "ends.c", "--engine", "ic3", "--certificate", "proof"]);
    let output = command.current_dir(folder.path()).args(["--json", "-"]).output().expect("kulan runs");
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("a report");
    let proved = |name: &str| {
        let property = report["properties"].as_array().and_then(|all| all.iter().find(|p| p["name"] == name));
        property.expect("the property")["certificate"] == "proof"
    };
    assert!(proved("deadlock") && !proved("local-deadlock"), "{report}");
}

/// What another process does behind something that is not supported is not known, so nobody is stuck who waits for it.
#[test]
fn a_run_that_is_cut_off_leaves_nobody_stuck() {
    if !needs::clang() {
        return;
    }
    let waits = "int main(void) { int s = accept(open_port(7413), 0, 0); assert(get(s) == 7); return 0; }";
    let sends = "int main(void) { int s = call(7413); HERE put(s, 7); return 0; }";
    let folder = tempfile::tempdir().expect("a folder");
    for (here, answer) in [
        ("", "holds:"),
        ("for (;;) sched_yield();", "violated: local-deadlock"),
        ("socket(AF_INET, SOCK_RAW, 0);", "unknown:"),
        ("__VERIFIER_assume(s < 0);", "unknown:"),
    ] {
        let sends = format!("#include <sched.h>\nvoid __VERIFIER_assume(int);\n{}", sends.replace("HERE", here));
        let said = said_of(folder.path(), &[("waits.c", waits), ("sends.c", &sends)], &["--no-trace"]);
        assert!(said.starts_with(answer), "{here}: {said}");
    }
}

/// `select` with a limit may give up; without one it waits for who sends.
#[test]
fn a_limit_of_select_is_a_choice() {
    if !needs::clang() {
        return;
    }
    let sends = "int main(void) { int s = accept(open_port(7412), 0, 0); put(s, 7); get(s); return 0; }";
    let asks = "#include <sys/select.h>
        int main(void) {
          struct timeval second = {1, 0};
          fd_set in;
          int s = call(7412);
          FD_ZERO(&in);
          FD_SET(s, &in);
          int n = select(s + 1, &in, 0, 0, LIMIT);
          assert(n == 1 && FD_ISSET(s, &in));
          assert(get(s) == 7);
          return 0;
        }";
    let folder = tempfile::tempdir().expect("a folder");
    for (limit, answer) in [("0", "holds:"), ("&second", "violated: assert")] {
        let asks = asks.replace("LIMIT", limit);
        let said = said_of(folder.path(), &[("sends.c", sends), ("asks.c", &asks)], &["--no-trace"]);
        assert!(said.starts_with(answer), "{limit}: {said}");
    }
}

/// Messages come in order, unless an option or a fault says what else happens to them.
#[test]
fn what_happens_to_messages_is_a_choice() {
    if !needs::clang() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let header = std::fs::read_to_string(own("tests/network/udp.h")).expect("a header");
    std::fs::write(folder.path().join("udp.h"), header).expect("written");
    let hears = "#include \"udp.h\"
        int main(void) {
          int s = box(7441);
          char first, second;
          assert(recv(s, &first, 1, 0) == 1 && recv(s, &second, 1, 0) == 1);
          assert(first != second && \"once\");
          assert(first < second && \"in order\");
          return 0;
        }";
    let says = "#include \"udp.h\"
        int main(void) {
          int s = socket(AF_INET, SOCK_DGRAM, 0);
          struct sockaddr_in a = at(7441);
          connect(s, (struct sockaddr *)&a, sizeof a);
          while (send(s, \"a\", 1, 0) == -1 || WAIT) continue;
          send(s, \"b\", 1, 0);
          return 0;
        }";
    // Who is told that nobody is there tries again, and nothing is lost.
    let patient = says.replace("WAIT", "poll(&(struct pollfd){s, POLLIN, 0}, 1, 0) == 1 && recv(s, &a, 1, 0) == -1");
    let with = |options: &[&str]| said_of(folder.path(), &[("hears.c", hears), ("says.c", &patient)], options);
    for (options, answer) in [
        (&["--por", "off"][..], "holds:"),
        (&["--por", "best"], "holds:"),
        (&["--udp", "lose", "--por", "process"], "violated: deadlock"),
        (&["--udp", "duplicate", "--property", "assert", "--por", "process"], "violated: assert"),
        (&["--udp", "reorder", "--property", "assert", "--por", "best"], "violated: assert"),
        (&["--udp", "lose,reorder,duplicate", "--property", "memory"], "holds:"),
    ] {
        let said = with(&[options, &["--no-trace"]].concat());
        assert!(said.starts_with(answer), "{options:?}: {said}");
    }
    let shown = |options: &[&str], parts: &[&str]| {
        let said = with(options);
        assert!(parts.iter().all(|part| said.contains(part)), "{options:?}, {parts:?}: {said}");
    };
    shown(&["--udp", "lose"], &["the message is lost", "nobody sends a message"]);
    shown(
        &["--udp", "duplicate", "--property", "assert"],
        &["the message arrives twice", "receive hears@7441?'a' (sent in step"],
    );
    shown(&["--udp", "reorder", "--property", "assert"], &["send hears@7441!'b', the message overtakes others"]);
    shown(&["--faults", "1", "--property", "deadlock"], &["fault: a message to hears is lost", "lose hears@7441?'"]);
}

/// Faults and conditions together: a till that counts in memory forgets what it counted when it crashes.
#[test]
fn conditions_hold_or_not_with_faults() {
    if !needs::clang() {
        return;
    }
    let till = "static int sold, asked;
        int main(void) {
          int s = accept(open_port(7417), 0, 0);
          while (get(s) == 1) {
            asked = 1;
            sold++;
            put(s, 1);
            asked = 0;
          }
          return 0;
        }";
    let customer = "static int bought;
        int main(void) {
          int s = call(7417);
          if (put(s, 1) && get(s) == 1) bought++;
          close(s);
          return 0;
        }";
    let folder = tempfile::tempdir().expect("a folder");
    let remembers = "customer.bought <= till.sold";
    let answered = "[] (till.asked == 1 -> <> (till.asked == 0))";
    let paid = "<> (customer.bought == 1)";
    for (faults, property, condition, answer) in [
        ("0", "--invariant", remembers, "holds:"),
        ("1", "--invariant", remembers, "violated: invariant"),
        ("1", "--invariant", "customer.bought <= 1 && till.sold <= 1", "holds:"),
        ("0", "--ltl", paid, "holds:"),
        ("1", "--ltl", paid, "violated: ltl"),
        ("1", "--ltl", answered, "holds:"),
    ] {
        let asked: &[&str] =
            if property == "--ltl" { &["--fair", "--no-deadlock"] } else { &["--property", "invariant"] };
        // Relations take long here: one search with them is enough.
        let ways: &[&str] = if condition == remembers && faults == "1" { &["off", "best"] } else { &["off"] };
        for way in ways {
            let options = [&[property, condition, "--faults", faults, "--por", way, "--no-trace"], asked].concat();
            let said = said_of(folder.path(), &[("till.c", till), ("customer.c", customer)], &options);
            assert!(said.starts_with(answer), "{faults} {condition} {way}: {said}");
        }
    }
}

/// Conditions over the variables and labels of several processes: two clients that are let in one after the other.
#[test]
fn properties_speak_of_several_processes() {
    if !needs::clang() {
        return;
    }
    let server = "static int served;
        struct { int now; } state[2];
        int main(void) {
          int door = open_port(7410);
          for (int i = 0; i < 2; i++) {
            int s = accept(door, 0, 0);
            put(s, 1);
            WAIT;
            state[1].now = i + 1;
            served++;
            close(s);
          }
          return 0;
        }";
    let client = "static int count;
        static void *visit(void *arg) {
          int s = call(7410);
          get(s);
        critical:
          count++;
          put(s, 1);
          get(s);
          return arg;
        }
        int main(void) {
          pthread_t t;
          pthread_create(&t, 0, visit, 0);
          pthread_join(t, 0);
          return 0;
        }";
    let folder = tempfile::tempdir().expect("a folder");
    let [patient, hasty] = ["get(s)", "(void)0"].map(|wait| server.replace("WAIT", wait));
    let with = |server: &str, options: &[&str]| {
        let programs = [("server.c", server), ("one.c", client), ("two.c", client)];
        said_of(folder.path(), &programs, &[options, &["--no-trace"]].concat())
    };
    let alone = "!(one.visit@critical && two.visit#1@critical)";
    let counted = "server.served <= one.count + two.count";
    for (invariant, answer) in [
        (alone, "holds:"),
        (counted, "holds:"),
        ("!two.visit@critical", "violated: invariant"),
        ("one.count + two.count <= server.served", "violated: invariant"),
        ("server.state[1].now < 2", "violated: invariant"),
    ] {
        for way in ["off", "process", "best"] {
            let said = with(&patient, &["--invariant", invariant, "--por", way, "--property", "invariant"]);
            assert!(said.starts_with(answer), "{invariant}, {way}: {said}");
        }
    }
    for invariant in [alone, counted] {
        let said = with(&hasty, &["--invariant", invariant, "--property", "invariant"]);
        assert!(said.starts_with("violated: invariant"), "{invariant}: {said}");
    }
    for (formula, answer) in [
        ("[] (one.count == 1 -> <> (server.served >= 1))", "holds:"),
        ("<> (server.served == 2 && one.count == 1)", "holds:"),
        ("<> (two.visit@critical)", "holds:"),
        ("[] (one.count == 1 -> <> (server.served == 0))", "violated: ltl"),
        ("(one.count == 0) U (two.count == 1)", "violated: ltl"),
    ] {
        let said = with(&patient, &["--ltl", formula, "--fair"]);
        assert!(said.starts_with(answer), "{formula}: {said}");
    }
    for (wrong, complaint) in [
        ("served == 0", "there is no process `served`, but server, one, two"),
        ("server == 0", "`server` is a process, and no variable"),
        ("server.count == 0", "there is no global variable `count`"),
        ("visit@critical", "a thread is one of a process"),
        ("three.visit@critical", "there is no process `three`"),
        ("server.main@critical", "there is no label `critical`"),
        ("server.visit@critical", "there is no function `visit`"),
    ] {
        let said = with(&patient, &["--invariant", wrong]);
        assert!(said.contains(complaint), "{wrong}: {said}");
    }
}

/// A reply that comes while the process that asked takes its locks: the state behind the request is not local, for the
/// reader waits for the network (`Blocked_G`).
#[test]
fn who_waits_for_the_network_keeps_a_state_from_being_local() {
    if !needs::clang() {
        return;
    }
    let worker = "static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER, two = PTHREAD_MUTEX_INITIALIZER;
        static int s;
        static void *reader(void *arg) {
          get(s);
          pthread_mutex_lock(&two);
          pthread_mutex_lock(&one);
          pthread_mutex_unlock(&one);
          pthread_mutex_unlock(&two);
          return arg;
        }
        int main(void) {
          pthread_t t;
          s = call(7408);
          pthread_create(&t, 0, reader, 0);
          put(s, 1);
          pthread_mutex_lock(&one);
          pthread_mutex_lock(&two);
          pthread_mutex_unlock(&two);
          pthread_mutex_unlock(&one);
          pthread_join(t, 0);
          return 0;
        }";
    let oracle = "int main(void) { int s = accept(open_port(7408), 0, 0); get(s); put(s, 1); return 0; }";
    let folder = tempfile::tempdir().expect("a folder");
    let programs = [("oracle.c", oracle), ("worker.c", worker)];
    for way in ["off", "process", "best"] {
        let said = said_of(folder.path(), &programs, &["--property", "deadlock", "--por", way]);
        assert!(said.starts_with("violated: deadlock"), "{way}: {said}");
        assert!(said.contains("they wait for each other: worker:main -> worker:reader#1 -> worker:main"), "{said}");
    }
}

#[test]
fn the_sockets_are_what_their_source_says() {
    // Other versions of clang write other text.
    let has_clang_14 = Command::new("clang-14").arg("--version").output().is_ok();
    if !has_clang_14 {
        return needs::skip("it needs `clang-14`");
    }
    let folder = tempfile::tempdir().expect("a folder");
    let made = folder.path().join("sockets.ll");
    let status = Command::new("sh").arg(own("../../tools/network")).arg(&made).status().expect("a shell runs");
    assert!(status.success());
    let [made, kept] =
        [made, own("../c/src/network/sockets.ll")].map(|path| std::fs::read_to_string(path).expect("a text"));
    assert!(made == kept, "sockets.ll is not what tools/network makes of sockets.c: run it");
}

/// The system file of a line of `EXPECTED.tsv`.
fn system_file(folder: &Path, example: &str, variant: &str, processes: &str) -> String {
    let mut text = String::new();
    let list: Vec<&str> = processes.split(';').map(str::trim).collect();
    for (i, process) in list.iter().enumerate() {
        let words: Vec<&str> = process.split_whitespace().collect();
        let program = folder.join(example.trim_end_matches("-finite")).join(format!("{}.c", words[0].to_lowercase()));
        let args: Vec<String> = words[1..].iter().map(|w| format!("{:?}", w.replace("VAR", variant))).collect();
        let same = list.iter().filter(|p| p.split_whitespace().next() == Some(words[0])).count();
        let name = if same > 1 { format!("{}{}", words[0], i) } else { words[0].to_string() };
        text += &format!("[[process]]\nname = {name:?}\nprogram = [{:?}]\nargs = [{}]\n", program, args.join(", "));
    }
    text
}

/// What the tool says first where a verdict is expected.
fn first_words(expected: &str) -> String {
    match expected.split_once(' ') {
        Some(("assertion", _)) => "violated: assert".into(),
        Some(("global", _)) => "violated: deadlock".into(),
        Some(("local", rest)) => {
            let process = rest.trim_start_matches("deadlock of ");
            format!("violated: local-deadlock — {process} has not ended")
        }
        _ => "holds:".into(),
    }
}

#[test]
fn applications_have_the_expected_answers() {
    let Some(bench) = needs::bench("distributed").filter(|_| needs::clang()) else { return };
    let expected = std::fs::read_to_string(bench.join("EXPECTED.tsv")).expect("answers");
    let folder = tempfile::tempdir().expect("a folder");
    for line in expected.lines().filter(|l| !l.starts_with('#') && !l.is_empty()) {
        let columns: Vec<&str> = line.split('\t').collect();
        let [example, variant, verdict, processes] = columns[..] else { panic!("{line}") };
        let model = folder.path().join(format!("{example}-{variant}.toml"));
        std::fs::write(&model, system_file(&bench.join("c"), example, variant, processes)).expect("written");
        // Races that lead to the failures are reported first, unless they are not asked for.
        let asked = ["--property", "assert", "--property", "deadlock", "--property", "local-deadlock"];
        expect(&model, &asked, &first_words(verdict));
        // Local deadlocks are searched for in the same way whatever the reduction.
        let kept = if verdict.starts_with("local") { 6 } else { 4 };
        let by_process = [&asked[..kept], &["--por", "process"]].concat();
        expect(&model, &by_process, &first_words(verdict));
    }
    for (processes, answer) in [("Spin; Waiter 6; Caller", "violated: assert"), ("Waiter 5; Spin; Caller", "holds:")] {
        let model = folder.path().join("ignore.toml");
        std::fs::write(&model, system_file(&bench.join("c"), "ignore", "", processes)).expect("written");
        for way in ["off", "auto", "best", "process"] {
            expect(&model, &["--por", way], answer);
        }
    }
}
