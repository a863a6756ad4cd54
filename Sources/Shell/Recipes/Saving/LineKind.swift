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
        let use = arguments.command.traits.inRecipes
        switch use {
        case .unsaved(let reason), .never(let reason):
            let isUndo = arguments.command == .undo && arguments.flag("run") && status == 0
            self = isUndo ? .undo : .never(reason)
            return
        case .step, .inspection, .navigation: break
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
        } else if use == .inspection {
            self = .look
        } else if use == .navigation {
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
        return [arguments.command.name, table, arguments.string("record") ?? arguments.string("task") ?? ""]
            .joined(separator: " ")
    }

    /// Whether a line is about the page that was opened before it.
    static func isOnPage(_ step: SessionStep) -> Bool {
        step.arguments?.command.traits.readsOpenPage ?? false
    }
}
