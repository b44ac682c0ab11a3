use std::{
    pin::Pin,
    task::{Context, Poll, ready},
    time::Duration,
};

use axum::{
    BoxError,
    body::{Body, Bytes},
};
use hyper::body::{Body as HttpBody, Frame, Incoming, SizeHint};
use tokio::time::Sleep;

/// Error of a request body that did not arrive in time.
#[derive(Debug, thiserror::Error)]
#[error("the request body arrived too slowly")]
pub struct SlowBody;

/// A request body that fails with [`SlowBody`] after its deadline.
struct TimedBody {
    body: Incoming,
    deadline: Pin<Box<Sleep>>,
}

/// Wraps the body so that it must arrive within `limit` of its request's head.
pub(super) fn limit_time(body: Incoming, limit: Duration) -> Body {
    if body.is_end_stream() {
        return Body::new(body);
    }
    Body::new(TimedBody { body, deadline: Box::pin(tokio::time::sleep(limit)) })
}

impl HttpBody for TimedBody {
    type Data = Bytes;
    type Error = BoxError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        match Pin::new(&mut self.body).poll_frame(cx) {
            Poll::Ready(frame) => Poll::Ready(frame.map(|frame| frame.map_err(Into::into))),
            Poll::Pending => {
                ready!(self.deadline.as_mut().poll(cx));
                Poll::Ready(Some(Err(SlowBody.into())))
            }
        }
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
