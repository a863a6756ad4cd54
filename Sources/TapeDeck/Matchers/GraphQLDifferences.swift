import Notation

/// Where two GraphQL requests differ, in the words of their documents: `field GlideRecord_Query.incident.number`,
/// `GlideRecord_Query.incident(pagination.limit)`, `variable q`.
struct GraphQLDifferences {
    private(set) var differences: [Mismatch.Difference] = []
    /// How many parts are equal.
    var same = 0
    /// Before every place, when there are several operations.
    private var prefix = ""

    /// More differences than this are counted, not listed: nobody reads them.
    private static let mostListed = 50

    /// How many parts are equal, as a share of all.
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
        guard let left = asked.question, let right = recorded.question else {
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

    /// Where one of the two is not understood, its text, name and variables.
    private mutating func compare(unread asked: GraphQLOperation, _ recorded: GraphQLOperation) {
        if asked.question == nil, recorded.question == nil {
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
        // What the answer calls by one name twice is told apart by its place.
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

    mutating func add(_ place: String, _ recorded: String?, _ asked: String?) {
        add(.init(place, recorded: recorded, asked: asked))
    }

    mutating func add(_ difference: Mismatch.Difference) {
        var difference = difference
        difference.place = prefix + difference.place
        guard differences.count < Self.mostListed, !differences.contains(difference) else { return }
        differences.append(difference)
    }
}
