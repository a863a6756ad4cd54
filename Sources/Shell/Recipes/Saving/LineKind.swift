import Notation

/// What a line of a session is to a recipe.
enum LineKind: Hashable {
    /// It changed something.
    case change
    /// It asked the instance something.
    case question
    /// It went to a page.
    case walk
    /// It looked around: at help, tables, columns, plans.
    case look
    /// `undo --run`.
    case undo
    /// It cannot stand in a recipe, and why.
    case never(String)

    init(_ step: SessionStep, keepsFailed: Bool) {
        guard let status = step.status else {
            self = .never("never finished")
            return
        }
        guard let arguments = step.arguments else {
            self = .never(step.invocation == nil ? "cannot be read" : "is no command")
            return
        }
        if status == Problem.Kind.interrupted.exitStatus {
            self = .never("was called off")
            return
        }
        if let reason = Self.sitting[arguments.definition.name] ?? Self.sitting[String(arguments.definition.words[0])] {
            let isUndo = arguments.definition.name == "undo" && arguments.flag("run") && status == 0
            self = isUndo ? .undo : .never(reason)
            return
        }
        if status != 0, !keepsFailed {
            self = .never("failed (exit \(status))")
            return
        }
        if status != 0 {
            self = .change
        } else if arguments.flag("plan") {
            self = .look
        } else if step.writes {
            self = .change
        } else if Self.looks.contains(arguments.definition.name) {
            self = .look
        } else if Self.walks.contains(arguments.definition.name) {
            self = .walk
        } else {
            self = .question
        }
    }

    /// Why it cannot stay, whatever is asked for; nil when it can.
    var reason: String? {
        switch self {
        case .never(let reason): reason
        case .undo: "is taken into account: the change before it is left out"
        case .change, .question, .walk, .look: nil
        }
    }

    /// Whether it stays when looking around is kept.
    var mayStay: Bool { reason == nil }

    /// What a question is about: asked again, the later form counts.
    static func subject(of step: SessionStep) -> String {
        guard let arguments = step.arguments else { return step.line }
        let table = arguments.string("table") ?? arguments.string("path") ?? ""
        return [arguments.definition.name, table, arguments.string("record") ?? arguments.string("task") ?? ""]
            .joined(separator: " ")
    }

    static func name(of step: SessionStep) -> String { step.arguments?.definition.name ?? "" }

    /// Whether a line is about the page that was opened before it.
    static func isOnPage(_ step: SessionStep) -> Bool {
        ["page form", "page links", "page find", "page source"].contains(name(of: step))
    }

    private static let looks: Set<String> = [
        "table describe", "table names", "table explain", "graphql describe", "graphql format", "graphql from",
        "page links", "page find", "page source", "page theme list", "page theme show", "page cache", "whoami",
    ]
    static let walks: Set<String> = ["page open", "page follow", "page back", "page forward", "page reload"]
    /// Commands about the sitting, by name or first word.
    private static let sitting: [String: String] = [
        "help": "explains commands", "history": "is about this sitting", "tape": "is about the cassette",
        "set": "its variables become parameters", "quit": "is about this sitting",
        "connect": "a recipe runs against the instance that is chosen",
        "login": "a recipe runs with the sign-in that is chosen",
        "logout": "a recipe runs with the sign-in that is chosen", "profile": "is about this machine's profiles",
        "recipe": "a recipe runs others by use", "undo": "shows what takes a change back",
        "page browse": "needs a person at a browser", "page shot": "needs a browser",
        "page theme new": "is about this sitting", "page theme use": "is about this sitting",
        "page theme remove": "is about this sitting",
    ]
}
