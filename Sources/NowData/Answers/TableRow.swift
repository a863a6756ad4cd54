package import Notation

/// One record as it came: a view into the answer, read where it is looked at.
package struct TableRow: Sendable {
    /// The record as JSON.
    package let node: JSONNode

    /// Takes an object as a record.
    package init(_ node: JSONNode) { self.node = node }

    /// The record's sys_id, when it is among the columns.
    package var sysID: String? { self["sys_id"]?.value }

    /// The columns in the order they came.
    package var columns: [String] { node.members.map(\.name) }

    /// One column; nil when the answer does not hold it, for want of rights or of the column.
    package subscript(column: String) -> TableCell? { node[column].map(TableCell.init) }

    /// The given columns in that order, empty where the answer does not hold one.
    package func cells(_ columns: [String]) -> [TableCell] {
        columns.map { self[$0] ?? TableCell(value: "") }
    }
}
