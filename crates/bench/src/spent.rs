//! What a command takes: seconds by the clock, and of the processor.

use std::fs::File;
use std::io::{Read, Seek};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// The step of the kernel's counts of processor time, in seconds.
const TICK: f64 = 0.01;
/// How often to look whether a command that has a limit is over.
const BETWEEN_LOOKS: Duration = Duration::from_millis(2);

/// Seconds that commands took.
#[derive(Copy, Clone, Debug, Default)]
pub struct Spent {
    /// By the clock.
    pub whole: f64,
    /// Of the processor, all threads together.
    pub processor: f64,
}

impl std::ops::Add for Spent {
    type Output = Spent;

    fn add(self, other: Spent) -> Spent {
        Spent { whole: self.whole + other.whole, processor: self.processor + other.processor }
    }
}

/// Runs a command to its end, or for at most so many seconds.
pub fn run(command: &mut Command, limit: Option<f64>) -> Result<(Output, Spent), String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let failed = |e: std::io::Error| format!("{name}: {e}");
    let (begin, before) = (Instant::now(), of_children());
    // Not pipes: they would fill, and a process that outlives the command would keep them open.
    let (out, err) = (tempfile::tempfile().map_err(failed)?, tempfile::tempfile().map_err(failed)?);
    let copy = |file: &File| file.try_clone().map_err(failed);
    let mut child = command.stdin(Stdio::null()).stdout(copy(&out)?).stderr(copy(&err)?).spawn().map_err(failed)?;
    while let Some(limit) = limit
        && child.try_wait().map_err(failed)?.is_none()
    {
        if begin.elapsed().as_secs_f64() > limit {
            child.kill().map_err(failed)?;
            child.wait().map_err(failed)?;
            return Err(format!("more than {limit:.1} s"));
        }
        std::thread::sleep(BETWEEN_LOOKS);
    }
    let status = child.wait().map_err(failed)?;
    let whole = begin.elapsed().as_secs_f64();
    let processor = of_children().zip(before).map_or(whole, |(after, before)| after - before);
    let output = Output { status, stdout: read(out).map_err(failed)?, stderr: read(err).map_err(failed)? };
    Ok((output, Spent { whole, processor }))
}

fn read(mut file: File) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.rewind()?;
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Processor time of all processes that this one has waited for, where the kernel tells.
fn of_children() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The fields behind the command's name, which may have spaces: cutime and cstime are the 14th and 15th of them.
    let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = |i: usize| fields.get(i)?.parse::<f64>().ok();
    Some((ticks(13)? + ticks(14)?) * TICK)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_counts_and_sleep_does_not() {
        let shell = |text: &str, limit| run(Command::new("sh").args(["-c", text]), limit);
        let (_, spent) = shell("sleep 0.2", None).unwrap();
        assert!(spent.whole > 0.15, "{spent:?}");
        let (output, worked) = shell("i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done; echo $i", None).unwrap();
        assert_eq!(output.stdout, b"300000\n");
        if of_children().is_some() {
            assert!(worked.processor > spent.processor, "{worked:?} {spent:?}");
        }
        assert_eq!(shell("sleep 5", Some(0.1)).unwrap_err(), "more than 0.1 s");
    }
}
