import ExchangeModel
import Notation

/// The body: JSON and GraphQL by meaning, forms by fields, multipart without its boundary, anything else byte by byte.
struct BodyMatcher: Matcher {
    static let name = "body"
    static let weight = 15

    func write(_ parts: RequestParts, to lines: inout KeyLines) {
        let (word, text) = parts.body.canonical
        if word != "none" { lines.add("body", word + " " + text) }
    }

    func mismatch(asked: RequestParts, recorded: RequestParts) -> Mismatch? {
        let (asked, recorded) = (asked.body, recorded.body)
        let forms = (asked.canonical, recorded.canonical)
        guard forms.0.word != forms.1.word || !forms.0.text.isSame(as: forms.1.text) else { return nil }
        switch (asked, recorded) {
        case (.json(let asked), .json(let recorded)):
            if let found = Self.mismatch(JSONDifferences(asked: asked, recorded: recorded, at: "body")) { return found }
        case (.graphQL(let asked, let isList), .graphQL(let recorded, let wasList)) where isList == wasList:
            let found = GraphQLDifferences(asked: asked, recorded: recorded)
            if !found.differences.isEmpty { return Mismatch(Self.name, found.differences, likeness: found.likeness) }
        case (.form(let asked), .form(let recorded)):
            let found = FieldDifferences.mismatch(Self.name, asked: asked, recorded: recorded) { _, _ in nil }
            if let found { return found }
        default: break
        }
        // Of two sorts, or different where the comparison above does not look: in members of one name, for example.
        return Mismatch(
            Self.name, [.init("body", recorded: Self.summary(of: recorded), asked: Self.summary(of: asked))])
    }

    private static func mismatch(_ found: JSONDifferences) -> Mismatch? {
        found.differences.isEmpty ? nil : Mismatch(name, found.differences, likeness: found.likeness)
    }

    private static func summary(of body: BodyForm) -> String? {
        switch body {
        case .none: nil
        case .bytes(let count, let digest): "\(count) bytes, digest \(digest)"
        case .multipart(let parts): "\(parts.count) parts: " + JSON.array(parts.map(\.json)).compact
        case .text(let text): text
        case .json(let json): json.compact
        case .graphQL(let operations, let isList):
            (isList ? "a list: " : "") + operations.map(\.summary).joined(separator: " ")
        case .form: body.canonical.text
        }
    }
}
