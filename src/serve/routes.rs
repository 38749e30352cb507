//! What each request is answered: the page, what there is to choose from, and questions.

use super::Server;
use super::asked::{Asked, MOST_BYTES, What};
use super::body::{Content, Unread, read};
use super::waiting::Place;
use super::{examples, files, words};
use hyper::body::Incoming;
use hyper::header::{
    ALLOW, CACHE_CONTROL, CONNECTION, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, HOST, HeaderMap, HeaderName,
    HeaderValue, IF_NONE_MATCH, ORIGIN, REFERRER_POLICY, RETRY_AFTER, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use hyper::{Method, Request, Response, StatusCode};
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;

/// The body of a request comes within this time.
const PATIENCE: Duration = Duration::from_secs(15);
const JSON: &str = "application/json";
const LINES: &str = "application/x-ndjson; charset=utf-8";
/// What the page may load, run and be part of: its own files, and pictures that it has made.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// A response, all of which have the same headers about security.
pub type Answer = Response<Content>;

/// What a request is answered.
pub async fn respond(server: &Server, place: Arc<Place>, request: Request<Incoming>) -> Answer {
    let mut answer = match refusal(server, &request) {
        Some(refused) => refused,
        None => routed(server, place, request).await,
    };
    let headers = answer.headers_mut();
    let fixed: [(HeaderName, &'static str); 7] = [
        (CONTENT_SECURITY_POLICY, POLICY),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (X_FRAME_OPTIONS, "DENY"),
        (REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (HeaderName::from_static("permissions-policy"), "camera=(), geolocation=(), microphone=()"),
    ];
    for (name, value) in fixed {
        headers.insert(name, HeaderValue::from_static(value));
    }
    answer
}

/// Refuses a request for another host, and one that the page of another asks.
fn refusal(server: &Server, request: &Request<Incoming>) -> Option<Answer> {
    if request.headers().get_all(HOST).iter().count() > 1 {
        return Some(error(StatusCode::BAD_REQUEST, "a request is for one host"));
    }
    let host = host(request);
    let Some(host) = host.filter(|host| is_ours(server, host)) else {
        let message = "this server is not reached by that name: `--host NAME` allows one";
        return Some(error(StatusCode::MISDIRECTED_REQUEST, message));
    };
    let origin = text(request.headers(), &ORIGIN);
    let is_other = |origin: &str| origin.split_once("://").is_none_or(|(_, of)| of != host);
    let site = text(request.headers(), &HeaderName::from_static("sec-fetch-site"));
    let is_asked = request.method() == Method::POST;
    (is_asked && (origin.is_some_and(is_other) || site == Some("cross-site")))
        .then(|| error(StatusCode::FORBIDDEN, "the page of another site asks"))
}

/// The host that a request is for, with its port.
fn host(request: &Request<Incoming>) -> Option<&str> {
    let of_target = request.uri().authority().map(hyper::http::uri::Authority::as_str);
    of_target.or_else(|| text(request.headers(), &HOST))
}

/// Whether the server is reached by a host's name. One that listens on this machine alone is reached by its names: a name of somebody else that stands for
/// this machine is how a page asks what it must not.
fn is_ours(server: &Server, host: &str) -> bool {
    let name = host.rsplit_once(':').filter(|(_, port)| port.chars().all(|c| c.is_ascii_digit()));
    let name = name.map_or(host, |(name, _)| name);
    let is = |known: &str| known.eq_ignore_ascii_case(name);
    let is_local = ["localhost", "127.0.0.1", "[::1]"].into_iter().any(is);
    let hosts = &server.options.hosts;
    let is_named = hosts.iter().any(|known| is(known));
    match server.options.listen.ip().is_loopback() {
        true => is_local || is_named,
        false => hosts.is_empty() || is_named,
    }
}

fn text<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

async fn routed(server: &Server, place: Arc<Place>, request: Request<Incoming>) -> Answer {
    let path = request.uri().path().to_string();
    if let Some(name) = path.strip_prefix("/api/")
        && let Some(what) = What::named(name)
    {
        return match *request.method() == Method::POST {
            true => asked(server, place, (what, request)).await,
            false => not_so("POST"),
        };
    }
    let Some((kind, bytes)) = fixed(&path) else { return error(StatusCode::NOT_FOUND, "there is nothing here") };
    if request.method() != Method::GET && request.method() != Method::HEAD {
        return not_so("GET, HEAD");
    }
    told(&request, kind, bytes)
}

/// What stands at a path, and of which type it is: the same for all who ask.
fn fixed(path: &str) -> Option<(&'static str, &'static [u8])> {
    match path {
        "/api/words" => Some((JSON, words::words().as_bytes())),
        "/api/examples" => Some((JSON, examples::examples().as_bytes())),
        "/health" => Some(("text/plain; charset=utf-8", b"ok\n")),
        path => files::file(path).map(|file| (file.kind, file.bytes)),
    }
}

/// What is part of the program, unless the client has it.
fn told(request: &Request<Incoming>, kind: &'static str, bytes: &'static [u8]) -> Answer {
    let tag = concat!("\"", env!("GFX_LITMUS_SOURCES"), "\"");
    let is_known = text(request.headers(), &IF_NONE_MATCH) == Some(tag);
    let mut answer = match is_known {
        true => Response::new(Content::Whole(None)),
        false => typed(Content::from(bytes), kind),
    };
    if is_known {
        *answer.status_mut() = StatusCode::NOT_MODIFIED;
    }
    answer.headers_mut().insert(ETAG, HeaderValue::from_static(tag));
    answer.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    answer
}

/// Answers a question, as lines.
async fn asked(server: &Server, place: Arc<Place>, (what, request): (What, Request<Incoming>)) -> Answer {
    let kind = text(request.headers(), &CONTENT_TYPE).unwrap_or_default();
    if kind.split(';').next().is_none_or(|kind| !kind.trim().eq_ignore_ascii_case(JSON)) {
        return error(StatusCode::UNSUPPORTED_MEDIA_TYPE, "a question is JSON, of type application/json");
    }
    let body = match read(request.into_body(), MOST_BYTES, PATIENCE).await {
        Ok(body) => body,
        Err(Unread::TooLarge) => return closing(error(StatusCode::PAYLOAD_TOO_LARGE, "at most 1 MiB")),
        Err(Unread::Slow) => return closing(error(StatusCode::REQUEST_TIMEOUT, "the question did not come")),
    };
    let question = match Asked::read(what, &body) {
        Ok(question) => question,
        Err(why) => return error(StatusCode::BAD_REQUEST, &why),
    };
    match server.pool.ask(what, question) {
        Some(lines) => {
            let mut answer = typed(Content::Lines { lines, _answering: place.answering() }, LINES);
            // A proxy before the server passes lines on as they come.
            answer.headers_mut().insert("x-accel-buffering", HeaderValue::from_static("no"));
            answer
        }
        None => {
            let mut answer = error(StatusCode::SERVICE_UNAVAILABLE, "too many questions wait; ask again in a second");
            answer.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("1"));
            answer
        }
    }
}

fn typed(content: Content, kind: &'static str) -> Answer {
    let mut answer = Response::new(content);
    answer.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    answer.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    answer
}

fn error(status: StatusCode, message: &str) -> Answer {
    let mut answer = typed(Content::from(format!("{}\n", json!({ "error": message }))), JSON);
    *answer.status_mut() = status;
    answer
}

/// A refusal of the method, with those that are taken.
fn not_so(allowed: &'static str) -> Answer {
    let mut answer = error(StatusCode::METHOD_NOT_ALLOWED, &format!("this is asked by {allowed}"));
    answer.headers_mut().insert(ALLOW, HeaderValue::from_static(allowed));
    answer
}

/// The same, with the connection closed: what the client still sends is not read.
fn closing(mut answer: Answer) -> Answer {
    answer.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    answer
}
