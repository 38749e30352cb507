//! A short load: many clients, some of them hostile, none of whose good questions is lost. How long answers take is printed; `scripts/serve-load.py` measures.

use super::MP;
use super::client::{Server, question};
use super::machine::hostile;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

const CLIENTS: usize = 16;
const LASTING: Duration = Duration::from_secs(8);

#[test]
fn no_good_question_is_lost() {
    let server = Server::start(&["--timeout", "5"]);
    let over = AtomicBool::new(false);
    let mut times = thread::scope(|scope| {
        let good: Vec<_> = (0..CLIENTS).map(|_| scope.spawn(|| good(&server, &over))).collect();
        for at in 0..2 {
            let (server, over) = (&server, &over);
            scope.spawn(move || bad(server, over, at));
        }
        thread::sleep(LASTING);
        over.store(true, Ordering::Relaxed);
        good.into_iter().flat_map(|client| client.join().expect("no good question is lost")).collect::<Vec<_>>()
    });
    times.sort();
    let part = |part: usize| times[(times.len() - 1) * part / 100];
    eprintln!("{} good questions, p50 {:?}, p99 {:?}", times.len(), part(50), part(99));
}

/// Asks one good question after another: how long each took.
fn good(server: &Server, over: &AtomicBool) -> Vec<Duration> {
    let mut times = Vec::new();
    while !over.load(Ordering::Relaxed) {
        let start = Instant::now();
        let (status, _, body) = server.post("check", &question(MP));
        assert!(status == 200 && body.contains("forbidden") && body.contains("\"end\":\"done\""), "{status} {body}");
        times.push(start.elapsed());
        thread::sleep(Duration::from_millis(50));
    }
    times
}

/// Asks hostile ones, and leaves some before they are answered.
fn bad(server: &Server, over: &AtomicBool, at: usize) {
    for (number, (what, asked)) in hostile().into_iter().cycle().enumerate().skip(at * 5) {
        if over.load(Ordering::Relaxed) {
            return;
        }
        match number % 3 {
            0 => drop(server.open(what, &asked)),
            _ => drop(server.post(what, &asked.to_string())),
        }
    }
}
