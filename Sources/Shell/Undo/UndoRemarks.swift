/// What is said beside a script: what the write brought with it, and what cannot be taken back.
struct UndoRemarks {
    /// Columns that the instance changed by itself.
    private var followers: [String] = []
    /// Columns that cannot be taken back, with the reason.
    private var lost: [(column: String, reason: String)] = []

    mutating func add(_ restored: RestoredFields) {
        followers += restored.followers.filter { !followers.contains($0) }
        lost += restored.lost.filter { one in !lost.contains { $0.column == one.column } }
    }

    func note(in notes: NoteBook) {
        if !followers.isEmpty {
            notes.add(
                "The instance changed \(Phrase.listed(followers, joinedBy: "and")) as well; undo writes that back too.")
        }
        for one in lost { notes.addUndo("undo leaves \(one.column): \(one.reason).") }
    }
}
