import Notation
import Redactors

/// Where two GraphQL requests differ, by path: `field GlideRecord_Query.incident.number`,
/// `GlideRecord_Query.incident(pagination.limit)`, `variable q`.
struct GraphQLDifferences {
    private(set) var differences: [Mismatch.Difference] = []
    var same = 0
    private var prefix = ""

    /// Further differences are counted and not listed.
    private static let maxListed = 50

    /// The share of equal parts.
    var likeness: Double { Double(same) / Double(max(same + differences.count, 1)) }

    init(asked: [GraphQLOperation], recorded: [GraphQLOperation]) {
        let isOne = asked.count == 1 && recorded.count == 1
        for place in 0..<max(asked.count, recorded.count) {
            prefix = isOne ? "" : "operation \(place + 1): "
            if place >= asked.count {
                add("all of it", recorded[place].summary, nil)
            } else if place >= recorded.count {
                add("all of it", nil, asked[place].summary)
            } else {
                compare(asked[place], recorded[place])
            }
        }
    }

    private mutating func compare(_ asked: GraphQLOperation, _ recorded: GraphQLOperation) {
        guard let left = asked.canonicalOperation, let right = recorded.canonicalOperation else {
            compare(unread: asked, recorded)
            return
        }
        let before = differences.count
        if left.kind != right.kind { add("kind of operation", right.kind.rawValue, left.kind.rawValue) }
        if !left.directives.isSame(as: right.directives) {
            add("directives of the operation", right.directives, left.directives)
        }
        compare(left.selections, right.selections, at: [])
        if differences.count == before, left.kind == .mutation, !left.text.isSame(as: right.text) {
            add("order of the changes", right.text, left.text)
        }
    }

    /// Compares text, name and variables if one of the two could not be parsed.
    private mutating func compare(unread asked: GraphQLOperation, _ recorded: GraphQLOperation) {
        if asked.canonicalOperation == nil, recorded.canonicalOperation == nil {
            let left = asked.unread, right = recorded.unread
            if left["document"] != right["document"] {
                add("document", right["document"]?.scalarText, left["document"]?.scalarText)
            }
            if asked.name != recorded.name { add("operation name", recorded.name, asked.name) }
        } else {
            add("document", GraphQLText.compact(recorded.document), GraphQLText.compact(asked.document))
        }
        let variables = JSONDifferences(asked: asked.variables, recorded: recorded.variables, at: "variables")
        for difference in variables.differences {
            let isWhole = difference.place == "variables"
            let place = isWhole ? "variables" : "variable " + difference.place.dropFirst("variables.".utf8.count)
            add(place, difference.recorded, difference.asked)
        }
    }

    // MARK: Selections

    private mutating func compare(
        _ asked: [GraphQL.CanonicalOperation.Selection], _ recorded: [GraphQL.CanonicalOperation.Selection],
        at path: [String]
    ) {
        // Repeated response keys are paired by position.
        var waiting: [String: [Int]] = [:]
        for place in recorded.indices.reversed() { waiting[recorded[place].name, default: []].append(place) }
        var found: Set<Int> = []
        for selection in asked {
            if let place = waiting[selection.name]?.popLast() {
                found.insert(place)
                compare(selection, recorded[place], at: path + [Self.step(selection)])
            } else {
                add("field " + Self.text(path + [Self.step(selection)]), nil, selection.text)
            }
        }
        for (place, selection) in recorded.enumerated() where !found.contains(place) {
            add("field " + Self.text(path + [Self.step(selection)]), selection.text, nil)
        }
    }

    private mutating func compare(
        _ asked: GraphQL.CanonicalOperation.Selection, _ recorded: GraphQL.CanonicalOperation.Selection,
        at path: [String]
    ) {
        let place = Self.text(path)
        if asked.field != recorded.field {
            add("field " + place, recorded.field, asked.field)
        } else {
            same += 1
        }
        if !asked.directives.isSame(as: recorded.directives) {
            add("directives of " + place, recorded.directives, asked.directives)
        }
        compare(asked.arguments, recorded.arguments, .init(before: place + "(", after: ")"))
        switch (asked.selections, recorded.selections) {
        case (let left?, let right?): compare(left, right, at: path)
        case (nil, nil): break
        default: add("field " + place, recorded.text, asked.text)
        }
    }

