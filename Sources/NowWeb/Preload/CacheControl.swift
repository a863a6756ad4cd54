import ExchangeModel
import Notation

/// What the `Cache-Control` lines of an answer say to a private cache (RFC 9111, 5.2.2). What is meant for shared caches
/// alone (`public`, `private`, `s-maxage`, `proxy-revalidate`) says nothing here.
struct CacheControl: Sendable, Hashable {
    /// How long the answer stays fresh by `max-age`.
    enum Lifetime: Sendable, Hashable {
        /// No word about it.
        case unsaid
        /// So many seconds.
        case seconds(Int64)
        /// Something that cannot be read, or two words that contradict each other: stale, then (RFC 9111, 4.2.1).
        case unreadable
    }

    /// `no-store`: it may not be kept.
    var forbidsKeeping = false
    /// `no-cache`: it may be kept, and is asked about each time. With names of header lines it says less; that is read
    /// as if there were none, which is allowed and safe.
    var asksEachTime = false
    /// `max-age`.
    var lifetime = Lifetime.unsaid

    /// Reads all lines of that name.
    init(_ headers: HeaderFields) {
        for line in headers.values(of: "Cache-Control") {
            for directive in CacheControl.directives(line) { take(directive) }
        }
    }

    private mutating func take(_ directive: Substring) {
        let bytes = directive.utf8
        let sign = bytes.firstIndex(of: UInt8(ascii: "=")) ?? bytes.endIndex
        switch ASCII.lowercased(String(ASCII.trimmed(directive[..<sign]))) {
        case "no-store": forbidsKeeping = true
        case "no-cache": asksEachTime = true
        case "max-age":
            let value = CacheControl.seconds(ASCII.trimmed(Substring(bytes[sign...].dropFirst())))
            let said = value.map(Lifetime.seconds) ?? .unreadable
            lifetime = lifetime == .unsaid || lifetime == said ? said : .unreadable
        default: break
        }
    }

    /// What stands between commas that are in no quotes.
    private static func directives(_ line: String) -> [Substring] {
        var found: [Substring] = []
        var start = line.startIndex
        var isQuoted = false, isEscaped = false
        for index in line.utf8.indices {
            let byte = line.utf8[index]
            if isEscaped {
                isEscaped = false
            } else if isQuoted, byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                isQuoted.toggle()
            } else if byte == UInt8(ascii: ","), !isQuoted {
                found.append(line[start..<index])
                start = line.utf8.index(after: index)
            }
        }
        found.append(line[start...])
        return found
    }

    /// A number of seconds, in quotes or not; one that is too large is the largest that is of use (RFC 9111, 1.2.2).
    static func seconds(_ text: Substring) -> Int64? {
        var bytes = text.utf8[...]
        if bytes.count >= 2, bytes.first == UInt8(ascii: "\""), bytes.last == UInt8(ascii: "\"") {
            bytes = bytes.dropFirst().dropLast()
        }
        guard !bytes.isEmpty, bytes.allSatisfy(ASCII.isDigit) else { return nil }
        return bytes.reduce(0) { min(longest, $0 * 10 + Int64($1 - 48)) }
    }

    private static let longest: Int64 = 1 << 31
}
