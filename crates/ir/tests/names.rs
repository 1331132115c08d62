//! Names of elements.

use kulan_ir::{indexed, indexed_by};

#[test]
fn indices_stand_where_the_name_says() {
    assert_eq!(indexed("a", 3), "a[3]");
    assert_eq!(indexed("node[3].buf", 2), "node[3].buf[2]");
    assert_eq!(indexed("accounts[:2].balance", 1), "accounts[1].balance");
    assert_eq!(indexed("lines[:2].dots[:3]", 3), "lines[1].dots[0]");
    assert_eq!(indexed("lines[:2].dots[:3].x", 5), "lines[1].dots[2].x");
    // An array may have more elements than its type says, at the outside.
    assert_eq!(indexed("lines[:2].dots[:3]", 6), "lines[2].dots[0]");
    assert_eq!(indexed_by("a", "i + 1"), "a[i + 1]");
    assert_eq!(indexed_by("accounts[:2].balance", "i"), "accounts[i].balance");
    assert_eq!(indexed_by("m[:2][:3]", "i"), "m[][][i]");
}