    private static func step(_ selection: GraphQL.CanonicalOperation.Selection) -> String {
        selection.name.hasPrefix("... on ") ? "(" + selection.name.dropFirst(4) + ")" : selection.name
    }

    private static func text(_ path: [String]) -> String { path.joined(separator: ".") }

    package mutating func add(_ place: String, _ recorded: String?, _ asked: String?) {
        add(.init(place, recorded: recorded, asked: asked))
    }

    package mutating func add(_ difference: Mismatch.Difference) {
        var difference = difference
        difference.place = prefix + difference.place
        guard differences.count < Self.maxListed, !differences.contains(difference) else { return }
        differences.append(difference)
    }
}

extension GraphQLDifferences {
    /// The place of a value in messages: text around its name.
    struct ArgumentPlace {
        var before: String
        /// How many bytes of the name the text before it already contains.
        var cut = 0
        var after: String

        func of(_ name: String) -> String { upTo(name) + after }

        func upTo(_ name: String) -> String { before + name.dropFirst(cut) }
    }

    mutating func compare(
        _ asked: [GraphQL.CanonicalOperation.Argument], _ recorded: [GraphQL.CanonicalOperation.Argument],
        _ place: ArgumentPlace
    ) {
        for argument in asked {
            let other = recorded.first { $0.name == argument.name }
            compare(argument.value, other?.value, argument.name, place)
        }
        for argument in recorded where !asked.contains(where: { $0.name == argument.name }) {
            compare(nil, argument.value, argument.name, place)
        }
    }

    private mutating func compare(
        _ asked: GraphQL.CanonicalOperation.Input?, _ recorded: GraphQL.CanonicalOperation.Input?, _ name: String,
        _ place: ArgumentPlace
    ) {
        var here = place
        if let variable = asked?.variable, variable == recorded?.variable {
            // Paths of nested members follow the variable's name, as they follow the argument's.
            here = .init(before: "variable " + variable, cut: name.utf8.count, after: "")
        } else {
            if let variable = asked?.variable { here.after += ", asked as $" + variable }
            if let variable = recorded?.variable { here.after += ", recorded as $" + variable }
        }
        guard let asked, let recorded else { return add(here.of(name), recorded?.shown, asked?.shown) }
        if asked.text.isSame(as: recorded.text) {
            same += 1
            return
        }
        if asked.declared != recorded.declared { return add(here.of(name), recorded.shown, asked.shown) }
        switch (asked.kind, recorded.kind) {
        case (.object(let left), .object(let right)):
            compare(left, right, .init(before: here.upTo(name) + ".", after: here.after))
        case (.list(let left), .list(let right)):
            for index in 0..<max(left.count, right.count) {
                let element = name + "[\(index)]"
                compare(
                    index < left.count ? left[index] : nil, index < right.count ? right[index] : nil, element, here)
            }
        case (.query(let left), .query(let right)):
            let terms = QueryMatcher.terms(asked: left, recorded: right, at: here.of(name))
            for term in terms { add(term) }
            if terms.isEmpty { add(here.of(name), recorded.shown, asked.shown) }
        default: add(here.of(name), recorded.shown, asked.shown)
        }
    }
}

extension GraphQL.CanonicalOperation.Input {
    /// As in the request: an encoded query in its original spelling.
    fileprivate var shown: String {
        let value: String
        switch kind {
        case .scalar(let text): value = text
        case .string(let text), .query(let text): value = JSON.string(text).compact
        case .list(let values): value = "[" + values.map(\.shown).joined(separator: ", ") + "]"
        case .object(let members):
            value = "{" + members.map { $0.name + ": " + $0.value.shown }.joined(separator: ", ") + "}"
        }
        return value + (declared.map { " (declared as \($0))" } ?? "")
    }
}
