import Database
import ExchangeModel
import Notation

/// A place on a tape whose text may contain what is searched.
package struct TapePassage: Sendable, Hashable {
    package struct Place: Sendable, Hashable {
        /// Nil for requests that belong to no command.
        package var command: Int64?
        /// Nil for the line and output of a command.
        package var exchange: Int64?
    }

    package var number: Int64
    /// The tape's number.
    package var tape: Int64
    /// All places with this text, in recorded order.
    package var places: [Place]
}

extension TapeCatalog {
    /// Passages that may contain a text, latest indexed first: those with all its trigrams, or all passages for a text
    /// of one or two characters. The caller verifies them.
    ///
    /// - Parameter before: the number of the last passage of the batch before; nil for the first batch.
    package func passages(
        with text: String, before: Int64?, limit: Int
    ) throws(CassetteError) -> [TapePassage] {
        let terms = Self.trigrams(of: text)
        let bound = SQLValue.integer(before ?? .max)
        return try using { connection throws(DatabaseError) in
            let numbers =
                try terms.isEmpty
                ? connection.rows(
                    "SELECT id FROM passage WHERE id<? ORDER BY id DESC LIMIT ?", [bound, .integer(limit)]
                ) { $0.integer(0) }
                : connection.rows(
                    "SELECT rowid FROM trigram WHERE trigram MATCH ? AND rowid<? ORDER BY rowid DESC LIMIT ?",
                    [.text(terms.joined(separator: " AND ")), bound, .integer(limit)]
                ) { $0.integer(0) }
            var passages: [TapePassage] = []
            for number in numbers {
                // The number of a passage of a removed tape has no row.
                let tape = try connection.row("SELECT tape FROM passage WHERE id=?", [.integer(number)]) {
                    $0.integer(0)
                }
                let places = try connection.rows(
                    "SELECT exchange, command FROM place WHERE passage=? ORDER BY exchange, command",
                    [.integer(number)]
                ) { row in
                    TapePassage.Place(
                        command: row.integer(1) == 0 ? nil : row.integer(1),
                        exchange: row.integer(0) == 0 ? nil : row.integer(0))
                }
                passages.append(TapePassage(number: number, tape: tape ?? 0, places: places))
            }
            return passages
        }
    }

    /// At most twelve trigrams of a text and of its digits, as quoted terms.
    private static func trigrams(of text: String) -> [String] {
        let scalars = Array(text.unicodeScalars)
        guard scalars.count >= 3 else { return [] }
        let count = scalars.count - 2
        let step = max(1, (count + 11) / 12)
        let numbers = DigitPairs.texts(of: Array(text.utf8)).flatMap { pairs in
            pairs.indices.dropLast(2).map { pairs[$0..<$0 + 3] }
        }
        // FTS5 reads the whole list of each term, and those of common trigrams are long. Few texts have the digits.
        let isRare = numbers.contains { Set($0).count > 1 }
        let terms =
            numbers.prefix(12) + (isRare ? [] : stride(from: 0, to: count, by: step).map { scalars[$0..<$0 + 3] })
        var seen: Set<String> = []
        return terms.map { scalars in
            var term = String.UnicodeScalarView()
            for scalar in scalars {
                if scalar == "\"" { term.append("\"") }
                term.append(scalar)
            }
            return "\"\(String(term))\""
        }.filter { seen.insert($0).inserted }
    }
}
