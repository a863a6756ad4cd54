internal import CSandboxTables
import Glibc

/// One of the texts embedded from `Sources/CSandboxTables`.
struct TableFile: Sendable {
    let index: Int32

    /// All texts, or those with a file extension: `table` or `records`.
    static func all(_ kind: String = "") -> [TableFile] {
        (0..<csandbox_tables_count()).map(TableFile.init).filter { $0.name.hasSuffix(kind) }
    }

    var name: String { String(cString: csandbox_tables_name(index)) }

    var bytes: UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: csandbox_tables_bytes(index), count: csandbox_tables_size(index))
    }

    /// The offsets of lines that begin with one of some words, with the words.
    func lines(beginning words: [String]) -> [(word: String, start: Int)] {
        let wanted = words.map { ($0, Array(($0 + " ").utf8)) }
        var found: [(word: String, start: Int)] = []
        let bytes = bytes
        guard let start = bytes.baseAddress else { return [] }
        var position = 0
        while position < bytes.count {
            // Most lines are indented.
            if start[position] != UInt8(ascii: " ") {
                for (word, text) in wanted
                where position + text.count <= bytes.count && memcmp(start + position, text, text.count) == 0 {
                    found.append((word, position))
                }
            }
            guard let end = memchr(start + position, Int32(UInt8(ascii: "\n")), bytes.count - position) else { break }
            position = UnsafeRawPointer(start).distance(to: end) + 1
        }
        return found
    }

    func line(at start: Int) -> String {
        String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<end(ofLineAt: start)]), as: UTF8.self)
    }

    /// The end of the line that begins at an offset.
    func end(ofLineAt start: Int) -> Int {
        guard let base = bytes.baseAddress,
            let end = memchr(base + start, Int32(UInt8(ascii: "\n")), bytes.count - start)
        else { return bytes.count }
        return UnsafeRawPointer(base).distance(to: end)
    }

    /// The number of the line at an offset, from 1.
    func lineNumber(at place: Int) -> Int { 1 + bytes[..<place].count { $0 == UInt8(ascii: "\n") } }
}

/// A part of a text: a table, a list of choices, or records of a table.
struct TextSection: Sendable {
    let file: TableFile
    /// The first word of the first line.
    let word: String
    let range: Range<Int>

    var text: String { String(decoding: file.bytes[range], as: UTF8.self) }

    /// Reads the cells of each indented line, as they are in the text.
    func forEachRow(_ body: ([TableCells.Bytes]) throws -> Void) rethrows {
        var start = range.lowerBound
        var cells: [TableCells.Bytes] = []
        while start < range.upperBound {
            let end = file.end(ofLineAt: start)
            if file.bytes[start] == UInt8(ascii: " ") {
                TableCells.split(TableCells.Bytes(rebasing: file.bytes[start..<end]), into: &cells)
                try body(cells)
            }
            start = end + 1
        }
    }

    /// The words of the first line.
    var heading: [String] { TableCells.words(file.line(at: range.lowerBound)[...]) }

