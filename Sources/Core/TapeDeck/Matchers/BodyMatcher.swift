import Redactors
import ExchangeModel
import Notation

/// The body: JSON and GraphQL by meaning, forms by field, multipart without its boundary, anything else byte by byte.
struct BodyMatcher: Matcher {
    package let name = "body", weight = 15

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
            let found = JSONDifferences(asked: asked, recorded: recorded, at: "body")
            if !found.differences.isEmpty { return Mismatch(name, found.differences, likeness: found.likeness) }
        case (.graphQL(let asked, let isList), .graphQL(let recorded, let wasList)) where isList == wasList:
            let found = GraphQLDifferences(asked: asked, recorded: recorded)
            if !found.differences.isEmpty { return Mismatch(name, found.differences, likeness: found.likeness) }
        case (.form(let asked), .form(let recorded)):
            if let found = FieldDifferences.mismatch(name, asked: asked, recorded: recorded) { return found }
        default: break
        }
        // Different kinds, or a difference that the comparison does not cover, such as repeated members.
        return Mismatch(name, [.init("body", recorded: Self.summary(of: recorded), asked: Self.summary(of: asked))])
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

/// Where two JSON values differ, by path: `body.assigned_to.value`, `body[2]`.
struct JSONDifferences {
    private(set) var differences: [Mismatch.Difference] = []
    private var same = 0

    /// Further differences are counted and not listed.
    private static let maxListed = 50

    /// The share of equal leaves.
    var likeness: Double { Double(same) / Double(max(same + differences.count, 1)) }

    init(asked: JSON, recorded: JSON, at path: String) { compare(asked, recorded, path) }

    private mutating func compare(_ asked: JSON, _ recorded: JSON, _ path: String) {
        switch (asked, recorded) {
        case (.object(let left), .object(let right)):
            // By bytes: `String` equates canonically equivalent spellings.
            let byName = Dictionary(right.map { (Array($0.name.utf8), $0.value) }) { first, _ in first }
            var seen: Set<[UInt8]> = []
            for member in left where seen.insert(Array(member.name.utf8)).inserted {
                let place = path + "." + member.name
                if let other = byName[Array(member.name.utf8)] {
                    compare(member.value, other, place)
                } else {
                    add(place, nil, member.value)
                }
            }
            for member in right where seen.insert(Array(member.name.utf8)).inserted {
                add(path + "." + member.name, member.value, nil)
            }
        case (.array(let left), .array(let right)):
            for place in 0..<max(left.count, right.count) {
                let path = path + "[\(place)]"
                if place >= left.count {
                    add(path, right[place], nil)
                } else if place >= right.count {
                    add(path, nil, left[place])
                } else {
                    compare(left[place], right[place], path)
                }
            }
        default:
            if asked.compactBytes == recorded.compactBytes { same += 1 } else { add(path, recorded, asked) }
        }
    }

    private mutating func add(_ path: String, _ recorded: JSON?, _ asked: JSON?) {
        guard differences.count < Self.maxListed else { return }
        differences.append(.init(path, recorded: recorded?.compact, asked: asked?.compact))
    }
}
