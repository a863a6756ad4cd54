import Notation

/// Brings selections into the form of a question, level by level. It throws when there is more than it may look at, or when
/// what is meant is not sure.
struct GraphQLQuestionReader {
    let fragments: [String: GraphQL.Fragment]
    let variables: GraphQLVariables

    /// How many selections may be looked at, fragments counted as often as they are used.
    private var left = 10_000
    private static let deepest = 200

    init(fragments: [String: GraphQL.Fragment], variables: GraphQLVariables) {
        self.fragments = fragments
        self.variables = variables
    }

    /// Where selections stand.
    struct Level {
        /// The field of the outermost level that they are inside of.
        var root: GraphQLArgumentType.Root?
        /// The type that a fragment around them is for.
        var type: String?
        /// On how many levels from here on the order counts.
        var orderedLevels = 0
        var depth = 0
    }

    /// A selection without what is below it yet.
    private struct Entry {
        var selection: GraphQLQuestion.Selection
        var below: [[GraphQL.Selection]]?
        var level: Level
    }

    /// The selections of one level, which may be spread over several lists.
    mutating func selections(
        _ lists: [[GraphQL.Selection]], at level: Level
    ) throws(GraphQLUnclear) -> [GraphQLQuestion.Selection] {
        var entries: [Entry] = []
        for list in lists { try collect(list, at: level, into: &entries) }
        entries = level.orderedLevels > 0 ? Self.merged(entries) : Self.sorted(entries)
        var selections: [GraphQLQuestion.Selection] = []
        selections.reserveCapacity(entries.count)
        for var entry in entries {
            if let below = entry.below { entry.selection.selections = try self.selections(below, at: entry.level) }
            selections.append(entry.selection)
        }
        return selections
    }

    private mutating func collect(
        _ selections: [GraphQL.Selection], at level: Level, into entries: inout [Entry]
    ) throws(GraphQLUnclear) {
        guard level.depth < Self.deepest else { throw GraphQLUnclear() }
        for selection in selections {
            left -= 1
            guard left >= 0 else { throw GraphQLUnclear() }
            switch selection {
            case .field(let field):
                if let entry = try entry(field, at: level) { entries.append(entry) }
            case .inline(let fragment):
                guard let directives = try condition(fragment.directives) else { continue }
                try collect(
                    fragment.selections, for: fragment.typeCondition?.text, directives, at: level, into: &entries)
            case .spread(let spread):
                guard let fragment = fragments[spread.name.text] else { throw GraphQLUnclear() }
                guard let directives = try condition(spread.directives) else { continue }
                try collect(
                    fragment.selections, for: fragment.typeCondition.text,
                    directives + text(of: fragment.directives[...]), at: level, into: &entries)
            }
        }
    }

    /// The selections of a fragment: opened where it says nothing of its own, else as one entry.
    private mutating func collect(
        _ selections: [GraphQL.Selection], for type: String?, _ directives: String, at level: Level,
        into entries: inout [Entry]
    ) throws(GraphQLUnclear) {
        var below = level
        below.depth += 1
        if directives.isEmpty, type == nil || type == level.type {
            return try collect(selections, at: below, into: &entries)
        }
        let name = type.map { "... on " + $0 } ?? "..."
        below.type = type ?? level.type
        entries.append(
            Entry(
                selection: .init(
                    name: name, field: name, arguments: [], directives: directives, head: name + directives),
                below: [selections], level: below))
    }

    private func entry(_ field: GraphQL.Field, at level: Level) throws(GraphQLUnclear) -> Entry? {
        guard let directives = try condition(field.directives) else { return nil }
        let root = level.root ?? GraphQLArgumentType.Root(field: field.name.text)
        var arguments: [GraphQLQuestion.Argument] = []
        for argument in field.arguments {
            let known = GraphQLArgumentType.type(of: argument.name.text, under: root)
            guard let value = try input(argument.value, known, isQuery: argument.name.text == "queryConditions") else {
                continue
            }
            arguments.append(.init(name: argument.name.text, value: value))
        }
        var selection = GraphQLQuestion.Selection(
            name: field.responseName, field: field.name.text, arguments: arguments.sortedByName(),
            directives: directives, head: field.name.text)
        if selection.name != selection.field { selection.head = selection.name + ":" + selection.field }
        if !selection.arguments.isEmpty { selection.head += Self.text(of: selection.arguments) }
        selection.head += directives
        let below = Level(
            root: root, orderedLevels: max(0, level.orderedLevels - 1), depth: level.depth + 1)
        return Entry(selection: selection, below: field.selections.map { [$0] }, level: below)
    }

    private static func text(of arguments: [GraphQLQuestion.Argument]) -> String {
        var out = [UInt8(ascii: "(")]
        GraphQLInput.append(arguments, to: &out)
        out.append(UInt8(ascii: ")"))
        return String(decoding: out, as: UTF8.self)
    }

    // MARK: Order

    private static func sorted(_ entries: [Entry]) -> [Entry] {
        guard entries.count > 1 else { return entries }
        let order = entries.indices.sorted { one, other in
            switch entries[one].selection.head.compared(to: entries[other].selection.head) {
            case 0: one < other
            case let order: order < 0
            }
        }
        var sorted: [Entry] = []
        sorted.reserveCapacity(entries.count)
        for place in order {
            if let last = sorted.last, isSame(last, entries[place]) {
                sorted[sorted.count - 1].below? += entries[place].below ?? []
            } else {
                sorted.append(entries[place])
            }
        }
        return sorted
    }

    /// Put together, but in the order of their first places.
    private static func merged(_ entries: [Entry]) -> [Entry] {
        var merged: [Entry] = []
        var places: [[UInt8]: Int] = [:]
        for entry in entries {
            if let place = places[Array(entry.selection.head.utf8)], isSame(merged[place], entry) {
                merged[place].below? += entry.below ?? []
            } else {
                places[Array(entry.selection.head.utf8)] = merged.count
                merged.append(entry)
            }
        }
        return merged
    }

    /// Whether two selections are one. Where directives are left, nobody knows what they do.
    private static func isSame(_ one: Entry, _ other: Entry) -> Bool {
        one.selection.directives.isEmpty && one.selection.head.isSame(as: other.selection.head)
            && (one.below == nil) == (other.below == nil)
    }
}
