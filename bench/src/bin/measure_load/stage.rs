//! Stage of the load: a number of clients for some seconds.

use std::{
    net::SocketAddr,
    sync::Arc,
    time::{Duration, Instant},
};

use bench::{Client, Rng, percentiles};

use crate::mix::{CLASSES, Mix};

/// Pause of a client after a refusal or failure. Browsers wait for seconds: shorter is worse for the api.
const PAUSE: Duration = Duration::from_millis(50);

/// Results of one class.
#[derive(Default, Clone)]
pub(crate) struct ClassResult {
    /// Times of the requests that were answered.
    answered: Vec<Duration>,
    /// Times of the refusals with 503 and Retry-After.
    shed: Vec<Duration>,
    errors: usize,
}

/// Results of all classes.
pub(crate) struct StageResult {
    classes: Vec<ClassResult>,
    took: Duration,
}

/// Runs clients, each of which sends one request after the other.
pub(crate) async fn run(address: SocketAddr, mix: &Arc<Mix>, clients: u64, length: Duration) -> StageResult {
    let started = Instant::now();
    let tasks: Vec<_> = (0..clients)
        .map(|number| tokio::spawn(run_client(address, Arc::clone(mix), number, started + length)))
        .collect();
    let mut classes = vec![ClassResult::default(); CLASSES.len()];
    for task in tasks {
        for (all, one) in classes.iter_mut().zip(task.await.unwrap_or_default()) {
            all.answered.extend(one.answered);
            all.shed.extend(one.shed);
            all.errors += one.errors;
        }
    }
    StageResult { classes, took: started.elapsed() }
}

async fn run_client(address: SocketAddr, mix: Arc<Mix>, number: u64, end: Instant) -> Vec<ClassResult> {
    let mut client = Client::new(address);
    let mut rng = Rng::new(number);
    let mut classes = vec![ClassResult::default(); CLASSES.len()];
    while Instant::now() < end {
        let (class, request) = mix.next(&mut rng);
        let asked = Instant::now();
        let answered = client.ask(&request).await;
        let took = asked.elapsed();
        let Some(result) = classes.get_mut(class) else { break };
        match answered {
            // Not every product has a price history.
            Ok(answer) if answer.status < 400 || answer.status == 404 => {
                result.answered.push(took);
                continue;
            }
            Ok(answer) if answer.status == 503 && answer.retry_after => result.shed.push(took),
            Ok(answer) => {
                if result.errors == 0 && number == 0 {
                    eprintln!("{} {} answered {}", request.method, request.path, answer.status);
                }
                result.errors += 1;
            }
            Err(_) => result.errors += 1,
        }
        tokio::time::sleep(PAUSE).await;
    }
    classes
}

impl StageResult {
    /// Prints a line for each class.
    pub(crate) fn print(&self) {
        println!("  class          answered/s    p50 ms   p95 ms   p99 ms      shed/s  p99 ms  errors");
        let seconds = self.took.as_secs_f64();
        let mut total = 0.0;
        for ((name, _), result) in CLASSES.iter().zip(&self.classes) {
            let [p50, p95, p99] = percentiles(&result.answered);
            let [_, _, shed] = percentiles(&result.shed);
            let rate = result.answered.len() as f64 / seconds;
            total += rate;
            println!(
                "  {name:<14} {rate:>10.0} {p50:>9.1} {p95:>8.1} {p99:>8.1}  {:>10.0} {shed:>7.1} {:>7}",
                result.shed.len() as f64 / seconds,
                result.errors
            );
        }
        println!("  all            {total:>10.0}");
    }
}
