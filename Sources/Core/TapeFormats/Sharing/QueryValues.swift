import Notation
import Redactors

/// `2026-04-14 19:29:09 - Abel Tuter (Work notes)`.
enum JournalHeaderLine {
    static func author(in line: ArraySlice<UInt8>) -> Range<Int>? {
        let start = line.startIndex
        guard line.count > 24, isHeader(line), let end = line.lastIndex(of: UInt8(ascii: "(")), end > start + 22,
            line[end - 1] == UInt8(ascii: " ")
        else { return nil }
        return start + 22..<end - 1
    }

    static func isHeader(_ line: ArraySlice<UInt8>) -> Bool {
        let start = line.startIndex
        return line.count >= 22 && line[start + 4] == UInt8(ascii: "-") && line[start + 13] == UInt8(ascii: ":")
            && line[start + 20] == UInt8(ascii: "-") && line[start + 21] == UInt8(ascii: " ")
    }
}

/// Values of the conditions and assignments in a text: `caller_id.name=Abel`, `user_nameINabel,beth`.
enum QueryValues {
    private static let operators = [
        "!=", ">=", "<=", "=", ":", "NOT LIKE", "NOTLIKE", "LIKE", "STARTSWITH", "ENDSWITH", "NOT IN", "NOTIN", "IN",
        "ISNOT", "IS", "CONTAINS", "DOES NOT CONTAIN", ">", "<",
    ].map { Array($0.utf8) }
    private static let begins = ASCIISet("!><=:NLSEICD")
    private static let ends = ASCIISet("^&\"'<>\n\r\t;)}]\\")

    /// Whether the text before a place ends with an operator that follows a column's name.
    static func isAfterOperator(_ place: Int, in text: UnsafeBufferPointer<UInt8>) -> Bool {
        operators.contains { sign in
            guard ASCII.isLetter(sign[0]), place > sign.count else { return false }
            let start = place - sign.count, before = text[start - 1]
            return text[start..<place].elementsEqual(sign)
                && (ASCII.isLowercaseLetter(before) || ASCII.isDigit(before) || before == UInt8(ascii: "_"))
        }
    }

    static func forEach(
        in bytes: [UInt8], isLine: Bool, ofUser: Bool, _ body: (Range<Int>, PersonFields.Meaning) -> Void
    ) {
        func isColumn(_ byte: UInt8) -> Bool {
            ASCII.isLowercaseLetter(byte) || ASCII.isDigit(byte) || byte == UInt8(ascii: "_")
                || byte == UInt8(ascii: ".")
        }
        var place = 0, quotes = 0
        while place < bytes.count {
            guard isColumn(bytes[place]) else {
                if bytes[place] == UInt8(ascii: "\"") || bytes[place] == UInt8(ascii: "'") { quotes += 1 }
                place += 1
                continue
            }
            let start = place
            while place < bytes.count, isColumn(bytes[place]) { place += 1 }
            guard place < bytes.count, begins.contains(bytes[place]), place - start < 100,
                let sign = operators.first(where: { bytes[place...].starts(with: $0) })
            else { continue }
            let (last, before) = PersonFields.split(String(decoding: bytes[start..<place], as: UTF8.self))
            guard let meaning = PersonFields.meaning(of: last, before, ofUser: ofUser) else { continue }
            var from = place + sign.count
            let isQuoted = from < bytes.count && "\"'".utf8.contains(bytes[from])
            if isQuoted || sign == [UInt8(ascii: ":")] && from < bytes.count && bytes[from] == 32 { from += 1 }
            let isOpen = isLine && !isQuoted && quotes % 2 == 0
            var end = from
            while end < bytes.count, !ends.contains(bytes[end]), !(isOpen && bytes[end] == 32) { end += 1 }
            let isList = sign.suffix(2) == Array("IN".utf8)
            for piece in bytes[from..<end].split(separator: isList ? UInt8(ascii: ",") : 0) where !piece.isEmpty {
                body(piece.indices, meaning)
            }
            place = max(place, from)
        }
    }

    /// The words of a command line after its first one that are neither flags nor assignments.
    static func arguments(of line: [UInt8]) -> [Range<Int>] {
        CommandLineRedactor.words(of: line).dropFirst().map(\.range)
            .filter { !$0.isEmpty && line[$0.lowerBound] != UInt8(ascii: "-") }
    }
}
