import Notation
import NowData

/// Completes the last word if exactly one known name matches, without a request: commands, flags, tables, columns.
package struct LineSuggestion {
    private let schema: CachedSchema
    private let aliases: Set<String>

    package init(_ schema: CachedSchema, aliases: Set<String>) {
        self.schema = schema
        self.aliases = aliases
    }

    /// The line with its last word completed; nil unless exactly one name matches.
    package func line(from typed: String) -> String? {
        let point = CompletionPoint(typed, cursor: typed.utf8.count)
        guard point.place == .word, !point.current.pieces.isEmpty, point.current.literal != nil,
            let (begun, names) = names(at: point), !begun.isEmpty
        else { return nil }
        let fitting = Set(names.filter { $0.utf8.starts(with: begun.utf8) })
        guard fitting.count == 1, let name = fitting.first, name.utf8.count > begun.utf8.count else { return nil }
        return typed + String(decoding: name.utf8.dropFirst(begun.utf8.count), as: UTF8.self)
    }

    /// The typed part of the last name, and all names possible there.
    private func names(at point: CompletionPoint) -> (begun: String, names: [String])? {
        let words = point.words.map { $0.literal ?? "" }, typed = point.typed
        if words.isEmpty { return (typed, CommandTable.firstWords.map(\.word) + aliases) }
        let deepest = min(words.count, CommandTable.deepest)
        let members = words.count < CommandTable.deepest ? CommandTable.nextWords(after: words).map(\.word) : []
        guard let count = (1...deepest).last(where: { CommandTable.named(words[..<$0].joined(separator: " ")) != nil }),
            let command = CommandTable.named(words[..<count].joined(separator: " "))
        else { return (typed, members) }
        let places = ArgumentPlaces(point.words[count...], of: command)
        if let kind = places.pendingFlag?.value { return names(of: kind, typed, places) }
        if !places.flagsHaveEnded, point.current.barePrefix.utf8.starts(with: [.dash, .dash]) {
            let free = command.allFlags.filter { $0.mayRepeat || !places.usedFlags.contains($0.name) }
            return (typed, free.map(\.spelling))
        }
        guard point.current.barePrefix.utf8.first != .dash else { return nil }
        let found = places.next(for: point.current).compactMap { names(of: $0.kind, typed, places) }
        guard let first = found.first else { return members.isEmpty ? nil : (typed, members) }
        return (first.begun, found.filter { $0.begun == first.begun }.flatMap(\.names) + members)
    }

    private func names(
        of kind: ValueKind, _ typed: String, _ places: ArgumentPlaces
    ) -> (begun: String, names: [String])? {
        let table = places.table ?? ""
        func columns(_ begun: String) -> (String, [String])? {
            schema.columns(beginning: begun, in: table).map { (begun, $0) }
        }
        switch kind {
        case .table: return (typed, schema.tables)
        case .choice(let words): return (typed, words)
        case .fields: return columns(FieldList.names(in: typed).last?.name ?? "")
        case .ordering:
            let last = FieldList.names(in: typed).last?.name ?? ""
            return columns(String(last.drop { $0 == "-" }))
        case .query:
            let term = typed.utf8.suffix(while: { $0 != .caret })
            let name = term.suffix(while: {
                ASCII.isLowercaseLetter($0) || ASCII.isDigit($0) || $0 == .underscore || $0 == .dot
            })
            let joint = String(decoding: term.dropLast(name.count), as: UTF8.self)
            guard ["", "OR", "NQ", "ORDERBY", "ORDERBYDESC", "GROUPBY"].contains(joint) else { return nil }
            return columns(String(decoding: name, as: UTF8.self))
        case .assignment(of: .field):
            guard !typed.utf8.contains(.equals) else { return nil }
            return schema.columns(of: table).map { (typed, $0.map { $0.name + "=" }) }
        default: return nil
        }
    }
}

extension BidirectionalCollection {
    /// The longest suffix whose elements all satisfy a condition.
    fileprivate func suffix(while condition: (Element) -> Bool) -> SubSequence {
        var start = endIndex
        while start > startIndex, condition(self[index(before: start)]) { start = index(before: start) }
        return self[start...]
    }
}
