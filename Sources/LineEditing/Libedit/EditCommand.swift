import CLibedit

/// The editing commands that are ours; a key can be bound to each by its name in an editrc(5) file.
enum EditCommand: Int32, CaseIterable {
    case accept, newline, interrupt, endOrDelete, suspend, complete, older, newer, search, step

    var name: String {
        switch self {
        case .accept: "snowdeck-accept"
        case .newline: "snowdeck-newline"
        case .interrupt: "snowdeck-interrupt"
        case .endOrDelete: "snowdeck-end-or-delete"
        case .suspend: "snowdeck-suspend"
        case .complete: "snowdeck-complete"
        case .older: "snowdeck-older"
        case .newer: "snowdeck-newer"
        case .search: "snowdeck-search"
        case .step: "snowdeck-step"
        }
    }

    var help: String {
        switch self {
        case .accept: "Run the line, or begin a new one while it is unfinished"
        case .newline: "Begin a new line of the same text"
        case .interrupt: "Give up the line"
        case .endOrDelete: "Leave when the line is empty, else delete a character"
        case .suspend: "Stop the program until it is continued"
        case .complete: "Complete the word at the cursor, or show what may stand there"
        case .older: "Up, or the next older line that begins as this one did"
        case .newer: "Down, or the next newer line"
        case .search: "Search older lines"
        case .step: "Used by the others"
        }
    }

    /// The key that brings about `step`; nobody presses it.
    static let stepKey: UInt32 = 0x1D
    /// The key that ends the line; Enter reaches us as 13 in raw mode, and a pasted or sent 10 is taken for it.
    static let newlineKey: UInt32 = 0x0A

    /// What an editrc file may bind otherwise.
    static let suggested: [(key: String, command: String)] = [
        ("^I", complete.name), ("^R", search.name), ("^D", endOrDelete.name),
        ("^P", older.name), ("^N", newer.name),
        ("\\e[A", older.name), ("\\eOA", older.name), ("\\e[B", newer.name), ("\\eOB", newer.name),
        ("\\e^M", newline.name), ("\\e^J", newline.name),
        ("\\e[H", "ed-move-to-beg"), ("\\eOH", "ed-move-to-beg"), ("\\e[1~", "ed-move-to-beg"),
        ("\\e[F", "ed-move-to-end"), ("\\eOF", "ed-move-to-end"), ("\\e[4~", "ed-move-to-end"),
        ("\\e[3~", "ed-delete-next-char"),
        ("\\e[1;5C", "em-next-word"), ("\\e[1;5D", "ed-prev-word"),
        ("\\e[1;3C", "em-next-word"), ("\\e[1;3D", "ed-prev-word"),
        // As in every shell; libedit's own need a mark, or take the whole line.
        ("^W", "ed-delete-prev-word"), ("^U", "vi-kill-line-prev"),
        // libedit's command prompt, where a slip of the hand ends up.
        ("\\ex", "ed-unassigned"), ("\\eX", "ed-unassigned"),
    ]

    /// What must be so for this to work, in the vi maps too.
    static let owned: [(key: String, command: String)] = [
        ("^M", accept.name), ("^J", "ed-newline"), ("^C", interrupt.name), ("^Z", suspend.name),
        ("^]", step.name),
    ]
}
