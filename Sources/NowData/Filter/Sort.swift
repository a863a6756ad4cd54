import Notation

/// An order of rows.
public enum Sort: Sendable, Hashable {
    /// Smallest first.
    case asc(FieldName)
    /// Largest first.
    case desc(FieldName)

    var query: String {
        switch self {
        case .asc(let field): EncodedQuery.Ordering(field).text
        case .desc(let field): EncodedQuery.Ordering(field, descending: true).text
        }
    }
}
