//! Tests of the parser.

use super::ast::*;
use super::parse;
use crate::syntax::provenance::Citation;
use crate::syntax::source::{Diagnostic, Source};
use proptest::prelude::*;

fn show(expr: &Expr) -> String {
    let all = |list: &[Expr]| list.iter().map(show).collect::<Vec<_>>();
    match &expr.kind {
        ExprKind::Name(name) => name.clone(),
        ExprKind::Empty => "0".into(),
        ExprKind::Universe => "_".into(),
        ExprKind::Identity(e) => format!("[{}]", show(e)),
        ExprKind::Complement(e) => format!("~{}", show(e)),
        ExprKind::Postfix(operator, e) => format!("{}({})", format!("{operator:?}").to_lowercase(), show(e)),
        ExprKind::Infix(operator, list) => format!("({})", all(list).join(&format!(" {} ", symbol(*operator)))),
        ExprKind::Call(name, list) => format!("{}({})", name.text, all(list).join(", ")),
        ExprKind::Let(definitions, body) => format!("{} in {}", show_let(definitions), show(body)),
        ExprKind::Match(m) => format!(
            "match {} with {{}} -> {} || {} ++ {} -> {} end",
            show(&m.subject),
            show(&m.empty),
            m.element.text,
            m.rest.text,
            show(&m.more)
        ),
        ExprKind::MatchTag(m) => {
            let arm = |(tag, e): &(Option<String>, Expr)| match tag {
                Some(tag) => format!("'{tag} -> {}", show(e)),
                None => format!("_ -> {}", show(e)),
            };
            let arms: Vec<String> = m.arms.iter().map(arm).collect();
            format!("match {} with {} end", show(&m.subject), arms.join(" || "))
        }
        ExprKind::Tag(tag) => format!("'{tag}"),
        ExprKind::Set(list) => format!("{{{}}}", all(list).join(", ")),
        ExprKind::Tuple(list) => format!("({})", all(list).join(", ")),
        ExprKind::Part(at, count, e) => format!("part {at} of {count} of {}", show(e)),
        ExprKind::Function(binding) => {
            let names: Vec<&str> = binding.parameters.iter().map(|word| word.text.as_str()).collect();
            format!("fun ({}) -> {}", names.join(", "), show(&binding.body))
        }
        ExprKind::Try(a, b) => format!("try {} with {}", show(a), show(b)),
        ExprKind::If(option, a, b) => format!("if {:?} then {} else {}", option.text, show(a), show(b)),
    }
}

fn symbol(operator: Infix) -> &'static str {
    match operator {
        Infix::Union => "|",
        Infix::Add => "++",
        Infix::Sequence => ";",
        Infix::Minus => "\\",
        Infix::Intersection => "&",
        Infix::Product => "*",
    }
}

fn show_let(definitions: &Let) -> String {
    let show = |binding: &Binding| {
        let names = std::iter::once(&binding.name).chain(&binding.parameters).map(|word| word.text.as_str());
        format!("{} = {}", names.collect::<Vec<_>>().join(" "), show(&binding.body))
    };
    let bindings: Vec<_> = definitions.bindings.iter().map(show).collect();
    format!("let {}{}", if definitions.recursive { "rec " } else { "" }, bindings.join(" and "))
}

