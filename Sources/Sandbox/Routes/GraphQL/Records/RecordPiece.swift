/// A part of a row's text.
enum RecordPiece {
    /// The same in every row.
    case fixed([UInt8])
    /// What a column of the statement holds.
    case cell(RecordCell)
    /// A record that a reference leads to, from the same statement. `isThere` is the statement's column that says
    /// whether there is one that the user may read; without one it is null.
    case reference(isThere: Int, [RecordPiece])
    /// A record that is read by a statement of its own, because too many walks are one statement already.
    case further(key: Int, FurtherRecord)
    /// The outermost type, asked from this row: its table and the statement's column that has its sys_id.
    case query([GraphQLField], Table, sysID: Int)
}

/// How a column of the statement is written.
struct RecordCell {
    enum Form {
        /// The value as text, as a number, as a boolean.
        case text, number, truth
        case display, html
        case hasValue, isNil
        /// `USD;509.5`.
        case currency
        /// The entries of a journal; so many lines of them at most.
        case journal(lines: Int?)
        /// A number that the statement worked out: 1 is true.
        case flag
    }

    let form: Form
    let column: Column
    /// The statement's column.
    let index: Int
}
