import ExchangeModel

/// `NAME.cassette.ref`: what git keeps of a tape whose file is in a store.
package struct TapeRef: Sendable, Hashable {
    /// SHA-256 of the file, as hexadecimal digits.
    package var digest: String
    /// In bytes.
    package var size: Int
    package var instances: [String] = []
    package var commands = 0
    package var note: String?

    package init(digest: String, size: Int) { (self.digest, self.size) = (digest, size) }

    package static let suffix = ".ref"
    private static let first = "snowdeck tape"
    /// The most bytes that are read.
    package static let limit = 1 << 16

    /// A line for each fact, so that git shows which one changed.
    package var text: String {
        let facts =
            [("sha256", digest), ("size", String(size))] + instances.map { ("instance", $0) }
            + [("commands", String(commands))] + (note.map { [("note", $0)] } ?? [])
        return Self.first + "\n" + facts.map { "\($0) \($1)\n" }.joined()
    }

    /// Nil if the text is not such a file. Unknown facts are ignored.
    package init?(_ text: String) {
        let lines = text.split(whereSeparator: \.isNewline)
        guard lines.first == Self.first[...] else { return nil }
        let facts = lines.dropFirst().map { line in
            let parts = line.split(separator: " ", maxSplits: 1)
            return (name: parts.first ?? "", value: parts.count > 1 ? String(parts[1]) : "")
        }
        func fact(_ name: Substring) -> String? { facts.first { $0.name == name }?.value }
        guard let digest = fact("sha256"), Self.isDigest(digest), let size = fact("size").flatMap({ Int($0) }),
            size >= 0
        else { return nil }
        self.init(digest: digest, size: size)
        instances = facts.filter { $0.name == "instance" }.map(\.value)
        commands = fact("commands").flatMap { Int($0) } ?? 0
        note = fact("note")
    }

    package static func isDigest(_ text: some StringProtocol) -> Bool {
        text.utf8.count == 64 && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }
}
