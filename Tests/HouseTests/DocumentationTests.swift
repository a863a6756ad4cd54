import Testing

/// What one room shows to another says what it is, and stands where its name leads.
@Suite struct DocumentationTests {
    @Test func everySymbolThatOtherRoomsSeeSaysWhatItIs() throws {
        let silent = try Project.files(in: "Sources", withExtension: "swift").flatMap { path in
            Self.silent(in: try Project.text(of: path).split(separator: "\n", omittingEmptySubsequences: false))
                .map { Breach(path: path, line: $0 + 1, what: "a symbol that others see, without a word about it") }
        }
        #expect(silent.isEmpty, "\(silent.map(\.description).joined(separator: "\n"))")
    }

    /// Families of types that say more beside each other than apart.
    static let families: Set<String> = ["Sources/NowData/Filter/ClauseKinds.swift"]

    @Test func aFileShowsOneTypeToOtherRooms() throws {
        let crowded = try Project.files(in: "Sources", withExtension: "swift").filter { path in
            let types = try Project.text(of: path).split(separator: "\n").count { line in
                line.hasPrefix("p")
                    && line.prefixMatch(of: #/(public|package) (final )?(struct|enum|class|actor|protocol) /#) != nil
            }
            return types > 1 && !Self.families.contains(path)
        }
        #expect(crowded.isEmpty, "one type, one file named for it: \(crowded)")
    }

    @Test func theReaderOfDeclarationsKnowsWhatMustSpeak() {
        let lines = """
            /// A colour.
            package enum Colour {
                /// As blood.
                case red
                case blue(Int)
                @inlinable
                package var isWarm: Bool { self == .red }
                var inner: Bool { true }
            }
            enum Private {
                case one
            }
            """.split(separator: "\n")
        #expect(Self.silent(in: lines) == [4, 6])
    }

    /// The lines that declare something others see and have no comment above them.
    static func silent(in lines: [Substring]) -> [Int] {
        lines.indices.filter { place in
            guard isDeclaration(lines[place]) || isCase(at: place, in: lines) else { return false }
            let above = lines[..<place].last { !$0.drop { $0 == " " }.hasPrefix("@") }
            return !(above?.drop { $0 == " " }.hasPrefix("///") ?? false)
        }
    }

    private static func isDeclaration(_ line: Substring) -> Bool {
        // Most lines are none, and taking apart every line of the project takes seconds.
        guard let start = line.utf8.first(where: { $0 != UInt8(ascii: " ") }),
            start == UInt8(ascii: "p") || start == UInt8(ascii: "@")
        else { return false }
        let words = line.split(separator: " ").drop { $0.hasPrefix("@") }
        guard let first = words.first, first == "public" || first == "package" else { return false }
        let kinds: Set<Substring> = [
            "func", "var", "let", "struct", "enum", "class", "actor", "protocol", "typealias", "case",
        ]
        return words.contains { kinds.contains($0) || $0.hasPrefix("init") || $0.hasPrefix("subscript") }
    }

    /// A case of an enumeration that others see; the arm of a `switch` has a colon instead.
    private static func isCase(at place: Int, in lines: [Substring]) -> Bool {
        let line = lines[place], start = line.utf8.first { $0 != UInt8(ascii: " ") }
        guard start == UInt8(ascii: "c") || start == UInt8(ascii: "i") else { return false }
        guard line.prefixMatch(of: #/ +(indirect )?case \w+( =|\(|,|$)/#) != nil, line.last != ":" else { return false }
        let indent = line.prefix { $0 == " " }.count
        let outer = lines[..<place].last { !$0.isEmpty && $0.prefix { $0 == " " }.count < indent }
        return outer?.firstMatch(of: #/\b(public|package) .*enum /#) != nil
    }
}
