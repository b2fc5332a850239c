//! Runs the targets without libFuzzer: mutations of the seeds, with a time limit, on a stable toolchain.
//!
//! `npm run fuzz` calls it; README.md has the options.

use std::fmt::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Mutex;
use std::time::{Duration, Instant};
use std::{env, fs, process, thread};

use tooltrim_fuzz::mutation::{Dice, mutated};
use tooltrim_fuzz::{TARGETS, Target, corpus};

/// A case that takes longer than this is a find.
const SLOW: Duration = Duration::from_secs(10);
/// One that takes longer than this may never end: its input is written, and the run is over.
const ENDLESS: Duration = Duration::from_secs(60);
/// Tries to make a find smaller.
const SHRINKS: u64 = 20_000;
/// Finds of one target after which it is left alone.
const MOST_FINDS: usize = 20;

/// Where the last panic was, and what it said.
static PANIC: Mutex<(String, String)> = Mutex::new((String::new(), String::new()));

/// The case that is being tried, and since when.
static TRIED: Mutex<Option<(&str, Vec<u8>, Instant)>> = Mutex::new(None);

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    let given = |name: &str| args.iter().position(|arg| arg == name).and_then(|at| args.get(at + 1));
    let targets: Vec<Target> =
        TARGETS.into_iter().filter(|target| given("--target").is_none_or(|name| name == target.name)).collect();
    if targets.is_empty() {
        eprintln!("--target: there are {}", TARGETS.map(|target| target.name).join(", "));
        return ExitCode::from(2);
    }
    std::panic::set_hook(Box::new(|info| {
        let place = info.location().map(ToString::to_string).unwrap_or_default();
        let payload = info.payload();
        let said = payload.downcast_ref::<String>().map(String::as_str).or(payload.downcast_ref::<&str>().copied());
        let message = said.unwrap_or_default().chars().take(2000).collect();
        *PANIC.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = (place, message);
    }));
    if let Some(folder) = given("--write-corpus") {
        return write_corpus(&targets, Path::new(folder));
    }
    if let Some(file) = given("--replay") {
        return replay(&targets, Path::new(file));
    }
    thread::spawn(watch);
    let minutes: f64 = given("--minutes").and_then(|text| text.parse().ok()).unwrap_or(1.0);
    let seed = given("--seed").and_then(|text| text.parse().ok()).unwrap_or(20);
    println!("seed {seed}");
    let rows: Vec<Row> = targets.iter().map(|target| run(target, minutes, seed)).collect();
    println!("\n{:<10} {:>12} {:>8}  finds", "target", "cases", "minutes");
    for row in &rows {
        println!("{:<10} {:>12} {:>8.1}  {}", row.name, row.cases, row.minutes, row.finds);
    }
    if rows.iter().any(|row| row.finds > 0) { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

struct Row {
    name: &'static str,
    cases: u64,
    minutes: f64,
    finds: usize,
}

/// Where and why a case failed.
fn failure(target: &Target, data: &[u8]) -> Option<(String, String)> {
    let start = Instant::now();
    *TRIED.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = Some((target.name, data.to_vec(), start));
    if catch_unwind(AssertUnwindSafe(|| (target.check)(data))).is_err() {
        return Some(PANIC.lock().unwrap_or_else(std::sync::PoisonError::into_inner).clone());
    }
    (start.elapsed() > SLOW).then(|| ("slow".to_owned(), format!("{:?}", start.elapsed())))
}

/// Ends the process with a case that does not end.
fn watch() {
    loop {
        thread::sleep(Duration::from_secs(1));
        let tried = TRIED.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let Some((name, data, since)) = &*tried else { continue };
        if since.elapsed() > ENDLESS {
            println!("{name}: a case does not end");
            written(name, "endless", data);
            process::exit(1);
        }
    }
}

/// Writes a find and says how to see it again.
fn written(target: &str, name: &str, data: &[u8]) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("artifacts").join(target);
    let file = folder.join(name);
    fs::create_dir_all(folder).and_then(|()| fs::write(&file, data)).expect("a file");
    println!("  npm run fuzz -- --target {target} --replay {}", file.display());
}

fn run(target: &Target, minutes: f64, seed: u64) -> Row {
    let (seeds, words) = (corpus::seeds(target), corpus::dictionary(target.name));
    let mut dice = Dice::new(seed);
    let (start, mut cases) = (Instant::now(), 0);
    let mut places: Vec<String> = Vec::new();
    while start.elapsed().as_secs_f64() < minutes * 60.0 && places.len() < MOST_FINDS {
        let data = match seeds.get(cases as usize) {
            Some(seed) => seed.clone(),
            None => mutated(&seeds, &words, target.longest, &mut dice),
        };
        cases += 1;
        let Some((place, message)) = failure(target, &data) else { continue };
        if places.contains(&place) {
            continue;
        }
        let small = smaller(target, data, &place, &mut dice);
        println!("{}: {place}: {message}", target.name);
        written(target.name, &format!("find-{}", places.len() + 1), &small);
        places.push(place);
    }
    Row { name: target.name, cases, minutes: start.elapsed().as_secs_f64() / 60.0, finds: places.len() }
}

/// The smallest input found that fails at the same place.
fn smaller(target: &Target, data: Vec<u8>, place: &str, dice: &mut Dice) -> Vec<u8> {
    let (mut best, start) = (data, Instant::now());
    for _ in 0..SHRINKS {
        if best.is_empty() || start.elapsed() > SLOW {
            break;
        }
        let from = dice.below(best.len());
        let most = 1 << dice.below(11);
        let length = 1 + dice.below(most.min(best.len() - from));
        let mut next = best.clone();
        if dice.below(3) == 0 {
            next[from] = 0;
        } else {
            next.drain(from..from + length);
        }
        if next != best && failure(target, &next).is_some_and(|(other, _)| other == place) {
            best = next;
        }
    }
    best
}

fn replay(targets: &[Target], file: &Path) -> ExitCode {
    let data = fs::read(file).expect("a file to replay");
    let failed = targets.iter().filter_map(|target| Some((target.name, failure(target, &data)?)));
    let failed: Vec<_> = failed.collect();
    for (name, (place, message)) in &failed {
        println!("{name}: {place}: {message}");
    }
    if failed.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Seeds as files, and a dictionary, as libFuzzer takes them.
fn write_corpus(targets: &[Target], folder: &Path) -> ExitCode {
    for target in targets {
        let own = folder.join(target.name);
        fs::create_dir_all(&own).expect("a folder");
        for (number, seed) in corpus::seeds(target).iter().enumerate() {
            fs::write(own.join(format!("seed-{number}")), seed).expect("a file");
        }
        let mut words = String::new();
        for word in corpus::dictionary(target.name) {
            words.push('"');
            for byte in word.bytes() {
                // A string takes every write.
                let _ = write!(words, "\\x{byte:02x}");
            }
            words.push_str("\"\n");
        }
        fs::write(folder.join(format!("{}.dict", target.name)), words).expect("a file");
        println!("{} {}", target.name, target.longest);
    }
    ExitCode::SUCCESS
}
