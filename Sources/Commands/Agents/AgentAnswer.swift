import CassetteStore
import Notation

/// The result of a tool call, within the budgets.
struct AgentAnswer {
    var answer: JSON
    var notes: [JSON] = []
    /// What was left out.
    var cut: [String] = []
    var isError = false
    /// Further members, such as a digest.
    var more: [JSON.Member] = []
    var place: JSON?

    init(_ answer: JSON, isError: Bool = false) {
        self.answer = answer
        self.isError = isError
    }

    /// What a line printed, or its error.
    init(_ end: LineEnd) {
        let messages = end.messages
        notes = messages.notes
        // find has a status if it finds nothing, too.
        isError = messages.error != nil || end.status != 0 && end.output.isEmpty
        answer = messages.error ?? end.answer
        guard let number = end.place.command else { return }
        place = [
            "line": .string(end.line), "tape": .string(end.place.tape ?? ""), "command": .number(String(number)),
        ]
    }

    static func refusal(_ text: String) -> AgentAnswer { AgentAnswer(["message": .string(text)], isError: true) }

    /// The result of `tools/call`.
    func result(_ options: AgentOptions) -> JSON {
        var fitted = self
        fitted.fit(rows: options.rows, bytes: options.bytes)
        let content: JSON = .object(
            [JSON.Member(isError ? "error" : "answer", fitted.answer)] + more
                + (notes.isEmpty ? [] : [JSON.Member("notes", .array(notes))])
                + (fitted.cut.isEmpty ? [] : [JSON.Member("cut", .array(fitted.cut.map { JSON.string($0) }))])
                + (place.map { [JSON.Member("recorded", $0)] } ?? []))
        return [
            "content": [["type": "text", "text": .string(content.compact)]], "structuredContent": content,
            "isError": .bool(isError),
        ]
    }

    mutating func fit(rows: Int, bytes: Int) {
        if case .array(let all) = answer {
            var size = 2, count = 0
            for element in all.prefix(rows) {
                size += element.compactBytes.count + 1
                if size > bytes, count > 0 { break }
                count += 1
            }
            if count < all.count {
                cut.append(
                    "\(all.count - count) of \(all.count) rows were left out: answers have \(rows) rows and "
                        + "\(bytes) bytes at most. Name fields, add conditions, or use limit and offset.")
                answer = .array(Array(all.prefix(count)))
            }
        }
        let whole = answer.compactBytes.count
        guard whole > bytes else { return }
        for longest in [4000, 1000, 200, 40] where answer.compactBytes.count > bytes {
            answer = Self.shortened(answer, longest)
        }
        if answer.compactBytes.count > bytes {
            answer = .null
            cut.append("The answer has \(whole) bytes and was left out: answers have \(bytes) bytes at most.")
        } else {
            cut.append("Long texts were cut; they end with …: answers have \(bytes) bytes at most.")
        }
    }

    private static func shortened(_ value: JSON, _ longest: Int) -> JSON {
        switch value {
        case .string(let text) where text.utf8.count > longest: .string(text.prefix(longest) + "…")
        case .array(let elements): .array(elements.map { shortened($0, longest) })
        case .object(let members): .object(members.map { JSON.Member($0.name, shortened($0.value, longest)) })
        default: value
        }
    }
}
