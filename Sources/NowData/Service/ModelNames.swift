import ExchangeModel
import Notation
import Synchronization

/// Which member of a record each key of a model means, and which keys found none.
///
/// A key is first a wire name as it is, `short_description` or `caller_id.name`; then camel case, which may differ from
/// the wire name in letter case and underscores only: `shortDescription`, `callerId.name`, `sysID`.
final class ModelNames {
    /// How deep in what is decoded the records are, whose keys name columns; nil when nothing of it is a record.
    private let recordDepth: Int?
    private var forms: [String: String] = [:]
    private var chosen: [String: String] = [:]
    private var found: Set<String> = []
    private var missed: Set<String> = []

    init(recordDepth: Int?) { self.recordDepth = recordDepth }

    /// The keys of a record's model that no record has a member for, in order.
    var absent: [String] { missed.subtracting(found).sorted() }

    /// The wire name that a key means among the members of an object at some depth; nil when it means none.
    func wireName(
        of key: String, in names: @autoclosure () -> [String], depth: Int, contains: (String) -> Bool
    ) -> String? {
        let name = contains(key) ? key : look(for: key, in: names, contains)
        if depth == recordDepth { _ = name == nil ? missed.insert(key) : found.insert(key) }
        return name
    }

    private func look(for key: String, in names: () -> [String], _ contains: (String) -> Bool) -> String? {
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

    /// The name that a key means: itself, else the only one that differs in letter case and underscores, else of those
    /// the one whose camel case it is.
    static func match(
        _ key: String, in names: some Collection<String>, folding fold: (String) -> String = folded
    ) -> String? {
        if names.contains(key) { return key }
        let form = fold(key)
        let candidates = names.filter { fold($0) == form }
        return candidates.count < 2 ? candidates.first : candidates.first { camel($0) == key } ?? candidates.min()
    }

    private static func folded(_ name: String) -> String { name.lowercased().filter { $0 != "_" } }

    /// A wire name in camel case, each step of a dot-walk by itself.
    static func camel(_ name: String) -> String {
        var raises = false
        return String(
            name.flatMap { letter -> [Character] in
                defer { raises = letter == "_" }
                return letter == "_" ? [] : raises ? Array(letter.uppercased()) : [letter]
            })
    }

    /// A key as the wire name it most likely stands for: `callerId.name` is `caller_id.name`, `sysID` is `sys_id`.
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

/// Tells keys of models that name no column of a table from columns that an answer leaves out, because they were not
/// asked for or access rules withhold them.
///
/// It asks only about keys that no record of an answer has: once for a table's columns, and for a key that is not among
/// those, which may be withheld, once for the records that meet a condition on it which no record can meet. An instance
/// ignores a condition on a column that is not there, and answers with every record.
final class ModelColumns: Sendable {
    private struct State {
        var tables: [String: [ColumnDescription]] = [:]
        var unknown: [String: Bool] = [:]
    }

    private let state = Mutex(State())

    /// Those of the keys that name no column. What cannot be found out counts as a column.
    func unknown(_ keys: [String], of table: String, _ client: TableClient) async -> [String] {
        var unknown: [String] = []
        for key in keys {
            if await isDescribed(key, table, client) { continue }
            if await isIgnored(key, table, client) { unknown.append(key) }
        }
        return unknown
    }

    /// Whether the instance describes the column, each step of a dot-walk in the table that the one before leads to.
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
            // An instance that refuses the condition knows the column.
            guard case .refused = error else { return false }
            isIgnored = false
        }
        state.withLock { $0.unknown[table + " " + name] = isIgnored }
        return isIgnored
    }
}
