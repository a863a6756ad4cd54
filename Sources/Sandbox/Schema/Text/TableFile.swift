internal import CSandboxTables
import Glibc

/// One of the texts that describe tables (`Sources/CSandboxTables/tables`).
struct TableFile: Sendable {
    let index: Int32

    static var all: [TableFile] { (0..<csandbox_tables_count()).map { TableFile(index: $0) } }

    var name: String { String(cString: csandbox_tables_name(index)) }

    private var bytes: UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: csandbox_tables_bytes(index), count: csandbox_tables_size(index))
    }

    /// Where its lines begin that begin with one of some words, with the words.
    func lines(beginning words: [String]) -> [(word: String, start: Int)] {
        let wanted = words.map { ($0, Array(($0 + " ").utf8)) }
        var found: [(word: String, start: Int)] = []
        guard let start = bytes.baseAddress else { return [] }
        var position = 0
        while position < bytes.count {
            for (word, text) in wanted
            where text[0] == start[position] && position + text.count <= bytes.count
                && memcmp(start + position, text, text.count) == 0
            {
                found.append((word, position))
            }
            guard let end = memchr(start + position, Int32(UInt8(ascii: "\n")), bytes.count - position) else { break }
            position = UnsafeRawPointer(start).distance(to: end) + 1
        }
        return found
    }

    /// A part of the text; without an end it goes as far as the text.
    func text(from start: Int, to end: Int? = nil) -> String {
        String(decoding: bytes[start..<(end ?? bytes.count)], as: UTF8.self)
    }

    /// The line that begins at a place.
    func line(at start: Int) -> String {
        let rest = bytes[start...]
        return String(decoding: rest.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }

    /// The number of the line at a place, from 1.
    func lineNumber(at place: Int) -> Int { 1 + bytes[..<place].count { $0 == UInt8(ascii: "\n") } }
}
