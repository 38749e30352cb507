//! What C has and no test of ours: each construct is refused by its name, at its place.

use super::lexer::Token;
use crate::syntax::litmus::build::Problem;
use crate::syntax::source::Span;

/// A token with its place.
pub type Placed<'a> = (usize, Token<'a>, usize);

/// Words of C that mean nothing here, and what would be right instead.
const WORDS: &[(&[&str], &str)] = &[
    (
        &["return", "break", "continue", "goto", "switch", "case", "default"],
        "`if`, `while`, `do` and `for` are what tests have",
    ),
    (&["struct", "union", "enum", "typedef"], "integers, pointers to them, and arrays of them in the initial state"),
    (&["float", "double", "_Complex", "_Imaginary"], "integers and pointers to them"),
    (&["sizeof", "_Alignof", "alignof", "_Generic", "typeof", "__typeof__"], "write what it stands for"),
    (&["asm", "__asm", "__asm__"], "fences and atomic accesses are functions, such as `atomic_thread_fence`"),
    (
        &[
            "extern",
            "auto",
            "inline",
            "_Noreturn",
            "_Thread_local",
            "thread_local",
            "_Alignas",
            "alignas",
            "_Static_assert",
            "static_assert",
            "__attribute__",
        ],
        "leave it out",
    ),
];

/// Functions and flags that languages have and no test, by how their names begin, and what would be right instead.
const FUNCTIONS: &[(&[&str], &str)] = &[
    (&["sub_group_barrier"], "`work_group_barrier`, or a fence of `memory_scope_sub_group`"),
    (&["mem_fence"], "`atomic_work_item_fence(flags, memory_order_acq_rel, memory_scope_work_group)`, of OpenCL 2.0"),
    (
        &["read_mem_fence"],
        "`atomic_work_item_fence(flags, memory_order_acquire, memory_scope_work_group)`, of OpenCL 2.0",
    ),
    (
        &["write_mem_fence"],
        "`atomic_work_item_fence(flags, memory_order_release, memory_scope_work_group)`, of OpenCL 2.0",
    ),
    (&["get_", "work_group_", "sub_group_"], "threads are placed by what stands behind their names: `P0@wg 0, dev 0`"),
    (&["async_work_group_", "wait_group_events", "prefetch"], "loads and stores, which threads wait for"),
    (
        &[
            "atomic_add",
            "atomic_sub",
            "atomic_inc",
            "atomic_dec",
            "atomic_xchg",
            "atomic_cmpxchg",
            "atomic_min",
            "atomic_max",
            "atomic_and",
            "atomic_or",
            "atomic_xor",
            "atom_",
        ],
        "the functions of OpenCL 2.0: `atomic_fetch_add_explicit`",
    ),
    (&["atomic_signal_fence"], "threads have no signal handlers: `atomic_thread_fence`"),
    (&["atomic_is_lock_free", "kill_dependency"], "leave it out"),
    (&["CLK_IMAGE_MEM_FENCE"], "tests have no images: `CLK_GLOBAL_MEM_FENCE`, `CLK_LOCAL_MEM_FENCE`"),
];

/// What would be right instead of a function or a flag that a language has and no test.
pub fn help_of_function(name: &str) -> Option<&'static str> {
    let begins = |beginnings: &[&str]| beginnings.iter().any(|begin| name.starts_with(begin));
    FUNCTIONS.iter().find(|(beginnings, _)| begins(beginnings)).map(|(_, help)| *help)
}

/// Names of values that languages have and no test, and what would be right instead.
const VALUES: &[(&[&str], &str)] = &[(
    &["NULL", "nullptr"],
    "pointers of tests point to shared variables, and none points nowhere: the name of one, or `0` for an integer",
)];

/// What would be right instead of a value that a language has a name for and no test.
pub fn help_of_value(name: &str) -> Option<&'static str> {
    VALUES.iter().find(|(names, _)| names.contains(&name)).map(|(_, help)| *help)
}

/// Whether C gives a word a meaning that no test has.
pub fn is_word(word: &str) -> bool {
    help_of(word).is_some()
}

fn help_of(word: &str) -> Option<&'static str> {
    WORDS.iter().find(|(words, _)| words.contains(&word)).map(|(_, help)| *help)
}

/// Why a piece of text is refused that is of C: a word, a literal or an operator.
pub fn refused(text: &str, span: Span) -> Problem {
    let structures = "integers, pointers to them, and arrays of them in the initial state";
    let (message, help) = match (text.chars().next(), help_of(text)) {
        (_, Some(help)) => (format!("`{text}` is not supported"), help),
        (Some('"'), None) => ("a string is not supported".to_string(), "values are integers and addresses"),
        (Some('\''), None) => ("a character is not supported".to_string(), "its code, as an integer"),
        (Some(_) | None, None) if text.contains(|c: char| c.is_ascii_digit()) => {
            ("a floating-point number is not supported".to_string(), "values are integers and addresses")
        }
        (Some(_) | None, None) => (format!("`{text}` is not supported: tests have no structures"), structures),
    };
    Problem { span, message, label: "not in tests".to_string(), help: help.to_string() }
}

/// The part of a test that a token stands in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Init,
    Body,
    /// Before the parameters of a thread, or what follows the threads.
    Outside,
}

