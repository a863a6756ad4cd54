import NowWeb
import Notation
import TestSupport
import Testing

/// A page in a line, and what it is as a document.
struct PageCase: Sendable, CustomTestStringConvertible {
    /// The page, in which `\n`, `\t` and `\r` are written so.
    let page: String
    /// The dump of its document.
    let expected: String

    var testDescription: String { page }

    /// The cases of a table: each a line that begins with `> `, and the dump below it up to an empty line.
    static func cases(_ table: String) -> [PageCase] {
        table.split(separator: "\n", omittingEmptySubsequences: false)
            .split(whereSeparator: \.isEmpty)
            .map { lines in
                PageCase(
                    page: String((lines.first ?? "").dropFirst(2)),
                    expected: lines.dropFirst().joined(separator: "\n"))
            }
    }

    /// What the reader makes of it.
    var dump: String {
        var bytes: [UInt8] = []
        var page = page.utf8.makeIterator()
        while let byte = page.next() {
            guard byte == UInt8(ascii: "\\"), let next = page.next() else {
                bytes.append(byte)
                continue
            }
            switch next {
            case UInt8(ascii: "n"): bytes.append(0x0A)
            case UInt8(ascii: "t"): bytes.append(0x09)
            default: bytes.append(0x0D)
            }
        }
        return DocumentDump.text(PageReader.document(bytes, contentType: "text/html; charset=utf-8"))
    }
}
