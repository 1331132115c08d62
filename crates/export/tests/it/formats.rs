//! State graphs and JSON.

use kulan_export::{Graph, json};

const SYSTEM: &str = "system s process p thread \"a \\\"b\\\"\" in p var x : u2 var y : u4[2]
    transition \"a \\\"b\\\"\" { when x <u 2 set x = x + 1 step \"up\" }
    transition \"a \\\"b\\\"\" { input n : u2 in 1..2 when x == 2 set y[0] = zext(4, input(0, 2)) check index y[1] == 0 says \"no\" step \"choose\" }";

#[test]
fn a_graph_has_all_states_and_steps() {
    let system = kulan_ir::text::parse(SYSTEM).expect("a system");
    let counts = kulan_ir::reference::explore(&system, 100);
    let graph = Graph::explore(&system, 100).expect("few states");
    assert_eq!((graph.states.len() as u64, graph.edges.len() as u64), (counts.states, counts.transitions));
    assert_eq!(Graph::explore(&system, 3), None, "too many states");
    assert!(Graph::explore(&system, graph.states.len()).is_some());
    let aut = graph.aut();
    assert!(aut.starts_with("des (0,8,5)\n(0,\"a \\\"b\\\": up\",1)\n"), "{aut}");
    assert!(aut.contains("n = 2\","), "{aut}");
    let dot = graph.dot();
    assert!(dot.starts_with("digraph states {") && dot.ends_with("}\n"), "{dot}");
    assert!(dot.contains("0 [label=\"x = 0\\ny = [0, 0]\", penwidth=2];"), "{dot}");
}

#[test]
fn json_has_the_whole_system() {
    let system = kulan_ir::text::parse(SYSTEM).expect("a system");
    let value: serde_json::Value = serde_json::from_str(&json(&system)).expect("JSON");
    assert_eq!(value["variables"][1]["elements"], 2);
    assert_eq!(value["transitions"][0]["guards"][0], "x <u 2");
    assert_eq!(value["transitions"][1]["updates"][0]["index"], "0");
    assert_eq!(value["transitions"][1]["checks"][0]["kind"], "index");
    assert_eq!(value["transitions"][1]["inputs"][0]["high"], 2);
    assert_eq!(value["valid_end"], "true");
}
