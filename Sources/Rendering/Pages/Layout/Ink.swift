/// How a piece of a page is set off, before anybody knows what the terminal can do.
struct Ink: Sendable, Hashable {
    /// What the piece is.
    enum Role: Sendable, Hashable {
        case text, title, heading, link, faint, notice, code
    }

    /// What it stands on.
    enum Ground: Sendable, Hashable {
        case page, heading, notice
    }

    /// What is done to its letters.
    struct Marks: OptionSet, Sendable, Hashable {
        let rawValue: UInt8
        static let bold = Marks(rawValue: 1)
        static let italic = Marks(rawValue: 2)
        static let underlined = Marks(rawValue: 4)
        static let struck = Marks(rawValue: 8)
        static let reversed = Marks(rawValue: 16)
    }

    var role: Role
    var ground = Ground.page
    var marks: Marks = []

    init(_ role: Role, ground: Ground = .page, _ marks: Marks = []) {
        self.role = role
        self.ground = ground
        self.marks = marks
    }

    static let text = Ink(.text)
    static let faint = Ink(.faint)
    static let strong = Ink(.text, .bold)
}
