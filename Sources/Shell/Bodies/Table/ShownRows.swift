/// What a list says about the rows it does not show.
struct ShownRows {
    let shown: Int
    let total: Int?
    let offset: Int
    let withheld: Int?

    func note(in notes: NoteBook) {
        guard let total else { return }
        let withheld = withheld ?? 0
        if withheld > 0 { notes.add(Self.withheldText(shown: shown, withheld: withheld)) }
        if total == 0 {
            notes.add("No record found.")
        } else if offset >= total {
            notes.add("--offset \(offset) skips all of the \(Phrase.counted(total, "record")) there are.")
        } else if offset + shown + withheld < total {
            notes.add(
                "\(shown) of \(total) shown\(offset > 0 ? " after the first \(offset)" : ""); -n NUMBER or --all shows more."
            )
        }
    }

    static func withheldText(shown: Int, withheld: Int) -> String {
        "\(shown) of \(shown + withheld) shown, \(withheld) withheld by access rules."
    }
}
