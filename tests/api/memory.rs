//! Sum of all bounds on memory, at the defaults of the container.

use std::fs;
use std::path::Path;

use quadrille::cli::{CORES, memory_bounds};

fn read(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).expect("the file exists")
}

#[test]
fn sum_of_bounds_is_below_the_limit_of_the_container() {
    let (_, sum) = memory_bounds(Path::new(env!("CARGO_MANIFEST_DIR"))).expect("valid settings");
    let cores = format!("cpus: {CORES}\n");
    let pod = format!("cpu: \"{CORES}\"\n              memory: 1Gi\n");
    let limits = [
        ("config/compose.yaml", cores.as_str()),
        ("config/compose.yaml", "mem_limit: 1g\n"),
        ("config/kubernetes/deployment.yaml", &pod),
    ];
    for (file, limit) in limits {
        assert!(read(file).contains(limit), "{file} does not contain:\n{limit}");
    }
    assert!(sum < 1 << 30, "{} MiB", sum >> 20);
}
