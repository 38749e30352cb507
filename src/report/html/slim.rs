//! HTML in fewer bytes that means the same: end tags that may be left out, and quotes that need not be there.

/// End tags that HTML lets be left out wherever this page has them: what comes after ends the element, too (HTML standard, *Optional tags*).
const OPTIONAL: [&str; 10] = ["/td", "/th", "/tr", "/thead", "/tbody", "/li", "/dt", "/dd", "/option", "/p"];

/// The same elements and text. The text given has every tag and attribute written out, and no `<` or `>` within values.
pub(super) fn slim(html: &str) -> String {
    let mut out = String::with_capacity(html.len());
    let mut rest = html;
    while let Some((text, after)) = rest.split_once('<') {
        // Only within values has a quote to be written otherwise.
        out += &text.replace("&quot;", "\"");
        let (tag, after) = after.split_once('>').unwrap_or((after, ""));
        if !OPTIONAL.contains(&tag) {
            add_tag(tag, &mut out);
        }
        rest = after;
    }
    out + &rest.replace("&quot;", "\"")
}

/// Adds a tag with its values in quotes where they need some.
fn add_tag(tag: &str, out: &mut String) {
    out.push('<');
    let mut rest = tag;
    while let Some((before, after)) = rest.split_once("=\"") {
        let Some((value, after)) = after.split_once('"') else { break };
        out.push_str(before);
        // A slash that ends the tag would be of the value.
        match is_plain(value) && !after.starts_with('/') {
            true => out.extend(["=", value]),
            false => out.extend(["=\"", value, "\""]),
        }
        rest = after;
    }
    out.push_str(rest);
    out.push('>');
}

/// Whether a value is one without quotes, too.
fn is_plain(value: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "#+-._,:".contains(c);
    !value.is_empty() && value.chars().all(is_plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_and_ends_are_left_out() {
        let whole = "<table><tr><td class=\"a\" title=\"a b\">&quot;x&quot; &lt;</td></tr></table><p id=\"\">y</p><path d=\"M1\"/>z";
        let slim = slim(whole);
        assert_eq!(slim, "<table><tr><td class=a title=\"a b\">\"x\" &lt;</table><p id=\"\">y<path d=\"M1\"/>z");
    }

    #[test]
    fn values_keep_what_they_need() {
        assert_eq!(slim("<a title=\"&quot;x&quot;\" href=\"#a+b\">"), "<a title=\"&quot;x&quot;\" href=#a+b>");
        assert_eq!(slim("a &quot; b"), "a \" b");
    }
}
