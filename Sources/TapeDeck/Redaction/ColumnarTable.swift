import Notation

/// Tables in JSON whose rows are arrays: `{"columns": ["user", "password"], "rows": [["a", "x"]]}`, an array of arrays
/// that begins with the names, or two arrays side by side. Only rows with as many values as there are names count.
struct ColumnarTable {
    /// The role of an array by the name of its member.
    enum Role {
        case names, rows

        init?(_ key: some Collection<UInt8>) {
            guard key.count <= 16, let role = Self.roles[SecretNames.normal(key)] else { return nil }
            self = role
        }

        private static let roles: [String: Role] = {
            var roles: [String: Role] = [:]
            for name in [
                "columns", "cols", "columnnames", "fields", "fieldnames", "headers", "header", "head", "names", "keys",
                "attributes",
            ] {
                roles[name] = .names
            }
            for name in ["rows", "row", "values", "data", "records", "results", "result", "items", "entries", "cells"] {
                roles[name] = .rows
            }
            return roles
        }()
    }

    /// The labels of the secret columns.
    var labels: [Int: String] = [:]
    /// The number of columns.
    var count = 0

    /// Longer texts and later columns are not names of columns.
    private static let longestName = 64, mostColumns = 256

    /// Takes the name of a column.
    mutating func take(name: some Collection<UInt8>, at column: Int) {
        guard column < Self.mostColumns, name.count <= Self.longestName else { return }
        if let label = SecretNames.label(of: name) { labels[column] = label }
    }
}

// Tables whose rows are arrays.
extension JSONScan {
    /// Whether a value inside a secret's object describes its type, as in a JSON Schema: `"password": {"type": "string"}`.
    var describesType: Bool {
        guard levels[last].marks?.label != nil, let key else { return false }
        return ["type", "format", "title", "description"].contains { bytes[key].elementsEqual($0.utf8) }
    }

    mutating func openArray(in outer: Int) {
        var array = ArrayState(start: place, role: key.flatMap { ColumnarTable.Role(bytes[$0]) }, isElement: key == nil)
        if key == nil, let around = levels[outer].array {
            array.row = levels[outer].table ?? around.row
        } else if array.role == .rows {
            array.row = levels[outer].table
        }
        levels[last].array = array
    }

    mutating func closeArray() {
        guard let array = levels[last].array, last > 0 else { return }
        if let row = array.row, array.index + 1 == row.count { finds += array.secrets }
        let outer = last - 1
        if array.role == .rows, levels[outer].rows == nil { levels[outer].rows = array.start..<place }
        guard !array.names.labels.isEmpty, array.index > 0 || array.role == .names else { return }
        // Names are in a member called so, or in the first of many arrays.
        guard array.role == .names || array.isElement && levels[outer].array?.index == 0 else { return }
        var table = array.names
        table.count = array.index + 1
        levels[outer].table = table
        guard let rows = levels[outer].rows else { return }
        var scan = JSONScan(bytes: UnsafeBufferPointer(rebasing: bytes[rows]), known: known, depth: depth)
        scan.levels[0].array = ArrayState(start: 0)
        scan.levels[0].table = table
        scan.run()
        finds += scan.finds.map { $0.moved(by: rows.lowerBound) }
    }

    mutating func takeElement(_ value: Value) {
        guard let array = levels[last].array else { return }
        if let label = array.row?.labels[array.index] { levels[last].array?.secrets.append(value.find(label)) }
        if !value.isBare { levels[last].array?.names.take(name: bytes[value.range], at: array.index) }
    }

    /// Takes the name of a column that an object describes: `"columns": [{"name": "password", "type": "string"}]`.
    mutating func takeColumn(_ label: String?) {
        guard let label, let index = levels[last].array?.index else { return }
        levels[last].array?.names.labels[index] = label
    }
}
