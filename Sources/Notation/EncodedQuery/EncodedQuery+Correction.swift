extension EncodedQuery {
    /// The query with its conditions joined by `^` and `^OR`, and operators without blanks around them: what was probably
    /// meant by `active=true AND priority=1`, `a=1&b=2`, `a=1||b=2`, `a=1^^b=2` and `state = 2`. Nil for a text without
    /// such places, and for one with a block.
    package static func corrected(_ text: String) -> String? {
        let signs = Array("&| ".utf8)
        guard text.contains("^^") || text.utf8.contains(where: signs.contains) else { return nil }
        let conditions = EncodedQuery(text).groups.lazy.flatMap(\.terms).flatMap(\.conditions)
        guard !conditions.contains(where: { $0.kind == .block }) else { return nil }
        var parts: [String] = []
        var isDoubled = false
        for part in text.split(separator: "^", omittingEmptySubsequences: false) {
            if part.isEmpty {
                if parts.isEmpty { parts.append("") } else { isDoubled = true }
                continue
            }
            let meant = pieces(of: part)
            // A `^^` that no condition follows may be meant for a character of the value.
            if isDoubled, condition(meant[0][...]) == nil { parts.append("") }
            isDoubled = false
            parts += meant
        }
        if isDoubled { parts.append("") }
        let corrected = parts.joined(separator: "^")
        return corrected == text ? nil : corrected
    }

    private static let joints: [(text: String, meaning: String)] = [
        (" AND ", ""), (" and ", ""), ("&&", ""), ("&", ""), (" OR ", "OR"), (" or ", "OR"), ("||", "OR"),
    ]

    /// The conditions of one part, each with the `OR` in front that joins it.
    private static func pieces(of part: Substring) -> [String] {
        guard !part.contains("javascript:") else { return [String(part)] }
        var pieces: [String] = []
        var rest = part, joint = ""
        search: while true {
            for place in rest.indices.dropFirst() {
                for (text, meaning) in joints where rest[place...].hasPrefix(text) {
                    let next = rest[place...].dropFirst(text.count)
                    guard condition(rest[..<place]) != nil, condition(next) != nil else { continue }
                    pieces.append(joint + respelled(rest[..<place], isJoined: true))
                    (rest, joint) = (next, meaning)
                    continue search
                }
            }
            return pieces + [joint + respelled(rest, isJoined: false)]
        }
    }

    /// A condition without blanks around its operator; any other text as it is.
    ///
    /// - Parameter isJoined: whether another condition was behind it, so that blanks at its end belong to the joint.
    private static func respelled(_ part: Substring, isJoined: Bool) -> String {
        guard let found = condition(part) else { return String(part) }
        var value = found.value
        let isSign = found.operator.utf8.first.map { !(65...90).contains($0) } ?? false
        if found.isSpaced || isSign { value = value.drop { $0 == " " } }
        if isJoined || isSign { while value.last == " " { value.removeLast() } }
        return found.joint + found.field + found.operator + value
    }

    private typealias Spelled = (joint: String, field: String, operator: String, value: Substring, isSpaced: Bool)

    /// Reads a condition in which blanks may stand around the operator; nil for a text that is none.
    private static func condition(_ part: Substring) -> Spelled? {
        var rest = part.drop { $0 == " " }
        var joint = ""
        for word in ["OR", "NQ"] where rest.hasPrefix(word) {
            joint = word
            rest = rest.dropFirst(2).drop { $0 == " " }
        }
        let field = rest.prefix { $0.utf8.allSatisfy(EncodedQueryCut.isColumnByte) }
        guard let first = field.utf8.first, (97...122).contains(first) || first == UInt8(ascii: "_") else { return nil }
        let behind = rest[field.endIndex...]
        let sign = behind.drop { $0 == " " }
        guard let (spelling, meaning) = Operator.spellings.first(where: { sign.utf8.starts(with: $0.bytes) }),
            !meaning.isBlock
        else { return nil }
        let value = sign.dropFirst(spelling.count)
        guard meaning.takesValue || value.allSatisfy({ $0 == " " }) else { return nil }
        let isSpaced = sign.startIndex != behind.startIndex
        return (
            joint, String(field), String(decoding: spelling, as: UTF8.self), meaning.takesValue ? value : "", isSpaced
        )
    }
}
