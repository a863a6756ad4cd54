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
            let behind = offset > 0 ? " after the first \(offset)" : ""
            notes.add(
                withheld > 0
                    ? "\(shown + withheld) of \(total) were asked for\(behind); -n NUMBER or --all asks for more."
                    : "\(shown) of \(total) shown\(behind); -n NUMBER or --all shows more.")
        }
    }

    static func withheldText(shown: Int, withheld: Int) -> String {
        "\(shown) of \(shown + withheld) shown, \(withheld) withheld by access rules."
    }
}
