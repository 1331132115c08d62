//! The same comparison on a GPU, where there is one.

mod common;

use common::{aged, difference, number};
use kulan_gpu::{Cuda, Sizes};
use kulan_testing::system::{Size, system};
use kulan_testing::{Random, needs};

#[test]
fn a_device_and_the_reference_agree() {
    if let Err(none) = Cuda::open() {
        return needs::skip(&none.to_string());
    }
    let mut compared = 0;
    for seed in 0..number("KULAN_SYSTEMS", 40) {
        let width = if seed.is_multiple_of(3) { 64 } else { 3 };
        let random = system(seed, Size { width, ..Size::default() });
        let random = aged(random, 1 + seed % 3, &mut Random::new(seed));
        let mut device = Cuda::open().expect("a device that was there");
        let sizes = Sizes { chunk: 4000, entries: 64, left: 1000, host: 0, index_bits: 40 };
        if let Some((_, what)) = difference(&random, &mut device, sizes, 5000) {
            assert_eq!(what, None, "seed {seed}");
            compared += 1;
        }
    }
    println!("{compared} systems compared");
    assert!(compared > 0);
}
