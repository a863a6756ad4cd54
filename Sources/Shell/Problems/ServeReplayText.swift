import ExchangeModel
import Notation
package import TapeDeck

/// What `serve replay` says on standard error.
package enum ServeReplayText {
    /// Under the address: what is served, and where a person may begin.
    package static func remarks(on site: TapeSite) -> String {
        let user = site.user.map { " as \($0)" } ?? ""
        var lines = [
            line(
                "The tape answers there, for \(site.origin.origin)\(user). Nothing is asked of an instance. Ctrl-C ends it."
            )
        ]
        switch site.pages.count {
        case 0: lines.append("It holds no page; programs are answered all the same.")
        case 1: lines.append("It holds one page:")
        case let count: lines.append("It holds \(count) pages, listed at /:")
        }
        lines += site.pages.prefix(8).map { "  " + line($0.target) }
        if site.pages.count > 8 { lines.append("  …") }
        return lines.joined(separator: "\n")
    }

    /// A text that holds what a stranger's tape says, fit for a terminal and in one line.
    package static func line(_ text: String) -> String { SafeText.line(text, limit: 400) }
}
