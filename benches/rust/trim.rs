//! Speed of the core, and comparison with common alternatives.
//!
//! `cargo bench -p tooltrim-benches` measures with criterion, then times each alternative in turn with ours and prints
//! the ratios: those hold on a busy machine too, where times of different minutes cannot be compared.
//! `cargo bench -p tooltrim-benches -- measure` runs the groups whose name contains "measure", without the ratios.

#![allow(missing_docs, reason = "benchmarks")]

use std::env;
use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{BenchmarkId, Criterion, Throughput};
use tooltrim::{Snap, TrimOptions, Trimmer, estimate_tokens, measure};

/// 10 KB of Chinese have 3,300 chars and must be over it.
const LIMIT: usize = 2000;
const MB: usize = 1_000_000;
const SIZES: [(&str, usize); 3] = [("10 KB", 10_000), ("1 MB", MB), ("50 MB", 50 * MB)];
const KINDS: [&str; 3] = ["ASCII", "mixed", "CJK"];

fn main() {
    let mut criterion = Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1))
        .configure_from_args();
    ends(&mut criterion);
    tokens(&mut criterion);
    sizes(&mut criterion);
    graphemes(&mut criterion);
    criterion.final_summary();
    // A filter, `--test` or `--list` asks for less than everything.
    if env::args().skip(1).all(|argument| argument == "--bench") {
        ratios();
    }
}

/// Both ends by whole lines.
fn ends(criterion: &mut Criterion) {
    let trimmer = trimmer(TrimOptions::new().max_chars(LIMIT).rescue(false));
    let mut group = criterion.benchmark_group("ends");
    for kind in KINDS {
        for (size, bytes) in SIZES {
            let text = text(kind, bytes);
            check(&text, &trimmer);
            let id = |name: &str| BenchmarkId::new(name, format!("{kind} {size}"));
            group.bench_function(id("Trimmer"), |bencher| bencher.iter(|| trimmer.trim(black_box(&text))));
            group.bench_function(id("lines.collect"), |bencher| bencher.iter(|| collect_lines(black_box(&text))));
        }
    }
    group.finish();
}

/// A limit in estimated tokens.
fn tokens(criterion: &mut Criterion) {
    let trimmer = trimmer(TrimOptions::new().max_tokens(LIMIT));
    let mut group = criterion.benchmark_group("max_tokens");
    for kind in KINDS {
        let text = text(kind, MB);
        group.bench_function(BenchmarkId::new("Trimmer", kind), |bencher| {
            bencher.iter(|| trimmer.trim(black_box(&text)));
        });
    }
    group.finish();
}

/// Functions that read a whole text.
fn sizes(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("whole text");
    group.throughput(Throughput::Bytes(MB as u64));
    for kind in KINDS {
        let text = text(kind, MB);
        group.bench_function(BenchmarkId::new("estimate_tokens", kind), |bencher| {
            bencher.iter(|| estimate_tokens(black_box(&text)));
        });
        group.bench_function(BenchmarkId::new("measure", kind), |bencher| bencher.iter(|| measure(black_box(&text))));
    }
    group.finish();
}

/// Cuts between graphemes, at 16 limits in a row so that they fall at all places of a cluster, and their count.
fn graphemes(criterion: &mut Criterion) {
    const CLUSTERS: [(&str, &str); 4] = [
        ("ASCII", "request 35 finished\n"),
        ("emoji", "\u{1f469}\u{1f3fd}\u{200d}\u{1f680}\u{1f1e9}\u{1f1ea}\u{1f600}\u{2764}\u{fe0f} ok\n"),
        ("Devanagari", "नमस्ते क्षत्रिय राष्ट्र\n"),
        ("Hangul", "한국어 \u{1112}\u{1161}\u{11ab} ok\n"),
    ];
    let trimmers: Vec<Trimmer> = (LIMIT..LIMIT + 16)
        .map(|limit| trimmer(TrimOptions::new().max_chars(limit).snap(Snap::Grapheme).rescue(false)))
        .collect();
    let mut group = criterion.benchmark_group("graphemes");
    for (kind, piece) in CLUSTERS {
        let text = piece.repeat(10_000 / piece.len());
        group.bench_function(BenchmarkId::new("16 trims of 10 KB", kind), |bencher| {
            bencher.iter(|| trimmers.iter().map(|trimmer| trimmer.trim(black_box(&text)).text.len()).sum::<usize>());
        });
        let text = text.repeat(100);
        group.bench_function(BenchmarkId::new("measure", kind), |bencher| bencher.iter(|| measure(black_box(&text))));
    }
    group.finish();
}

