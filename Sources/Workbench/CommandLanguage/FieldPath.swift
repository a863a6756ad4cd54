package import Notation

/// A path in a JSON value: `.number`, `.result[0].sys_id`, `.[-1].caller_id.display_value`, `.[].number`, `."odd name"`.
///
/// It begins with `.` (alone it is the whole value); a name has letters, digits, `_` and `-`, or is double-quoted;
/// `[n]` counts from 0, or from the end if negative; `[]` is each element, and the value then a list.
package struct FieldPath: Sendable, Hashable, CustomStringConvertible {
    package enum Step: Sendable, Hashable {
        case member(String)
        /// An element by index, from the end if negative.
        case element(Int)
        case each
    }

    package struct SyntaxError: Error, Sendable, Hashable {
        package let message: String
        /// In bytes of the path's text; may be its end.
        package let offset: Int
    }

    package struct Missing: Error, Sendable, Hashable {
        package let message: String
        /// The missing member; nil if it is an element.
        package var name: String?
        /// The names of the members where the path ended, for suggestions.
        package var names: [String] = []
        /// The path that was probably meant: a member of a list's first element.
        package var nearby: FieldPath?
    }

    /// The steps from the root; empty for the root itself.
    package let steps: [Step]

    package init(steps: [Step]) { self.steps = steps }

    package init(_ text: String) throws(SyntaxError) {
        let bytes = Array(text.utf8)
        guard bytes.first == .dot else { throw SyntaxError(message: "A path begins with a dot.", offset: 0) }
        var steps: [Step] = []
        var place = 0
        while place < bytes.count {
            switch bytes[place] {
            case .dot:
                place += 1
                // `.` alone, and the dot before a bracket at the start.
                if place == 1, bytes.count == 1 || bytes[1] == .openBracket { continue }
                steps.append(.member(try FieldPath.name(bytes, &place)))
            case .openBracket: steps.append(try FieldPath.element(bytes, &place))
            default: throw SyntaxError(message: "Expected a dot or a bracket here.", offset: place)
            }
        }
        self.steps = steps
    }

    private static func name(_ bytes: [UInt8], _ place: inout Int) throws(SyntaxError) -> String {
        let start = place
        if place < bytes.count, bytes[place] == .doubleQuote {
            guard let end = bytes[(place + 1)...].firstIndex(of: .doubleQuote) else {
                throw SyntaxError(message: "This \" is never closed.", offset: start)
            }
            place = end + 1
            return String(decoding: bytes[start + 1..<end], as: UTF8.self)
        }
        while place < bytes.count, bytes[place].isNameByte || bytes[place] == .dash { place += 1 }
        guard place > start else { throw SyntaxError(message: "A name must follow the dot.", offset: start - 1) }
        return String(decoding: bytes[start..<place], as: UTF8.self)
    }

    private static func element(_ bytes: [UInt8], _ place: inout Int) throws(SyntaxError) -> Step {
        let start = place
        if bytes[start...].starts(with: [.openBracket, .closeBracket]) {
            place += 2
            return .each
        }
        guard let end = bytes[start...].firstIndex(of: .closeBracket),
            let index = Int(String(decoding: bytes[start + 1..<end], as: UTF8.self))
        else { throw SyntaxError(message: "Expected a number in brackets.", offset: start) }
        place = end + 1
        return .element(index)
    }

    package var description: String {
        var text = ""
        for step in steps {
            switch step {
            case .element(let index): text += (text.isEmpty ? "." : "") + "[\(index)]"
            case .each: text += (text.isEmpty ? "." : "") + "[]"
            case .member(let name):
                let isPlain = !name.isEmpty && name.utf8.allSatisfy { $0.isNameByte || $0 == .dash }
                text += isPlain ? ".\(name)" : ".\"\(name)\""
            }
        }
        return text.isEmpty ? "." : text
    }

    package func value(in root: JSON) throws(Missing) -> JSON {
        var value = root
        for (depth, step) in steps.enumerated() {
            let path = FieldPath(steps: Array(steps[..<depth])).description
            let (reached, there) = depth == 0 ? ("The answer", "in the answer") : (path, "at " + path)
            switch (step, value) {
            case (.member(let name), .object(let members)):
                guard let member = members.first(where: { $0.name == name }) else {
                    throw Missing(message: "There is no \"\(name)\" \(there).", name: name, names: members.map(\.name))
                }
                value = member.value
            case (.element(let index), .array(let elements)):
                let place = index < 0 ? elements.count + index : index
                guard elements.indices.contains(place) else {
                    throw Missing(message: "There is no element \(index) \(there), which has \(elements.count).")
                }
                value = elements[place]
            case (.each, .array(let elements)):
                let rest = FieldPath(steps: Array(steps[(depth + 1)...]))
                var found: [JSON] = []
                for element in elements {
                    let value = try rest.value(in: element)
                    if rest.steps.contains(.each), case .array(let inner) = value {
                        found += inner
                    } else {
                        found.append(value)
                    }
                }
                return .array(found)
            case (.member(let name), .array(let elements)):
                let first = FieldPath(steps: steps[..<depth] + [.element(0)] + steps[depth...])
                throw Missing(
                    message: elements.isEmpty
                        ? "\(reached) is an empty list." : "\(reached) is a list and has no \"\(name)\".",
                    name: name, nearby: elements.isEmpty ? nil : first)
            case (.member(let name), _):
                throw Missing(message: "\(reached) is \(FieldPath.kind(value)) and has no \"\(name)\".", name: name)
            case (.each, _): throw Missing(message: "\(reached) is \(FieldPath.kind(value)) and has no elements.")
            case (.element(let index), _):
                throw Missing(message: "\(reached) is \(FieldPath.kind(value)) and has no element \(index).")
            }
        }
        return value
    }

    /// The value as a variable stores it: a string's text, a number's digits, `true`, `false`, an empty string for
    /// null, compact JSON for arrays and objects.
    package func text(in root: JSON) throws(Missing) -> String {
        switch try value(in: root) {
        case .null: ""
        case .bool(let flag): flag ? "true" : "false"
        case .number(let digits): digits
        case .string(let text): text
        case let value: value.compact
        }
    }

    private static func kind(_ value: JSON) -> String {
        switch value {
        case .null: "null"
        case .bool: "true or false"
        case .number: "a number"
        case .string: "a text"
        case .array: "a list"
        case .object: "an object"
        }
    }
}

extension JSON {
    /// The value as a variable stores it.
    package var plainText: String { (try? FieldPath(steps: []).text(in: self)) ?? "" }
}