fn show_statement(statement: &Statement) -> String {
    match statement {
        Statement::Include(word) => format!("include {:?}", word.text),
        Statement::Let(definitions) => show_let(definitions),
        Statement::If(choice) => {
            format!("if {:?} ({}) else ({})", choice.option.text, show_all(&choice.then), show_all(&choice.otherwise))
        }
        Statement::With(with) => format!("with {} from {}", with.name.text, show(&with.from)),
        Statement::Procedure(procedure) => {
            let names: Vec<&str> = procedure.parameters.iter().map(|word| word.text.as_str()).collect();
            format!("procedure {}({}) ({})", procedure.name.text, names.join(", "), show_all(&procedure.body))
        }
        Statement::Call(call) => {
            let arguments: Vec<String> = call.arguments.iter().map(show).collect();
            let label = call.label.as_ref().map(|label| format!(" as {}", label.text)).unwrap_or_default();
            format!("call {}({}){label}", call.name.text, arguments.join(", "))
        }
        Statement::Forall(forall) => {
            format!("forall {} in {} ({})", forall.element.text, show(&forall.of), show_all(&forall.body))
        }
        Statement::Enum(tags) => {
            let words: Vec<String> = tags.tags.iter().map(|tag| format!("'{}", tag.text)).collect();
            format!("enum {} = {}", tags.name.text, words.join(" || "))
        }
        Statement::Show(shown, _) => format!("show {}", shown.iter().map(show).collect::<Vec<_>>().join(", ")),
        Statement::Ignored(_) => "ignored".into(),
        Statement::Test(test) => format!(
            "{}{}{} {}{}",
            if test.flag { "flag " } else { "" },
            if test.negated { "~" } else { "" },
            test.kind.keyword(),
            show(&test.expr),
            test.name.as_ref().map(|name| format!(" as {}", name.text)).unwrap_or_default()
        ),
    }
}

fn show_all(statements: &[Statement]) -> String {
    statements.iter().map(show_statement).collect::<Vec<_>>().join("; ")
}

/// What herd has besides sets, relations and tests.
#[test]
fn statements_of_herd() {
    let text = "Two words\n\
        // a comment to the end of its line\n# and another\n\
        with co from generate_cos(co0) procedure p(a, b) = empty a \\ b end call p(x, y) as n call q()\n\
        forall x in {a, b} do acyclic x end enum e = 'a || 'b show a, b \\ c as d unshow a instructions W[{'a, 'b}]\n\
        undefined_unless empty r as u undefined_unless ~empty r if \"o\" empty a empty b else empty c end if \"o\" empty d end\n\
        let (x, y) = p let f = fun (a, b) -> try a with if \"o\" then a else b let g t = match t with || 'a -> a || _ -> b end\n\
        let c = a^+ | b^* | !c^? let m = match s with x ++ y -> x || {} -> 0 end";
    let file = file(text);
    let title = file.title.map(|title| title.text);
    let shown: Vec<String> = file.statements.iter().map(show_statement).collect();
    insta::assert_snapshot!(format!("{title:?}\n{}", shown.join("\n")));
}

/// A title stands alone in its line, and something follows it.
#[test]
fn titles_without_quotes() {
    let title = |text: &str| file(text).title.map(|title| title.text);
    assert_eq!(title("C RC11\nempty x"), Some("C RC11".into()));
    assert_eq!(title("(* c *) A.b-c\n\nempty x"), Some("A.b-c".into()));
    assert_eq!(title("C \"C++11\"\nempty x"), Some("C++11".into()));
    assert_eq!(title("empty x"), None);
    assert!(error("C RC11 empty x").contains("does not belong here"));
}

fn file(text: &str) -> File {
    parse(&Source::new("m.cat", text)).unwrap_or_else(|error| panic!("{}", report(&error)))
}

fn statements(text: &str) -> Vec<String> {
    file(text).statements.iter().map(show_statement).collect()
}

fn expression(text: &str) -> String {
    statements(&format!("empty {text}"))[0]["empty ".len()..].to_string()
}

/// All that a message says, with the text it underlines.
fn report(error: &Diagnostic) -> String {
    let under = &error.source_text.text[error.span.start..error.span.end];
    let help = error.help.as_deref().unwrap_or("-");
    format!("{error} | {under} | {} | {help}", error.label)
}

fn error(text: &str) -> String {
    match parse(&Source::new("m.cat", text)) {
        Ok(file) => format!("parsed: {file:?}"),
        Err(error) => report(&error),
    }
}

/// The messages for texts, a line each.
fn errors(texts: &[&str]) -> String {
    texts.iter().map(|text| error(text)).collect::<Vec<_>>().join("\n")
}