/// Ours and the alternatives in turn.
fn ratios() {
    let trimmer = trimmer(TrimOptions::new().max_chars(LIMIT).rescue(false));
    println!("\nBoth ends by whole lines within {LIMIT} chars, and how many times as long the others take:\n");
    println!("text   size       Trimmer  lines.collect  chars.count");
    println!("-----  -----  -----------  -------------  -----------");
    for kind in KINDS {
        for (size, bytes) in SIZES {
            let text = text(kind, bytes);
            let (time, [_, lines, count]) = race([
                &mut || drop(black_box(trimmer.trim(black_box(&text)))),
                &mut || drop(black_box(collect_lines(black_box(&text)))),
                &mut || _ = black_box(black_box(text.as_str()).chars().count()),
            ]);
            let micros = time.as_secs_f64() * 1e6;
            println!("{kind:5}  {size:5}  {micros:8.1} µs  {lines:11.2} ×  {count:9.2} ×");
        }
    }
}

/// The median time of the first contender, and the median over the rounds of each one's ratio to it.
fn race<const N: usize>(mut contenders: [&mut dyn FnMut(); N]) -> (Duration, [f64; N]) {
    const ROUNDS: usize = 15;
    let calls = contenders.each_mut().map(|contender| calls(*contender));
    let mut rounds: Vec<[Duration; N]> =
        (0..ROUNDS).map(|_| std::array::from_fn(|index| sample(contenders[index], calls[index]))).collect();
    rounds.sort_by_key(|times| times[0]);
    let ratios = std::array::from_fn(|index| {
        let mut ratios: Vec<f64> = rounds.iter().map(|times| times[index].div_duration_f64(times[0])).collect();
        ratios.sort_by(f64::total_cmp);
        ratios[ROUNDS / 2]
    });
    (rounds[ROUNDS / 2][0], ratios)
}

/// Number of calls per millisecond.
fn calls(run: &mut dyn FnMut()) -> u32 {
    let mut calls = 1;
    loop {
        let time = sample(run, calls) * calls;
        if time >= Duration::from_millis(1) {
            return calls;
        }
        calls *= 2;
    }
}

/// The time of one call.
fn sample(run: &mut dyn FnMut(), calls: u32) -> Duration {
    let start = Instant::now();
    for _ in 0..calls {
        run();
    }
    start.elapsed() / calls
}

fn trimmer(options: TrimOptions) -> Trimmer {
    Trimmer::new(options).expect("the options are valid")
}

/// The usual way: all lines in a vector. Returns the result and the number of missing chars.
fn collect_lines(text: &str) -> (String, usize) {
    let total = text.chars().count();
    let marker = |omitted: usize| format!("... [truncated {omitted} chars] ...\n");
    let room = LIMIT - marker(total).len();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let (mut head, mut tail, mut kept) = (0, lines.len(), 0);
    while head < tail {
        let size = lines[head].chars().count();
        if kept + size > room / 2 {
            break;
        }
        kept += size;
        head += 1;
    }
    while tail > head {
        let size = lines[tail - 1].chars().count();
        if kept + size > room {
            break;
        }
        kept += size;
        tail -= 1;
    }
    let omitted = total - kept;
    (lines[..head].concat() + &marker(omitted) + &lines[tail..].concat(), omitted)
}

/// Both must do the same work, or the ratios say nothing.
fn check(text: &str, trimmer: &Trimmer) {
    let ours = trimmer.trim(text);
    let (theirs, omitted) = collect_lines(text);
    for (result, omitted) in [(ours.text.as_ref(), ours.omitted.chars as usize), (&theirs, omitted)] {
        let chars = result.chars().count();
        assert!(chars <= LIMIT && chars > LIMIT * 9 / 10, "{chars} chars are kept");
        let marker = format!("... [truncated {omitted} chars] ...\n");
        let (head, tail) = result.split_once(&marker).expect("the marker stands in the result");
        assert!(text.starts_with(head) && text.ends_with(tail) && head.ends_with('\n'));
        assert_eq!(text.chars().count(), head.chars().count() + tail.chars().count() + omitted);
    }
}

/// About `bytes` bytes of lines of tool output, always the same.
fn text(kind: &str, bytes: usize) -> String {
    const ASCII: [&str; 8] = ["request", "worker", "finished", "in", "35 ms,", "retry", "timeout", "200"];
    const CJK: [&str; 8] = ["任务", "完成", "错误", "没有", "找到文件", "テスト", "成功しました", "빌드"];
    let mut state = 1_u32;
    let mut random = move |below: usize| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 16) as usize % below
    };
    let mut block = String::new();
    let mut number = 0;
    while block.len() < bytes.min(1 << 17) {
        let wide = kind == "CJK" || kind == "mixed" && random(8) == 0;
        number += 1;
        if kind != "CJK" {
            block.extend(["2026-03-01T12:00:00Z [", &number.to_string(), "] INFO "]);
        }
        for _ in 0..6 + random(6) {
            block += if wide { CJK[random(8)] } else { ASCII[random(8)] };
            block += if wide { "" } else { " " };
        }
        block += if kind == "mixed" && random(8) == 0 { "🎉 ok\n" } else { "\n" };
    }
    block.repeat(bytes.div_ceil(block.len()))
}
