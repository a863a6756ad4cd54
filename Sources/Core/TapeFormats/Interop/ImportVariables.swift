package import ExchangeModel
package import Notation
import Redactors

/// The values of variables in collections and command lines, and the instances that may stand for one in a host.
package struct ImportVariables: Sendable {
    private(set) var values: [String: String] = [:]
    /// The values of variables that are secret by their type or name.
    private(set) var secrets: [ImportedFile.Secret] = []
    /// Secret variables that a collection declares without a value.
    private(set) var empty: Set<String> = []
    /// Other variables that are declared without a value.
    private var blank: Set<String> = []
    private let instances: [HTTPURL]
    /// As in Postman, whose values may name other variables.
    private static let mostRounds = 19, mostBytes = 1 << 20

    package init(instances: [HTTPURL] = []) { self.instances = instances }

    package mutating func set(_ name: String, to value: String, isSecret: Bool = false) {
        values[name] = value
        let label = SecretNames.label(of: name) ?? (isSecret ? "secret" : nil)
        if let label, !value.isEmpty { secrets.append(ImportedFile.Secret(text: value, label: label)) }
    }

    /// Takes the variables of an environment: Postman's, or lines such as `NAME=value`.
    package mutating func read(environment source: ImportSource) throws(ImportError) {
        if source.isJSON {
            let root = try source.json()
            guard root["values"]?.kind == .array else {
                throw ImportError(.otherFormat, "It is not a Postman environment: there is no list 'values'.")
            }
            take(root["values"])
        } else {
            for (name, value) in ShellWords(source.bytes).assigned { set(name, to: value) }
        }
    }

    /// Takes Postman's variables. Collections are shared without the values of secrets.
    package mutating func take(_ list: JSONNode?, replacing: Bool = true) {
        // Of two variables with one name, the last one counts.
        let before = replacing ? [] : Set(values.keys)
        for variable in list?.elements.map({ $0 }) ?? [] {
            guard let name = variable["key"]?.string ?? variable["id"]?.string,
                let value = variable["value"]?.scalarText, variable["enabled"]?.bool != false,
                variable["disabled"]?.bool != true, !before.contains(name)
            else { continue }
            let isSecret = variable["type"]?.string == "secret"
            if !value.isEmpty {
                set(name, to: value, isSecret: isSecret)
            } else if isSecret || SecretNames.label(of: name) != nil {
                empty.insert("{{\(name)}}")
            } else {
                blank.insert(name)
            }
        }
    }

    /// A text with values in place of `{{name}}`, and the variables that have none, which stay. A value may name other
    /// variables; one that names itself has none.
    ///
    /// - Parameter blanks: whether a variable that is declared without a value is empty.
    func fill(_ text: String, blanks: Bool = true) -> (text: String, unset: [String]) {
        var text = text
        for _ in 0..<Self.mostRounds {
            let (next, unset, named) = filledOnce(text, blanks)
            if named.isEmpty || next.utf8.count > Self.mostBytes { return (text, unset + named) }
            text = next
        }
        let (_, unset, named) = filledOnce(text, blanks)
        return (text, unset + named)
    }

    /// - Returns: the text, and the variables without and with a value.
    private func filledOnce(_ text: String, _ blanks: Bool) -> (text: String, unset: [String], named: [String]) {
        let bytes = Array(text.utf8), (open, close) = (Array("{{".utf8), Array("}}".utf8))
        var filled: [UInt8] = [], unset: [String] = [], named: [String] = []
        var start = 0
        while let begin = bytes.firstPlace(of: open, from: start),
            let end = bytes.firstPlace(of: close, from: begin + 2)
        {
            filled += bytes[start..<begin]
            let name = String(decoding: bytes[(begin + 2)..<end], as: UTF8.self)
            let reference = String(decoding: bytes[begin..<(end + 2)], as: UTF8.self)
            if let value = values[name] ?? (blanks && blank.contains(name) ? "" : nil) {
                filled += value.utf8
                named.append(reference)
            } else {
                filled += reference.utf8
                unset.append(reference)
            }
            start = end + 2
        }
        return (String(decoding: filled + bytes[start...], as: UTF8.self), unset, named)
    }

    /// An address with the instance for a variable in its host, `https://{{x}}.service-now.com/a` or `{{x}}/a`. Nil if
    /// the variable is elsewhere or the host cannot be the instance's.
    func address(_ text: String, naming variable: String) -> String? {
        let bytes = Array(text.utf8)
        guard let place = bytes.firstPlace(of: Array(variable.utf8), from: 0) else { return nil }
        let sign = bytes.firstPlace(of: Array("://".utf8), from: 0).map { $0 + 3 }
        let start = sign.map { $0 <= place ? $0 : 0 } ?? 0
        let before = bytes[start..<place], rest = bytes[(place + variable.utf8.count)...]
        let behind = rest.prefix { !"/?#".utf8.contains($0) }
        return instances.lazy.compactMap { instance -> String? in
            let host = Array(instance.origin.utf8.dropFirst(instance.scheme.utf8.count + 3))
            guard host.count > before.count + behind.count, host.starts(with: before),
                host.reversed().starts(with: behind.reversed())
            else { return nil }
            let scheme = start > 0 ? Array(bytes[..<start]) : Array((instance.scheme + "://").utf8)
            return String(decoding: scheme + host + rest[behind.endIndex...], as: UTF8.self)
        }.first
    }
}

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

/// The shell variables in a file, which its user must set.
struct ShellVariables {
    private var names: [String] = []
    private var known: Set<String> = []

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

    var comment: String { names.isEmpty ? "" : "# Variables to set: \(names.joined(separator: ", "))\n" }
}