#[test]
fn precedence() {
    assert_eq!(expression("a | b ; c & d"), "(a | (b ; (c & d)))");
    assert_eq!(expression("a ; b \\ c & d"), "(a ; (b \\ (c & d)))");
    assert_eq!(expression("a \\ b \\ c"), "(a \\ b \\ c)");
    assert_eq!(expression("a & B * C"), "(a & (B * C))");
    assert_eq!(expression("a | B ++ C ; d"), "(a | (B ++ (C ; d)))");
    assert_eq!(expression("(a | b) ; c"), "((a | b) ; c)");
    assert_eq!(expression("~a+ | ~~b"), "(~plus(a) | ~~b)");
    assert_eq!(expression("a^-1+?"), "optional(plus(inverse(a)))");
    assert_eq!(expression("f x+ | g(x)?"), "(plus(f(x)) | optional(g(x)))");
}

#[test]
fn stars() {
    assert_eq!(expression("r* ; s"), "(star(r) ; s)");
    assert_eq!(expression("A * B"), "(A * B)");
    assert_eq!(expression("[A] ; po*"), "([A] ; star(po))");
    assert_eq!(expression("A*[B]"), "(A * [B])");
    assert_eq!(expression("(a*)* | A * ~B | (_*_)"), "(star(star(a)) | (A * ~B) | (_ * _))");
    assert_eq!(statements("let x = a* ~empty x"), ["let x = star(a)", "~empty x"]);
    assert_eq!(statements("let x = a* let y = x"), ["let x = star(a)", "let y = x"]);
}

#[test]
fn constructs() {
    assert_eq!(expression("0 | {} | { } | _"), "(0 | 0 | 0 | _)");
    assert_eq!(expression("f a b | f(a, b) | f (a) [b]"), "(f(a, b) | f((a, b)) | f(a, [b]))");
    assert_eq!(expression("let x = a and y = b in x | y"), "let x = a and y = b in (x | y)");
    assert_eq!(expression("a | (let x = a in x)"), "(a | let x = a in x)");
    assert_eq!(
        expression("match classes r with || {} -> 0 || C ++ Cs -> [C] | f Cs end"),
        "match classes(r) with {} -> 0 || C ++ Cs -> ([C] | f(Cs)) end"
    );
    assert_eq!(expression("C ++ D ++ Cs"), "(C ++ D ++ Cs)");
    assert_eq!(expression("po-other-loc | a.b_c"), "(po-other-loc | a.b_c)");
}

#[test]
fn statement_forms() {
    let text = "(* a (* nested *) one *) \"A title\" include \"other.cat\" let x = a let f a b = a let g(a, b) = b
        let rec r = a | r and s = r let rec h x = h x
        acyclic x irreflexive x as two flag ~empty x as three";
    assert_eq!(file(text).title.map(|title| title.text).as_deref(), Some("A title"));
    let expected = [
        "include \"other.cat\"",
        "let x = a",
        "let f a b = a",
        "let g a b = b",
        "let rec r = (a | r) and s = r",
        "let rec h x = h(x)",
        "acyclic x",
        "irreflexive x as two",
        "flag ~empty x as three",
    ];
    assert_eq!(statements(text), expected);
    assert_eq!(statements(" "), Vec::<String>::new());
}

#[test]
fn spans() {
    let file = file("let x = (a | b) ; c+");
    let Statement::Let(definitions) = &file.statements[0] else { panic!("not a let") };
    let body = &definitions.bindings[0].body;
    assert_eq!((body.span.start, body.span.end), (8, 20));
    let ExprKind::Infix(Infix::Sequence, operands) = &body.kind else { panic!("not a sequence") };
    assert_eq!((operands[0].span.start, operands[0].span.end), (8, 15));
    assert_eq!((operands[1].span.start, operands[1].span.end), (18, 20));
}

