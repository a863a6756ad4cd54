import Notation

/// What a line does, in words: a sentence above it, and a part of the recipe's explanation.
struct StepSentence {
    /// `Create the incident.`
    let text: String
    /// `creates an incident`
    let summary: String

    init(_ step: SessionStep, captures: Bool, isAnother: Bool) {
        let arguments = step.arguments
        let table = arguments?.string("table") ?? "", thing = RecipeWords.thing(table)
        let name = arguments?.command.name ?? ""
        let fields = Phrase.listed((arguments?.assignments ?? []).map { RecipeWords.field($0.name) }, joinedBy: "and")
        let isMany = arguments?.has("query") ?? false
        let (say, sum): (String, String) =
            switch name {
            case "table create":
                (isAnother ? "Create another \(thing)" : "Create the \(thing)", "creates \(RecipeWords.a(thing))")
            case "table update":
                isMany
                    ? (
                        "Set the \(fields) of the \(RecipeWords.several(thing)) that are found",
                        "sets the \(fields) of \(RecipeWords.several(thing))"
                    )
                    : ("Set the \(fields) of the \(thing)", "sets its \(fields)")
            case "table delete":
                isMany
                    ? (
                        "Delete the \(RecipeWords.several(thing)) that are found",
                        "deletes \(RecipeWords.several(thing))"
                    )
                    : ("Delete the \(thing)", "deletes the \(thing)")
            case "table list":
                captures
                    ? ("Find the \(thing)", "finds \(RecipeWords.a(thing))")
                    : ("List \(RecipeWords.several(thing))", "lists \(RecipeWords.several(thing))")
            case "table get":
                captures
                    ? ("Look up the \(thing)", "looks up \(RecipeWords.a(thing))")
                    : ("Look at the \(thing)", "looks at the \(thing)")
            case "table count": ("Count \(RecipeWords.several(thing))", "counts \(RecipeWords.several(thing))")
            case "task": captures ? ("Find the task", "finds a task") : ("List the open tasks", "lists the open tasks")
            case "task show": ("Look at the task", "looks at the task")
            case "task comments": ("Read the journal", "reads its journal")
            case "task comment": ("Add a work note", "adds a work note")
            case "attach put": ("Attach the file", "attaches a file")
            case "attach list": ("List the attachments", "lists the attachments")
            case "attach get", "attach show": ("Fetch the attachment", "fetches the attachment")
            case "attach delete": ("Delete the attachment", "deletes the attachment")
            case "graphql":
                step.writes
                    ? ("Change records by GraphQL", "changes records by GraphQL")
                    : ("Ask by GraphQL", "asks by GraphQL")
            case "rest":
                (
                    "Call \(arguments?.string("method")?.uppercased() ?? "") \(Self.path(arguments))",
                    "calls \(Self.path(arguments))"
                )
            case "page open": ("Open the page", "opens a page")
            case "page follow": ("Follow the link", "follows a link")
            case "page form":
                step.writes ? ("Fill in the form and send it", "sends a form") : ("Look at the form", "looks at a form")
            default: ("Run `\(name)`", "runs `\(name)`")
            }
        text = say + "."
        summary = sum
    }

    private static func path(_ arguments: BoundArguments?) -> String {
        let path = arguments?.string("path") ?? ""
        return "`" + path.prefix { $0 != "?" } + "`"
    }
}