    /// The second word of the first line.
    var name: String {
        let line = file.bytes[range].dropFirst(word.utf8.count + 1)
        return String(decoding: line.prefix { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }

    /// The sections that begin with one of these words, in order.
    static func all(_ kind: String, _ words: [String]) -> [TextSection] {
        TableFile.all(kind).flatMap { file in
            let lines = file.lines(beginning: words)
            return lines.enumerated().map { place, line in
                let end = place + 1 < lines.count ? lines[place + 1].start : file.bytes.count
                return TextSection(file: file, word: line.word, range: line.start..<end)
            }
        }
    }
}

/// The tables of the texts, in order, and the shared lists of choices. `TableReader` parses one.
enum TableTexts {
    private static let sections = TextSection.all(".table", ["table", "choices", "sequence", "collisions"])

    /// A table is parsed when it is first used.
    static let entries: [TableEntry] = {
        var sequence: UInt64?
        var entries: [TableEntry] = []
        for section in sections {
            let words = section.heading
            if section.word == "sequence" {
                sequence = words.last.flatMap { UInt64($0, radix: 16) }
            } else if section.word == "table", words.count > 1 {
                let parent = words.count > 3 && words[2] == "<" ? words[3] : nil
                let isHashed = sequence != nil
                entries.append(
                    TableEntry(words[1], extends: parent, sequence: sequence, section: section) {
                        var definition = TableReader.read(section).definition
                        definition.isHashed = isHashed && definition.order.isEmpty
                        return definition
                    })
            }
        }
        return entries
    }()

    private static let sharedChoices: [String: TextSection] = Dictionary(
        sections.filter { $0.word == "choices" }.map { ($0.heading.last ?? "", $0) },
        uniquingKeysWith: { first, _ in first })

    static func choices(_ name: String) -> [Choice]? {
        sharedChoices[name].map { section in
            section.text.split(separator: "\n").dropFirst().compactMap {
                let fields = TableCells.read($0)
                return fields.count == 2 ? Choice(fields[0], fields[1]) : nil
            }
        }
    }

    /// The positions of columns that follow others with the same hash (`ColumnOrder`).
    static let collisions: [String: Int] = {
        guard let section = sections.first(where: { $0.word == "collisions" }) else { return [:] }
        let names = section.text.split(separator: "\n").flatMap(TableCells.words).dropFirst()
        return Dictionary(names.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    }()
}

/// The cells of one line, separated by bars. Surrounding blanks are ignored; `\n` is a line feed, `\r` a carriage
/// return, `\t` a tab, `\p` a bar, `\s` a blank and `\\` a backslash.
enum TableCells {
    /// A part of a text, without surrounding blanks and with its escapes.
    typealias Bytes = UnsafeBufferPointer<UInt8>

    static func read(_ line: some StringProtocol) -> [String] {
        var line = String(line)
        return line.withUTF8 { line in
            var cells: [Bytes] = []
            split(line, into: &cells)
            return cells.map(text)
        }
    }

    /// Replaces `cells` by those of a line.
    static func split(_ line: Bytes, into cells: inout [Bytes]) {
        cells.removeAll(keepingCapacity: true)
        guard var cell = line.baseAddress else { return cells.append(line) }
        let end = cell + line.count
        while let bar = memchr(cell, Int32(UInt8(ascii: "|")), end - cell) {
            let start = cell
            cell += UnsafeRawPointer(cell).distance(to: bar) + 1
            cells.append(trimmed(from: start, to: cell - 1))
        }
        cells.append(trimmed(from: cell, to: end))
    }

    private static func trimmed(from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>) -> Bytes {
        var (start, end) = (start, end)
        while start < end, start.pointee == UInt8(ascii: " ") { start += 1 }
        while start < end, end[-1] == UInt8(ascii: " ") { end -= 1 }
        return Bytes(start: start, count: end - start)
    }

    static func text(_ cell: Bytes) -> String {
        isEscaped(cell) ? unescaped(cell) : String(decoding: cell, as: UTF8.self)
    }

    static func isEscaped(_ cell: Bytes) -> Bool {
        guard let start = cell.baseAddress else { return false }
        return memchr(start, Int32(UInt8(ascii: "\\")), cell.count) != nil
    }

    /// The words of a line. Bytes are split, because splitting characters takes ten times as long.
    static func words(_ line: Substring) -> [String] {
        line.utf8.split(separator: UInt8(ascii: " ")).map { String(Substring($0)) }
    }

    private static func unescaped(_ bytes: some Sequence<UInt8>) -> String {
        var out: [UInt8] = []
        var isEscaped = false
        for byte in bytes {
            if isEscaped {
                switch byte {
                case UInt8(ascii: "n"): out.append(UInt8(ascii: "\n"))
                case UInt8(ascii: "r"): out.append(UInt8(ascii: "\r"))
                case UInt8(ascii: "t"): out.append(UInt8(ascii: "\t"))
                case UInt8(ascii: "p"): out.append(UInt8(ascii: "|"))
                case UInt8(ascii: "s"): out.append(UInt8(ascii: " "))
                default: out.append(byte)
                }
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else {
                out.append(byte)
            }
        }
        return String(decoding: out, as: UTF8.self)
    }
}