#[test]
fn lexical_errors() {
    let texts = [
        "let x = $",
        "let x = a\n (* b (* c *)",
        "include \"x\ny",
        "let x = 12",
        "let x = r^2",
        "/ x",
        "(* cite \"x D\" quoting \"w\" *)",
        "(* cite \"x D:1\" w *)",
        "(* cite \"x D:1\" quoting \" \" *)",
        "(* assumed \"a\" reading \"b\" *)",
        "let a = po | (* assumed \"a\" *) rf",
        "(* assumed \"a\" *) acyclic po",
    ];
    insta::assert_snapshot!(errors(&texts), @r#"
    m.cat:1:9: `$` is not of the language | $ | not a token | -
    m.cat:2:2: a comment without an end | (* | begins here | close it with `*)`
    m.cat:1:9: a string without an end | " | begins here | close it with `"`
    m.cat:1:9: `12` is not a name | 12 | begins with a digit | the only number is `0`, the empty set or relation
    m.cat:1:10: `^` is not of the language | ^ | not a token | the inverse is `^-1`, and closures are `^+`, `^*` and `^?`
    m.cat:1:1: `/` is not of the language | / | not a token | comments are `(* … *)`, or `//` or `#` to the end of a line
    m.cat:1:4: `x D` names no lines of a document | cite "x D" quoting "w" | in this comment | `RELEASE DOCUMENT:LINE`, or `RELEASE DOCUMENT:FIRST-LAST` for several lines, such as `llvm24 AMDGPUUsage.md:8704-8706`
    m.cat:1:4: `cite` without what it needs | cite | in this comment | `cite "PLACE" quoting "WORDS"`, `assumed "WHY"` or `reading "WHAT"`
    m.cat:1:4: nothing is quoted | cite "x D:1" quoting " " | in this comment | a few words that stand in these lines, by which the place is found again
    m.cat:1:16: a second claim, `reading` | reading "b" | in this comment | one `assumed` or one `reading` in a comment, and another comment for what follows
    m.cat:1:16: this says where something is from, and stands inside a statement |  assumed "a"  | attached to nothing | such a comment stands before the statement that it is about
    m.cat:1:19: what is assumed has no name | acyclic po | this test | `as NAME`: variants of the model are without it by its name
    "#);
}

#[test]
fn syntax_errors() {
    let texts = [
        "let x = ",
        "let x a b",
        "let x = a | | b",
        "let x = [A] [B]",
        "let x = (a | b",
        "acyclc x",
        "let x = a || b",
        "let x = A * B * C",
        "let x = match s with {} -> 0 end",
        "acyclic x as",
        "include x",
    ];
    insta::assert_snapshot!(errors(&texts), @r#"
    m.cat:1:8: the file ends too early |  | ends here | expected an expression
    m.cat:1:10: the file ends too early |  | ends here | expected a name or `=`
    m.cat:1:13: `|` does not belong here | | | unexpected | expected an expression
    m.cat:1:13: `[` does not belong here | [ | unexpected | expected an operator, a statement or `and`
    m.cat:1:15: the file ends too early |  | ends here | expected an operator, `)` or `,`
    m.cat:1:1: `acyclc` does not belong here | acyclc | unexpected | did you mean `acyclic`?
    m.cat:1:11: `||` does not belong here | || | unexpected | the union is `|`
    m.cat:1:15: `*` does not belong here | * | unexpected | expected an operator, a statement or `and`
    m.cat:1:30: `end` does not belong here | end | unexpected | expected an operator or `||`
    m.cat:1:13: the file ends too early |  | ends here | expected a name
    m.cat:1:9: `x` does not belong here | x | unexpected | expected a "string"
    "#);
}

#[test]
fn depth() {
    let nested = |open: &str, close: &str, n: usize| format!("let x = {}a{}", open.repeat(n), close.repeat(n));
    let forms = [("(", ")"), ("[", "]"), ("~", ""), ("", "+ "), ("let y = a in ", ""), ("let y = ", " in a")];
    for (open, close) in forms {
        assert!(parse(&Source::new("m.cat", nested(open, close, 199))).is_ok(), "{open}");
        assert!(error(&nested(open, close, 200)).contains("nested more than 200 levels deep"), "{open}");
        assert!(error(&nested(open, close, 100_000)).contains("nested more than 200 levels deep"), "{open}");
    }
    for (open, close) in [
        ("forall x in y do ", " end"),
        ("procedure p() = ", " end"),
        ("if \"o\" ", " end"),
        ("if \"o\" ", " else empty a"),
    ] {
        let nested = |n: usize| format!("{}empty a{}", open.repeat(n), close.repeat(n));
        assert!(parse(&Source::new("m.cat", nested(200))).is_ok(), "{open}");
        assert!(error(&nested(201)).contains("nested more than 200 levels deep"), "{open}");
        assert!(error(&nested(100_000)).contains("nested more than 200 levels deep"), "{open}");
    }
    assert!(error(&nested("f (", ")", 100_000)).contains("nested more than 200 levels deep"));
    assert!(error(&format!("empty {}", "(".repeat(100_000))).contains("the file ends too early"));
    assert!(error(&"(* ".repeat(100_000)).contains("a comment without an end"));
}

#[test]
fn long_chains_are_flat() {
    for operator in ["|", ";", "&", "\\", "++"] {
        let chain = vec!["a"; 50_000].join(operator);
        assert_eq!(file(&format!("let x = {chain}")).statements.len(), 1);
    }
}

fn words() -> impl Strategy<Value = String> {
    let words = [
        "let",
        "rec",
        "and",
        "in",
        "match",
        "with",
        "end",
        "flag",
        "acyclic",
        "empty",
        "as",
        "include",
        "x",
        "f",
        "0",
        "{}",
        "_",
        "(",
        ")",
        "[",
        "]",
        "|",
        "||",
        "++",
        "+",
        "*",
        ";",
        "\\",
        "&",
        "~",
        "?",
        "^-1",
        "->",
        "=",
        ",",
        "\"t\"",
        "(*",
        "*)",
        "é",
        "{",
        "}",
        "'a",
        "try",
        "fun",
        "then",
        "if",
        "else",
        "from",
        "forall",
        "do",
        "procedure",
        "call",
        "enum",
        "show",
        "undefined_unless",
        "instructions",
        "//",
        "\n",
    ];
    prop::collection::vec(prop::sample::select(words.to_vec()), 0..40).prop_map(|words| words.join(" "))
}

fn spans_are_inside(text: &str) -> Result<(), TestCaseError> {
    if let Err(error) = parse(&Source::new("m.cat", text)) {
        prop_assert!(error.span.start <= error.span.end && error.span.end <= text.len());
        prop_assert!(text.get(error.span.start..error.span.end).is_some());
    }
    Ok(())
}

proptest! {
    #[test]
    fn any_text_is_parsed_or_refused(text in any::<String>()) {
        spans_are_inside(&text)?;
    }

    #[test]
    fn any_words_are_parsed_or_refused(text in words()) {
        spans_are_inside(&text)?;
    }
}

/// A definition is from where the last comment of its paragraph says, if that says anything.
#[test]
fn definitions_are_from_the_comment_of_their_paragraph() {
    let cite = |line: usize| format!("(* cite \"x D:{line}\" quoting \"words\" *)");
    let text = format!(
        "{}\nlet a = po\nlet b = rf\n\nlet c = co\n{}\n\nlet d = fr\n  {} let e = loc",
        cite(1),
        cite(2),
        cite(3)
    );
    let file = parse(&Source::new("m.cat", text)).expect("well formed");
    let cited = file.statements.iter().map(|statement| {
        let Statement::Let(definitions) = statement else { panic!("only definitions") };
        definitions.provenance.citations.iter().map(Citation::place).collect::<Vec<_>>()
    });
    assert_eq!(cited.collect::<Vec<_>>(), [vec!["x D:1"], vec!["x D:1"], vec![], vec![], vec!["x D:3"]]);
}
