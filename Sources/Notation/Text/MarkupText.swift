/// Text in HTML that Snowdeck writes itself.
package enum MarkupText {
    /// A text as it may stand between tags and within quotes. Control characters but for line ends and tabs, which HTML
    /// cannot hold, stand as U+FFFD.
    package static func escaped(_ text: String) -> String {
        var out = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": out += "&amp;"
            case "<": out += "&lt;"
            case ">": out += "&gt;"
            case "\"": out += "&#34;"
            case "'": out += "&#39;"
            case "\n", "\t": out.unicodeScalars.append(scalar)
            default: out.unicodeScalars.append(scalar.value < 0x20 || scalar.value == 0x7F ? "\u{FFFD}" : scalar)
            }
        }
        return out
    }
}
