import Database
import ExchangeModel

/// Columns of a file that anybody may have made, read with the bounds that the rest of the program relies on. What lies
/// outside cannot have been written by a recorder, so it is damage.
extension Statement {
    /// The largest number used for counting: any sum or step from it still fits.
    private static let largest: Int64 = 1 << 53

    /// A row's number or an epoch: 0 to 2⁵³.
    func ordinal(_ column: Int) throws(DatabaseError) -> Int64 {
        let number = integer(column)
        guard (0...Statement.largest).contains(number) else { throw damage("a number out of bounds") }
        return number
    }

    /// The same, nil when NULL.
    func optionalOrdinal(_ column: Int) throws(DatabaseError) -> Int64? { isNull(column) ? nil : try ordinal(column) }

    /// A moment between the years 1 and 9999.
    func moment(_ column: Int) throws(DatabaseError) -> Timestamp {
        let number = integer(column)
        guard (-62_135_596_800_000_000...253_402_300_799_999_999).contains(number) else {
            throw damage("a moment out of bounds")
        }
        return Timestamp(microseconds: number)
    }

    /// A small number, nil when NULL: an exit status, a width.
    func optionalSmall(_ column: Int) throws(DatabaseError) -> Int? {
        if isNull(column) { return nil }
        guard let number = Int16(exactly: integer(column)) else { throw damage("a small number out of bounds") }
        return Int(number)
    }

    /// Header lines.
    func headers(_ column: Int) throws(DatabaseError) -> HeaderFields {
        guard let headers = HeaderBlob.decode(blob(column)) else { throw damage("header lines that are none") }
        return headers
    }

    /// The error for content that contradicts itself.
    func damage(_ what: String) -> DatabaseError {
        DatabaseError(code: DatabaseError.Code.corrupt.rawValue, message: what)
    }
}
