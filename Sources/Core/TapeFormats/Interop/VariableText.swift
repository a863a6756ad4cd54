import TapeDeck
import Redactors
import ExchangeModel
import Notation

/// A redacted text whose placeholders are variables.
struct VariableText {
    package enum Part: Hashable {
        case literal(String)
        case variable(String)
    }

    package let parts: [Part]

    init(_ text: String) {
        let bytes = Array(text.utf8)
        var parts: [Part] = []
        var start = 0
        for range in Placeholder.places(in: text) {
            if range.lowerBound > start {
                parts.append(.literal(String(decoding: bytes[start..<range.lowerBound], as: UTF8.self)))
            }
            parts.append(.variable(Self.name(of: bytes[range])))
            start = range.upperBound
        }
        if start < bytes.count { parts.append(.literal(String(decoding: bytes[start...], as: UTF8.self))) }
        self.parts = parts
    }

    /// `NOW_PASSWORD_1` for `REDACTED-password-1`.
    private static func name(of placeholder: ArraySlice<UInt8>) -> String {
        let label = placeholder.dropFirst(Placeholder.mark.utf8.count).map {
            $0 == UInt8(ascii: "-") ? UInt8(ascii: "_") : $0
        }
        return "NOW" + String(decoding: label, as: UTF8.self).uppercased()
    }

    /// The placeholder that a variable of an exported file stands for; nil for other variables.
    static func placeholder(of variable: String) -> String? {
        guard variable.hasPrefix("NOW_") else { return nil }
        let label = ASCII.lowercased(variable).utf8.dropFirst(3).map {
            $0 == UInt8(ascii: "_") ? UInt8(ascii: "-") : $0
        }
        let placeholder = Placeholder.mark + String(decoding: label, as: UTF8.self)
        return Placeholder.isWhole(placeholder.utf8) ? placeholder : nil
    }

    /// Whether a placeholder is in the text.
    var hasVariables: Bool { parts.contains { if case .variable = $0 { true } else { false } } }
}

/// `Authorization: Basic` whose user and password are withheld.
enum BasicPlaceholder {
    static func matches(_ field: HeaderField) -> Bool {
        let words = field.value.split(separator: " ")
        return HeaderFields.same(field.name, "Authorization") && words.count == 2
            && HeaderFields.same(String(words[0]), "Basic") && Placeholder.isWhole(words[1].utf8)
    }
}

/// The shell variables in a file, which its user must set.
struct ShellVariables {
    private var names: [String] = []
    private var known: Set<String> = []

    /// Notes that a variable is used, and returns its name.
    mutating func use(_ name: String, _ losses: inout ConversionLosses) -> String {
        if known.insert(name).inserted {
            names.append(name)
            losses.add(.variables, at: name)
        }
        return name
    }

    /// User and password.
    mutating func pair(_ losses: inout ConversionLosses) -> String {
        "\"$\(use("NOW_USER", &losses)):$\(use("NOW_PASSWORD", &losses))\""
    }

    /// A comment that lists the variables; empty if there are none.
    var comment: String { names.isEmpty ? "" : "# Variables to set: \(names.joined(separator: ", "))\n" }
}
