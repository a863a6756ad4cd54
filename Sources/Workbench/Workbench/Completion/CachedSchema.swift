import NowData
import Synchronization

/// The part of the instance's schema that is known without a request. It is read at every key press, on the prompt's
/// thread.
package final class CachedSchema: Sendable {
    private let cache = Mutex<SchemaCache?>(nil)

    func use(_ schema: SchemaCache?) { cache.withLock { $0 = schema } }

    /// The names of all tables, or of the used ones.
    var tables: [String] {
        guard let cache = cache.withLock({ $0 }) else { return [] }
        return cache.knownNames?.map(\.name) ?? Array(cache.described.keys)
    }

    /// The columns of a table; nil if unknown.
    func columns(of table: String) -> [ColumnDescription]? {
        guard let columns = cache.withLock({ $0 })?.known(table), !columns.isEmpty else { return nil }
        return columns
    }

    /// Whether a table has a column, dot-walks included; nil if unknown.
    func has(_ column: String, in table: String) -> Bool? {
        var table = table
        for step in column.split(separator: ".", omittingEmptySubsequences: false) {
            guard !Self.isInOtherTable(String(step)), let columns = columns(of: table) else { return nil }
            guard let found = columns.first(where: { $0.name == step }) else { return false }
            guard let next = found.reference, !next.isEmpty else {
                return step.endIndex == column.endIndex ? true : nil
            }
            table = next
        }
        return true
    }

    /// The columns with a prefix, dot-walks included; nil if unknown.
    func columns(beginning typed: String, in table: String) -> [String]? {
        var table = table
        let steps = typed.split(separator: ".", omittingEmptySubsequences: false)
        for step in steps.dropLast() {
            guard let next = columns(of: table)?.first(where: { $0.name == step })?.reference else { return nil }
            table = next
        }
        let last = steps.last ?? "", before = typed.dropLast(last.count)
        return columns(of: table)?.map(\.name).filter { $0.hasPrefix(last) }.map { before + $0 }
    }

    /// Columns that belong to another table: a child table, a catalog item, tags.
    package static func isInOtherTable(_ column: String) -> Bool {
        column.hasPrefix("ref_") || column == "variables" || column == "sys_tags"
    }
}
