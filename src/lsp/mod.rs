//! `litmus lsp`: what editors ask of tests, models, hardware files and tables, by the Language Server Protocol (3.17) over standard input and output.
//!
//! Texts are read where they change, which takes a millisecond. What is decided takes longer, and is the work of one worker, which ends where the editor
//! asks no more.

mod definition;
mod diagnose;
mod document;
mod folder;
mod hover;
mod lens;
mod meanings;
mod open;
mod part;
mod pictures;
mod readable;
mod stdio;
mod verdicts;
mod worker;

pub(crate) use document::Document;
pub(crate) use hover::explained;
pub(crate) use meanings::meanings;
pub(crate) use verdicts::{condition_at, said};

use document::Kind;
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::notification::{
    Cancel, DidChangeTextDocument, DidChangeWatchedFiles, DidCloseTextDocument, DidOpenTextDocument,
    DidSaveTextDocument, Notification as _, PublishDiagnostics,
};
use lsp_types::request::{
    CodeLensRequest, ExecuteCommand, Formatting, GotoDefinition, HoverRequest, RegisterCapability, Request as _,
};
use lsp_types::{
    CancelParams, CodeLensOptions, ExecuteCommandOptions, HoverProviderCapability, NumberOrString, OneOf,
    PublishDiagnosticsParams, SaveOptions, ServerCapabilities, TextDocumentSyncCapability, TextDocumentSyncKind,
    TextDocumentSyncOptions, TextEdit, Uri,
};
use open::Documents;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::process::exit;
use worker::{Asked, Task, Worker};

/// Serves an editor until it says that it ends, or standard input does.
///
/// # Errors
/// What of the protocol was broken.
pub fn serve() -> Result<(), String> {
    end_by_signals();
    let (connection, threads) = stdio::connect().map_err(|error| error.to_string())?;
    let served = serve_on(&connection);
    // The writer ends as nobody sends any more.
    drop(connection);
    let read = threads.join();
    // By now nobody draws any more.
    folder::remove();
    // What came is why nothing more does.
    read.and(served)
}

/// The exit code where a signal ends the process, whichever it is.
const ENDED: i32 = 130;

/// Has signals that end the process remove the pictures first.
fn end_by_signals() {
    // Without a handler a signal ends the process, as it does elsewhere.
    ctrlc::set_handler(end).ok();
}

#[expect(clippy::exit, reason = "a signal ends the process wherever it is")]
fn end() {
    folder::remove();
    exit(ENDED);
}

/// Serves the editor at the other end of a connection.
///
/// # Errors
/// What of the protocol was broken.
pub fn serve_on(connection: &Connection) -> Result<(), String> {
    let capabilities = serde_json::to_value(capabilities()).map_err(|error| error.to_string())?;
    let editor = connection.initialize(capabilities).map_err(|error| error.to_string())?;
    let documents = Documents::default();
    let mut server = Server { connection, documents, worker: Worker::new(connection.sender.clone()) };
    server.ask_for_files(&editor);
    for message in &connection.receiver {
        match message {
            Message::Request(request) => {
                if connection.handle_shutdown(&request).map_err(|error| error.to_string())? {
                    return Ok(());
                }
                server.request(request);
            }
            Message::Notification(notification) => server.notification(notification),
            // Nothing is asked of the editor whose answer matters.
            Message::Response(_) => {}
        }
    }
    Ok(())
}

fn capabilities() -> ServerCapabilities {
    ServerCapabilities {
        text_document_sync: Some(TextDocumentSyncCapability::Options(synchronized())),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        definition_provider: Some(OneOf::Left(true)),
        document_formatting_provider: Some(OneOf::Left(true)),
        code_lens_provider: Some(CodeLensOptions { resolve_provider: Some(false) }),
        execute_command_provider: Some(ExecuteCommandOptions {
            commands: vec![lens::CHECK.to_string(), lens::SHOW.to_string()],
            ..ExecuteCommandOptions::default()
        }),
        ..ServerCapabilities::default()
    }
}

