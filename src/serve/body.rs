//! What is answered: a whole text, or lines as they come.

use super::waiting::Answering;
use hyper::body::{Body, Bytes, Frame, Incoming, SizeHint};
use std::convert::Infallible;
use std::future::poll_fn;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::sync::mpsc::Receiver;
use tokio::time::timeout;

/// The body of a response. Lines that nobody reads any more are dropped with it, which who sends them notices.
pub enum Content {
    /// All of it.
    Whole(Option<Bytes>),
    /// Lines as they come.
    Lines {
        /// The lines, without their ends.
        lines: Receiver<String>,
        /// That the connection is being answered as long as there are some.
        _answering: Answering,
    },
}

impl From<String> for Content {
    fn from(text: String) -> Content {
        Content::Whole(Some(text.into()))
    }
}

impl From<&'static [u8]> for Content {
    fn from(bytes: &'static [u8]) -> Content {
        Content::Whole(Some(Bytes::from_static(bytes)))
    }
}

impl Body for Content {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        match self.get_mut() {
            Content::Whole(bytes) => Poll::Ready(bytes.take().map(|bytes| Ok(Frame::data(bytes)))),
            Content::Lines { lines, .. } => {
                lines.poll_recv(context).map(|line| line.map(|line| Ok(Frame::data(ended(line)))))
            }
        }
    }

    fn size_hint(&self) -> SizeHint {
        match self {
            Content::Whole(bytes) => SizeHint::with_exact(bytes.as_ref().map_or(0, |bytes| bytes.len() as u64)),
            Content::Lines { .. } => SizeHint::default(),
        }
    }
}

fn ended(mut line: String) -> Bytes {
    line.push('\n');
    line.into()
}

/// Why the body of a request is not read.
pub enum Unread {
    /// It has more bytes than it may.
    TooLarge,
    /// It does not come in time, or not at all.
    Slow,
}

/// The body of a request, of so many bytes at most, which comes within a time.
///
/// # Errors
/// It has more, or does not come.
pub async fn read(body: Incoming, most: usize, patience: Duration) -> Result<Vec<u8>, Unread> {
    if body.size_hint().lower() > most as u64 {
        return Err(Unread::TooLarge);
    }
    timeout(patience, read_all(body, most)).await.unwrap_or(Err(Unread::Slow))
}

async fn read_all(mut body: Incoming, most: usize) -> Result<Vec<u8>, Unread> {
    let mut bytes = Vec::new();
    while let Some(frame) = poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await {
        let Ok(data) = frame.map_err(|_| Unread::Slow)?.into_data() else { continue };
        if bytes.len() + data.len() > most {
            return Err(Unread::TooLarge);
        }
        bytes.extend_from_slice(&data);
    }
    Ok(bytes)
}
