package import Notation

/// What a command has to say, before it has any form.
package enum Output: Sendable {
    /// Nothing on standard output.
    case none
    /// Prose, lines separated by `\n`.
    case text(String)
    /// Prose that comes in pieces, as long as it is; nothing is held back.
    case longText(TextPieces)
    /// Rows under columns.
    case table(Table)
    /// One record: a field a line in `columns`, `line` and `markdown`; one object or row in the data formats.
    case record(columns: [Column], cells: [Cell])
    /// Rows that come in batches, as many as there are; nothing is held back.
    case stream(columns: [Column], batches: RowBatches)
    /// A JSON value: pretty in every format, on one line in `ndjson`.
    case json(JSON)
    /// A page: laid out where people read it, its text and parts in the formats for programs.
    case page(PageView)
    /// Several outputs, one after the other with an empty line between them: under their titles where people read them,
    /// without in the data formats.
    case sections([Section])
    /// Bytes that are written as they are (a download, an answer of unknown kind). A terminal gets them as text where they
    /// are text, and else refuses them.
    case bytes([UInt8])
}