fn part(before: &[Placed<'_>]) -> Part {
    let (mut depth, mut closed) = (0u32, false);
    for (_, token, _) in before {
        if *token == Token::OpenBrace {
            depth += 1;
        } else if *token == Token::CloseBrace {
            depth = depth.saturating_sub(1);
            closed |= depth == 0;
        }
    }
    match (depth, closed) {
        (0, _) => Part::Outside,
        (1.., true) => Part::Body,
        (1.., false) => Part::Init,
    }
}

/// The construct that a token which does not belong where it stands begins or goes on with; `None` if it is none that is known.
pub fn construct(tokens: &[Placed<'_>], start: usize) -> Option<Problem> {
    let at = tokens.iter().position(|placed| placed.0 == start)?;
    let (before, &(from, token, to)) = (tokens.get(..at)?, tokens.get(at)?);
    let found = match part(before) {
        Part::Init => in_init(before, token),
        Part::Body => in_body(before, token),
        Part::Outside => outside(before, token),
    };
    let (message, help) = found?;
    let (span, label) = (Span::new(from, to), "not supported".to_string());
    Some(Problem { span, message, label, help: help.to_string() })
}

/// What is not supported, and what would be right.
type Named = Option<(String, &'static str)>;

fn named(message: &str, help: &'static str) -> Named {
    Some((message.to_string(), help))
}

/// The last two tokens, the last one first.
fn last<'a>(before: &[Placed<'a>]) -> (Option<Token<'a>>, Option<Token<'a>>) {
    let mut reversed = before.iter().rev().map(|placed| placed.1);
    (reversed.next(), reversed.next())
}

fn no_type(name: &str) -> Named {
    Some((format!("`{name}` is no type of a test"), "such as `int`, `atomic_int`, `unsigned long`, `uint64_t`"))
}

fn in_init(before: &[Placed<'_>], token: Token<'_>) -> Named {
    match (last(before).0, token) {
        (Some(Token::OpenBracket), Token::CloseBracket) => named("an array without its length", "`int a[2] = {0, 1}`"),
        (Some(Token::TypeWord("_Atomic")), Token::Open) => atomic_of(),
        (Some(Token::Ident(name)), Token::Ident(_)) => no_type(name),
        (Some(Token::Ident(_) | Token::Int(_)), Token::Comma) => named("`,` between initial values", "`;`"),
        _ => None,
    }
}

fn atomic_of() -> Named {
    named("`_Atomic(…)`", "`_Atomic int`, without parentheses")
}

fn in_body(before: &[Placed<'_>], token: Token<'_>) -> Named {
    let (previous, second) = last(before);
    match (previous?, token) {
        (Token::TypeWord("_Atomic"), Token::Open) => atomic_of(),
        (Token::TypeWord(_) | Token::Star, Token::Open) => {
            named("a pointer to a function or an array", "functions of tests are threads, and C's own")
        }
        (Token::Ident(_), Token::Open) if matches!(second, Some(Token::TypeWord(_) | Token::Star)) => {
            named("a function that is declared in a thread", "functions of tests are threads, and C's own")
        }
        (Token::CloseBracket | Token::Close, Token::Open) => {
            named("a call of what an expression makes", "functions are called by their names")
        }
        (Token::Ident(_), Token::OpenBracket) => {
            named("an array that is a local variable", "arrays are shared: `int a[2];` in the initial state")
        }
        (Token::Semicolon | Token::OpenBrace | Token::CloseBrace, Token::OpenBracket) => {
            named("an attribute `[[…]]`", "leave it out")
        }
        (Token::Assign, Token::OpenBrace) => {
            named("a list of values `{…}`", "local variables are integers and pointers")
        }
        (Token::Open, Token::OpenBrace) => {
            named("a statement within an expression `({…})`", "statements by themselves")
        }
        (Token::Close, Token::OpenBrace) => {
            named("a compound literal `(T) {…}`, or a function within a thread", "an expression")
        }
        (Token::Comma, Token::Star) => named("several pointers in one declaration", "one declaration for each"),
        (Token::Ident(name), Token::Ident(_)) => no_type(name),
        (_, Token::TypeWord(word)) => {
            Some((format!("the type `{word}` where no declaration may stand"), "declarations are statements"))
        }
        (Token::Question, Token::Colon) => named("`?:` without what it is if true", "`c ? a : b`"),
        (_, Token::AndAnd) => named("the address of a label", "there is no `goto`"),
        _ => None,
    }
}

fn comparison() -> Named {
    named(
        "a comparison of two locations in a condition",
        "each with a value: `0:r = 1 /\\ 1:r = 1 \\/ 0:r = 2 /\\ 1:r = 2`",
    )
}

fn outside(before: &[Placed<'_>], token: Token<'_>) -> Named {
    let (previous, second) = last(before);
    let is_relation =
        |token: Option<Token<'_>>| matches!(token, Some(Token::Assign | Token::EqEq | Token::NotEq | Token::Differs));
    match (previous?, token) {
        (Token::Int(_), Token::Colon) if is_relation(second) => comparison(),
        (_, Token::OpenBracket | Token::Star) if is_relation(previous) => comparison(),
        (Token::TypeWord(_) | Token::Star, Token::Open) => {
            named("a pointer to a function or an array", "parameters are pointers to integers")
        }
        (Token::Ident(name), Token::Open) => {
            Some((format!("`{name}(…)` in a condition"), "what registers and variables hold: `0:r = 1 /\\ x = 2`"))
        }
        (_, Token::Lt | Token::Le | Token::Gt | Token::Ge) => {
            named("an order between values in a condition", "`=` and `!=`")
        }
        (_, Token::AndAnd | Token::OrOr) => named("an operator of C in a condition", "`/\\` and `\\/`"),
        (_, Token::Plus | Token::Minus | Token::Slash | Token::Percent | Token::Amp | Token::Bar | Token::Caret) => {
            named("arithmetic in a condition", "a number or a name on the right of `=`")
        }
        _ => None,
    }
}
