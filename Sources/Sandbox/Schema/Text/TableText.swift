/// Where a table, or a list of choices that several columns share, is described.
struct TableSection: Sendable {
    let file: TableFile
    /// Where its first line begins.
    let start: Int
    /// Where the next section begins; nil for the last one of a file.
    let end: Int?
    /// The word that the first line begins with.
    let word: String

    var text: String { file.text(from: start, to: end) }

    /// The words of the first line.
    var heading: [String] { TableCells.words(file.line(at: start)[...]) }

    /// All sections of all files, in order.
    static let all: [TableSection] = TableFile.all.flatMap { file in
        let lines = file.lines(beginning: ["table", "choices", "generation"])
        return lines.enumerated().map { place, line in
            TableSection(
                file: file, start: line.start, end: place + 1 < lines.count ? lines[place + 1].start : nil,
                word: line.word)
        }
    }
}

/// The tables that the texts describe, in their order, and the shared lists of choices. `TableReader` reads one.
enum TableTexts {
    /// A table is read when it is first asked for.
    static let entries: [TableEntry] = {
        var generation = 1
        var entries: [TableEntry] = []
        for section in TableSection.all where section.word != "choices" {
            let words = section.heading
            if section.word == "generation" {
                generation = words.last.flatMap { Int($0) } ?? generation
            } else if words.count > 1 {
                let parent = words.count > 3 && words[2] == "<" ? words[3] : nil
                entries.append(
                    TableEntry(words[1], extends: parent, generation: generation, section: section) {
                        TableReader.read(section).definition
                    })
            }
        }
        return entries
    }()

    private static let sharedChoices: [String: TableSection] = Dictionary(
        TableSection.all.filter { $0.word == "choices" }.map { ($0.heading.last ?? "", $0) },
        uniquingKeysWith: { first, _ in first })

    /// The choices of that name.
    static func choices(_ name: String) -> [Choice]? {
        sharedChoices[name].map { section in
            section.text.split(separator: "\n").dropFirst().compactMap {
                let fields = TableCells.read($0)
                return fields.count == 2 ? Choice(fields[0], fields[1]) : nil
            }
        }
    }
}
