/// One value that SQLite stores or a statement is given.
package enum SQLValue: Sendable, Hashable {
    /// No value.
    case null
    /// A whole number.
    case integer(Int64)
    /// A floating-point number.
    case real(Double)
    /// Text in UTF-8, NUL characters included.
    case text(String)
    /// Bytes.
    case blob([UInt8])

    /// The text, or NULL.
    package static func optional(_ text: String?) -> SQLValue { text.map(SQLValue.text) ?? .null }
    /// The number, or NULL.
    package static func optional(_ number: Int64?) -> SQLValue { number.map(SQLValue.integer) ?? .null }
    /// The bytes, or NULL.
    package static func optional(_ bytes: [UInt8]?) -> SQLValue { bytes.map(SQLValue.blob) ?? .null }
    /// How long a text (in UTF-8) or a blob is; 0 for the rest.
    var byteCount: Int {
        switch self {
        case .text(let text): text.utf8.count
        case .blob(let bytes): bytes.count
        default: 0
        }
    }

    /// A whole number.
    package static func integer(_ number: Int) -> SQLValue { .integer(Int64(number)) }
}

extension SQLValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByNilLiteral {
    /// Text.
    package init(stringLiteral value: String) { self = .text(value) }
    /// A whole number.
    package init(integerLiteral value: Int64) { self = .integer(value) }
    /// NULL.
    package init(nilLiteral: ()) { self = .null }
}
