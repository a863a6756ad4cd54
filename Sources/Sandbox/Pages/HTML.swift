import Notation

/// Text in pages.
enum HTML {
    /// Whatever comes from a request or a record goes through here before it stands in a page.
    static func escaped(_ text: String) -> String { MarkupText.escaped(text) }

    /// Text between tags whose line ends stay as they are.
    static func lines(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { escaped(String($0)) }.joined(
            separator: "\n")
    }

    /// A hidden field of a form.
    static func hidden(_ name: String, _ value: String) -> String {
        "<input type=\"hidden\" name=\"\(escaped(name))\" value=\"\(escaped(value))\">"
    }
}
