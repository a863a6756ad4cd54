import ExchangeModel
import Notation
import Synchronization

/// Maps a model's keys to a record's members and collects unmatched keys.
///
/// A key matches a wire name exactly (`short_description`, `caller_id.name`), or as camel case, which may differ in
/// case and underscores only (`shortDescription`, `callerId.name`, `sysID`).
final class ModelNames {
    /// The depth of records, whose keys are columns; nil if there are no records.
    private let recordDepth: Int?
    private var forms: [String: String] = [:]
    private var chosen: [String: String] = [:]
    private var found: Set<String> = []
    private var unmatched: Set<String> = []

    init(recordDepth: Int?) { self.recordDepth = recordDepth }

    /// The sorted keys of the model that no record has.
    var absent: [String] { unmatched.subtracting(found).sorted() }

    /// The wire name that a key matches among the members of an object at a depth; nil if none.
    func wireName(
        of key: String, in names: @autoclosure () -> [String], depth: Int, contains: (String) -> Bool
    ) -> String? {
        let name = contains(key) ? key : lookUp(for: key, in: names, contains)
        if depth == recordDepth { _ = name == nil ? unmatched.insert(key) : found.insert(key) }
        return name
    }

    private func lookUp(for key: String, in names: () -> [String], _ contains: (String) -> Bool) -> String? {
        if let known = chosen[key], contains(known) { return known }
        let name = Self.match(key, in: names(), folding: fold)
        chosen[key] = name
        return name
    }

    private func fold(_ name: String) -> String {
        if let form = forms[name] { return form }
        let form = Self.folded(name)
        forms[name] = form
        return form
    }

    /// The match of a key: itself, else the only name that differs in case and underscores, else among several the one
    /// whose camel case it is.
    static func match(
        _ key: String, in names: some Collection<String>, folding fold: (String) -> String = folded
    ) -> String? {
        if names.contains(key) { return key }
        let form = fold(key)
        let candidates = names.filter { fold($0) == form }
        return candidates.count < 2 ? candidates.first : candidates.first { camel($0) == key } ?? candidates.min()
    }

    private static func folded(_ name: String) -> String { name.lowercased().filter { $0 != "_" } }

    /// A wire name in camel case; steps of a dot-walk are converted separately.
    static func camel(_ name: String) -> String {
        var capitalizesNext = false
        return String(
            name.flatMap { letter -> [Character] in
                defer { capitalizesNext = letter == "_" }
                return letter == "_" ? [] : capitalizesNext ? Array(letter.uppercased()) : [letter]
            })
    }

    /// The most likely wire name of a key: `callerId.name` becomes `caller_id.name`, `sysID` becomes `sys_id`.
    static func snake(_ key: String) -> String {
        let letters = Array(key)
        var name = ""
        for (place, letter) in letters.enumerated() {
            if letter.isUppercase, place > 0, letters[place - 1].isLetter || letters[place - 1].isNumber,
                !letters[place - 1].isUppercase || letters.dropFirst(place + 1).first?.isLowercase ?? false
            {
                name += "_"
            }
            name += letter.lowercased()
        }
        return name
    }
}

/// Distinguishes keys that are not columns of a table from columns that a response omits because they were not
/// requested or are not readable.
///
/// Requests are sent only for keys that no record has: one for the columns of the table and, for a key that is not
/// among them (it may be unreadable), one with a condition on it that no record meets. An instance ignores a condition
/// on an unknown column and returns every record.
final class ModelColumns: Sendable {
    private struct State {
        var tables: [String: [ColumnDescription]] = [:]
        var unknown: [String: Bool] = [:]
    }

    private let state = Mutex(State())

    /// The keys that are not columns. Keys that cannot be checked count as columns.
    func unknown(_ keys: [String], of table: String, _ client: TableClient) async -> [String] {
        var unknown: [String] = []
        for key in keys {
            if await isDescribed(key, table, client) { continue }
            if await isIgnored(key, table, client) { unknown.append(key) }
        }
        return unknown
    }

    /// Whether the schema contains the column. Each step of a dot-walk is checked in the table that the previous one
    /// references.
    private func isDescribed(_ key: String, _ table: String, _ client: TableClient) async -> Bool {
        var table: String? = table
        for step in key.split(separator: ".", omittingEmptySubsequences: false).map(String.init) {
            guard let here = table else { return false }
            let columns = await columns(of: here, client)
            guard let name = ModelNames.match(step, in: columns.map(\.name)) else { return false }
            table = columns.first { $0.name == name }?.reference
        }
        return true
    }

    private func columns(of table: String, _ client: TableClient) async -> [ColumnDescription] {
        if let known = state.withLock({ $0.tables[table] }) { return known }
        let columns = (try? await client.interfaceColumns(table)) ?? []
        state.withLock { $0.tables[table] = columns }
        return columns
    }

    /// Whether the instance ignores a condition on the column.
    private func isIgnored(_ key: String, _ table: String, _ client: TableClient) async -> Bool {
        let name = ModelNames.snake(key)
        guard name.utf8.allSatisfy({ ASCII.isLetter($0) || ASCII.isDigit($0) || "_.".utf8.contains($0) }) else {
            return true
        }
        if let known = state.withLock({ $0.unknown[table + " " + name] }) { return known }
        let read = TableRead(
            table, query: "\(name)ISEMPTY^\(name)ISNOTEMPTY", fields: ["sys_id"], limit: 1, display: .value)
        let isIgnored: Bool
        do {
            let answer = try await client.list(read)
            isIgnored = (answer.total ?? answer.rows.count) > 0
        } catch {
            // An instance that rejects the condition knows the column.
            guard case .errorResponse = error else { return false }
            isIgnored = false
        }
        state.withLock { $0.unknown[table + " " + name] = isIgnored }
        return isIgnored
    }
}
