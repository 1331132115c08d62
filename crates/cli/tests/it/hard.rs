//! Inputs on which some phase takes long or much memory, made here: each brings another phase to its limits.

/// Names and texts.
pub fn models() -> Vec<(&'static str, String)> {
    let row = |n: usize, line: &dyn Fn(usize) -> String| (0..n).map(line).collect::<String>();
    let counters = |n: usize| row(n, &|i| format!("byte c{i};\nactive proctype P{i}() {{ do :: c{i}++ od }}\n"));
    vec![
        (
            "assignments",
            format!("byte x;\nactive proctype P() {{\n{}}}\n", row(20_000, &|i| format!("x = {};\n", i % 200))),
        ),
        (
            "doubling",
            format!(
                "byte y = 1, a[200];\nactive proctype P() {{ atomic {{ {} a[y % 200] = 1 }} }}\n",
                "y = (y + y);\n".repeat(40)
            ),
        ),
        (
            "atomic-branches",
            "int i, j; active proctype P() { atomic { do :: i < 900 -> i++ :: i < 900 -> i = i + 3; j++ \
             :: i >= 900 -> break od }; assert(j >= 0) }"
                .into(),
        ),
        (
            "atomic-diamonds",
            "byte i, j; active proctype P() { atomic { do :: i < 25 -> i++ :: i < 25 -> i++; j = 1 - j \
             :: i >= 25 -> break od }; assert(i == 25) }"
                .into(),
        ),
        (
            "long-d_step",
            "int i; active proctype P() { d_step { do :: i < 100000 -> i++ :: else -> break od }; assert(i > 0) }"
                .into(),
        ),
        ("endless-d_step", "bool i; active proctype P() { d_step { do :: i = !i od } }".into()),
        ("endless-atomic", "int i; active proctype P() { atomic { do :: i++ od } }".into()),
        (
            "many-processes",
            "byte n, m; proctype P(byte i) { byte k = i; do :: n++ :: n > 0 -> n--; k++ :: m == k -> break od }
             init { byte i; do :: i < 200 -> run P(i); i++ :: m++ od }"
                .into(),
        ),
        ("large-array", "init { int a[65000]; a[3] = 1; assert(a[3] == 1) }".into()),
        ("many-channels", "chan c[65536] = [1] of { byte }; active proctype P() { byte i; c[i]!1; c[i + 1]?i }".into()),
        (
            "related",
            format!(
                "byte a[8], i, j;\n{}",
                row(24, &|p| format!(
                    "active proctype P{p}() {{ {} }}\n",
                    row(12, &|s| format!("a[(i * {p} + j) % 8] = a[(j * {s}) % 8] * i + {s}; i = i + a[{}]; ", s % 8))
                ))
            ),
        ),
        (
            "formula",
            format!(
                "byte x;\nactive proctype P() {{ do :: x++ od }}\nltl f {{ !({} [] <> (x == 200)) }}\n",
                row(12, &|i| format!(
                    "[] <> (x == {i}) && <> [] (x != {}) && ((x == {i}) U (x == {})) || ",
                    i + 20,
                    i + 40
                ))
            ),
        ),
        ("space", counters(6)),
        (
            "far-violation",
            format!(
                "{}active proctype Bad() {{ (c0 == 200 && c1 == 100 && c2 == 7) -> assert(false) }}\n",
                counters(3)
            ),
        ),
    ]
}
