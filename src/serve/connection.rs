//! Connections: so many at once, each of a client that sends and reads in time.

use super::Server;
use super::routes::respond;
use super::socket::Socket;
use super::waiting::{Place, Waiting};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::{sleep, timeout};

/// The head of a request comes within this time; so does the next request of a connection that is kept. Until then the connection keeps nobody out.
const HEAD: Duration = Duration::from_secs(15);
/// A request has so many headers at most, of so many bytes in all.
const HEADERS: usize = 64;
const HEAD_BYTES: usize = 32 << 10;
/// As the server ends, answers have so long to end.
const LEAVING: Duration = Duration::from_secs(20);
/// Where the system has nothing left for a connection, it is asked again so much later.
const AGAIN: Duration = Duration::from_millis(50);

/// Takes connections until the process is told to end, and answers what has come by then.
pub async fn accept(listener: TcpListener, server: Arc<Server>) {
    let most = u32::try_from(server.options.connections).unwrap_or(u32::MAX);
    let open = Arc::new(Semaphore::new(most as usize));
    let waiting: Arc<Waiting> = Arc::default();
    let (leave, leaving) = watch::channel(false);
    let mut told = std::pin::pin!(told_to_end());
    loop {
        let stream = tokio::select! {
            () = &mut told => break,
            taken = listener.accept() => match taken {
                Ok((stream, _)) => stream,
                Err(_) => {
                    sleep(AGAIN).await;
                    continue;
                }
            },
        };
        // Who comes while all are answered waits for one of them, and the next in the system's queue.
        let permit = tokio::select! {
            () = &mut told => break,
            permit = waiting.room(&open) => permit,
        };
        let Some(permit) = permit else { break };
        let place = Place::new(waiting.clone());
        tokio::spawn(serve(stream, (server.clone(), place), leaving.clone(), permit));
    }
    drop(listener);
    leave.send_replace(true);
    let _ = timeout(LEAVING, open.acquire_many(most)).await;
}

async fn serve(
    stream: TcpStream,
    (server, place): (Arc<Server>, Arc<Place>),
    mut leaving: watch::Receiver<bool>,
    _permit: OwnedSemaphorePermit,
) {
    // Lines are sent as they are there.
    let _ = stream.set_nodelay(true);
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(HEAD).max_headers(HEADERS).max_buf_size(HEAD_BYTES);
    let dismissed = place.clone();
    let service = service_fn(move |request| {
        let (server, place) = (server.clone(), place.clone());
        async move { Ok::<_, std::convert::Infallible>(respond(&server, place, request).await) }
    });
    let mut connection = std::pin::pin!(http.serve_connection(TokioIo::new(Socket::new(stream)), service));
    tokio::select! {
        // What a client does wrong is its own affair.
        _ = connection.as_mut() => return,
        () = dismissed.dismissed() => return,
        _ = leaving.wait_for(|leaving| *leaving) => connection.as_mut().graceful_shutdown(),
    }
    let _ = connection.await;
}

/// Waits for an interrupt from the keyboard or a request to terminate.
#[cfg(unix)]
async fn told_to_end() {
    use tokio::signal::unix::{SignalKind, signal};
    let Ok(mut terminate) = signal(SignalKind::terminate()) else { return std::future::pending().await };
    tokio::select! {
        _ = tokio::signal::ctrl_c() => {}
        _ = terminate.recv() => {}
    }
}

#[cfg(not(unix))]
async fn told_to_end() {
    let _ = tokio::signal::ctrl_c().await;
}
