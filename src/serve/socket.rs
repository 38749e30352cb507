//! A connection whose other end has to read: one that takes nothing for long is closed.

use std::future::Future;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Sleep, sleep};

/// Who reads nothing for so long is not served any more.
const PATIENCE: Duration = Duration::from_secs(20);

/// A socket with such a limit.
pub struct Socket {
    stream: TcpStream,
    /// When it is over, while something waits to be written.
    over: Option<Pin<Box<Sleep>>>,
}

impl Socket {
    /// The same socket, limited.
    pub fn new(stream: TcpStream) -> Socket {
        Socket { stream, over: None }
    }

    /// What came of writing, and that nothing did for too long.
    fn limited<T>(&mut self, context: &mut Context<'_>, wrote: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if wrote.is_ready() {
            self.over = None;
            return wrote;
        }
        let over = self.over.get_or_insert_with(|| Box::pin(sleep(PATIENCE)));
        match over.as_mut().poll(context) {
            Poll::Ready(()) => Poll::Ready(Err(io::ErrorKind::TimedOut.into())),
            Poll::Pending => Poll::Pending,
        }
    }
}

impl AsyncRead for Socket {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, into)
    }
}

impl AsyncWrite for Socket {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let wrote = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.limited(context, wrote)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let wrote = Pin::new(&mut self.stream).poll_flush(context);
        self.limited(context, wrote)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let wrote = Pin::new(&mut self.stream).poll_shutdown(context);
        self.limited(context, wrote)
    }
}