/// Texts are said whole, and that they are saved.
fn synchronized() -> TextDocumentSyncOptions {
    TextDocumentSyncOptions {
        open_close: Some(true),
        change: Some(TextDocumentSyncKind::FULL),
        save: Some(SaveOptions::default().into()),
        ..TextDocumentSyncOptions::default()
    }
}

/// The files that models include.
const INCLUDED: &str = "**/*.cat";

struct Server<'c> {
    connection: &'c Connection,
    documents: Documents,
    worker: Worker,
}

/// What a request comes to.
enum Answer {
    /// It is answered.
    Now(Value),
    /// The worker answers it.
    Later,
    /// It cannot be answered, for this reason.
    Refused(ErrorCode, String),
}

impl Server<'_> {
    fn send(&self, message: impl Into<Message>) {
        // An editor that has gone is noticed where its next message is awaited.
        let _ = self.connection.sender.send(message.into());
    }

    /// Asks an editor that can tell to tell which files change that models may include.
    fn ask_for_files(&self, editor: &Value) {
        let can = editor.pointer("/capabilities/workspace/didChangeWatchedFiles/dynamicRegistration");
        if can != Some(&Value::Bool(true)) {
            return;
        }
        let method = DidChangeWatchedFiles::METHOD;
        let options = json!({ "watchers": [{ "globPattern": INCLUDED }] });
        let registrations = json!([{ "id": method, "method": method, "registerOptions": options }]);
        let id = RequestId::from(method.to_string());
        let params = json!({ "registrations": registrations });
        self.send(Request::new(id, RegisterCapability::METHOD.to_string(), params));
    }

    fn request(&mut self, request: Request) {
        let Request { id, method, params } = request;
        let answer = match method.as_str() {
            HoverRequest::METHOD => self.with(params, |server, asked| server.hover(&id, asked)),
            GotoDefinition::METHOD => self.with(params, |server, asked| server.definition(asked)),
            Formatting::METHOD => self.with(params, |server, asked| server.format(asked)),
            CodeLensRequest::METHOD => self.with(params, |server, asked| server.lenses(asked)),
            ExecuteCommand::METHOD => self.with(params, |server, asked| server.execute(&id, asked)),
            _ => Answer::Refused(ErrorCode::MethodNotFound, format!("`{method}` is not known")),
        };
        match answer {
            Answer::Now(value) => self.send(Response::new_ok(id, value)),
            Answer::Later => {}
            Answer::Refused(code, message) => self.send(Response::new_err(id, code as i32, message)),
        }
    }

    /// What a request comes to whose parameters are understood.
    fn with<P: DeserializeOwned>(&mut self, params: Value, answer: impl FnOnce(&mut Self, P) -> Answer) -> Answer {
        match serde_json::from_value(params) {
            Ok(params) => answer(self, params),
            Err(error) => Answer::Refused(ErrorCode::InvalidParams, error.to_string()),
        }
    }

    fn notification(&mut self, notification: Notification) {
        let Notification { method, params } = notification;
        match method.as_str() {
            DidOpenTextDocument::METHOD => {
                if let Ok(opened) = serde_json::from_value::<lsp_types::DidOpenTextDocumentParams>(params) {
                    let item = opened.text_document;
                    self.changed(item.uri, item.version, item.text, document::kind(&item.language_id));
                }
            }
            DidChangeTextDocument::METHOD => {
                if let Ok(changed) = serde_json::from_value::<lsp_types::DidChangeTextDocumentParams>(params)
                    && let Some(last) = changed.content_changes.into_iter().next_back()
                {
                    let changed = changed.text_document;
                    let known = self.documents.get(&changed.uri).map(|document| document.kind);
                    self.changed(changed.uri, changed.version, last.text, known);
                }
            }
            DidCloseTextDocument::METHOD => {
                if let Ok(closed) = serde_json::from_value::<lsp_types::DidCloseTextDocumentParams>(params) {
                    let said = self.documents.close(closed.text_document.uri);
                    self.publish(said);
                }
            }
            DidSaveTextDocument::METHOD => {
                if let Ok(saved) = serde_json::from_value::<lsp_types::DidSaveTextDocumentParams>(params) {
                    self.look_again(&saved.text_document.uri);
                }
            }
            DidChangeWatchedFiles::METHOD => {
                if let Ok(changed) = serde_json::from_value::<lsp_types::DidChangeWatchedFilesParams>(params) {
                    changed.changes.iter().for_each(|change| self.look_again(&change.uri));
                }
            }
            Cancel::METHOD => {
                if let Ok(CancelParams { id }) = serde_json::from_value(params) {
                    self.worker.cancel(&match id {
                        NumberOrString::Number(number) => RequestId::from(number),
                        NumberOrString::String(text) => RequestId::from(text),
                    });
                }
            }
            // Of all else nothing follows.
            _ => {}
        }
    }

    /// A text that was opened or changed, perhaps of a kind that is known: what is wrong with it is said at once.
    fn changed(&mut self, uri: Uri, version: i32, text: String, known: Option<Kind>) {
        let Some(document) = Document::new(&uri, known, text) else { return };
        let said = self.documents.take(uri, version, document);
        self.publish(said);
    }

    /// A file that may have changed: what follows for the texts that are open.
    fn look_again(&mut self, uri: &Uri) {
        let said = self.documents.look_again(uri);
        self.publish(said);
    }

    fn publish(&self, said: Vec<PublishDiagnosticsParams>) {
        let sent = |params| self.send(Notification::new(PublishDiagnostics::METHOD.to_string(), params));
        said.into_iter().for_each(sent);
    }

    fn hover(&mut self, id: &RequestId, asked: lsp_types::HoverParams) -> Answer {
        let at = asked.text_document_position_params;
        let Some(document) = self.documents.get(&at.text_document.uri) else { return Answer::Now(Value::Null) };
        let offset = document.offset(at.position);
        if let Some(hover) = hover::hover(&self.documents, document, offset) {
            return now(hover);
        }
        match verdicts::condition_at(document, offset) {
            Some((condition, _)) => {
                let task = Task { asked: Asked::Hover, source: document.source.clone(), condition };
                self.worker.give(id.clone(), task);
                Answer::Later
            }
            None => Answer::Now(Value::Null),
        }
    }

    fn definition(&mut self, asked: lsp_types::GotoDefinitionParams) -> Answer {
        let at = asked.text_document_position_params;
        let offset = |document: &Document| document.offset(at.position);
        let found = definition::definition(&self.documents, &at.text_document.uri, offset);
        found.map_or(Answer::Now(Value::Null), now)
    }

    fn format(&mut self, asked: lsp_types::DocumentFormattingParams) -> Answer {
        let Some(document) = self.documents.get(&asked.text_document.uri) else { return Answer::Now(Value::Null) };
        if document.kind != Kind::Test {
            return Answer::Now(Value::Null);
        }
        match crate::load::canonical(&document.source) {
            Ok(text) if text == document.source.text => now(Vec::<TextEdit>::new()),
            Ok(text) => now(vec![TextEdit { range: document.whole(), new_text: text }]),
            Err(error) => Answer::Refused(ErrorCode::RequestFailed, error.to_string()),
        }
    }

    fn lenses(&mut self, asked: lsp_types::CodeLensParams) -> Answer {
        let uri = asked.text_document.uri;
        let lenses = self.documents.get(&uri).map(|document| lens::lenses(document, &uri));
        now(lenses.unwrap_or_default())
    }

    fn execute(&mut self, id: &RequestId, asked: lsp_types::ExecuteCommandParams) -> Answer {
        let refused = |message: &str| Answer::Refused(ErrorCode::InvalidParams, message.to_string());
        let Some((command, uri, condition)) = lens::asked(&asked) else {
            return refused("a command with the name of a test and the number of a condition");
        };
        let Some(document) = self.documents.get(&uri) else { return refused("this text is not open") };
        let task = Task { asked: command, source: document.source.clone(), condition };
        self.worker.give(id.clone(), task);
        Answer::Later
    }
}

/// An answer that is there.
fn now(value: impl serde::Serialize) -> Answer {
    match serde_json::to_value(value) {
        Ok(value) => Answer::Now(value),
        Err(error) => Answer::Refused(ErrorCode::InternalError, error.to_string()),
    }
}
