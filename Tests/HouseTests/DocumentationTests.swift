import TestSupport
import Testing

/// Every public symbol of the library products has a documentation comment.
struct DocumentationTests {
    @Test func everyPublicSymbolIsDocumented() throws {
        let files = try Project.grep("-rlw", "--include=*.swift", "public", "Sources").map(String.init)
        let silent = try files.flatMap { path in
            Self.silent(in: lines(of: try Project.text(of: path)))
                .map { Breach(path: path, line: $0 + 1, what: "a public symbol without a documentation comment") }
        }
        #expect(silent.isEmpty, "\(silent.map(\.description).joined(separator: "\n"))")
    }

    @Test func declarationParserFindsPublicSymbols() {
        let lines = """
            /// A color.
            public enum Color {
                /// As blood.
                case red
                case blue(Int)
                @inlinable
                public var isWarm: Bool { self == .red }
                var inner: Bool { true }
            }
            enum Private {
                case one
            }
            @_exported public import struct Hue.Tint
            """.split(separator: "\n")
        expectEqual(Self.silent(in: lines), [4, 6])
    }

    /// Lines that declare a public symbol without a comment above it.
    static func silent(in lines: [Substring]) -> [Int] {
        lines.indices.filter { place in
            guard isDeclaration(lines[place]) || isCase(at: place, in: lines) else { return false }
            let above = lines[..<place].last { !$0.drop { $0 == " " }.hasPrefix("@") }
            return !(above?.drop { $0 == " " }.hasPrefix("///") ?? false)
        }
    }

    private static func isDeclaration(_ line: Substring) -> Bool {
        // A cheap check first: parsing every line of the project takes seconds.
        guard let start = line.utf8.first(where: { $0 != UInt8(ascii: " ") }),
            start == UInt8(ascii: "p") || start == UInt8(ascii: "@")
        else { return false }
        let words = line.split(separator: " ").drop { $0.hasPrefix("@") }
        guard let first = words.first, first == "public", words.dropFirst().first != "import" else { return false }
        let kinds: Set<Substring> = [
            "func", "var", "let", "struct", "enum", "class", "actor", "protocol", "typealias", "case",
        ]
        return words.contains { kinds.contains($0) || $0.hasPrefix("init") || $0.hasPrefix("subscript") }
    }

    /// A case of a public enumeration; a `case` in a `switch` has a colon.
    private static func isCase(at place: Int, in lines: [Substring]) -> Bool {
        let line = lines[place], code = line.drop { $0 == " " }
        guard code.hasPrefix("case ") || code.hasPrefix("indirect case ") else { return false }
        guard line.prefixMatch(of: #/ +(indirect )?case \w+( =|\(|,|$)/#) != nil, line.last != ":" else { return false }
        let indent = line.prefix { $0 == " " }.count
        let outer = lines[..<place].last { !$0.isEmpty && $0.prefix { $0 == " " }.count < indent }
        return outer?.firstMatch(of: #/\bpublic .*enum /#) != nil
    }
}
