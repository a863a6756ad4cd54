import Agents
import GraphQLCommands
import Instances
import Interop
import Pages
import PromptCommands
import Recipes
import Replaying
import SandboxCommands
import Tables
import Tapes
import Tasks
import Workbench

extension CommandTable {
    /// What the program can do, in the order of help.
    static let ofProgram = CommandTable(
        [
            .tables, .tasks, .pages, .graphQL, .tapes, .interop, .sandbox, .replaying, .recipes, .agents, .instances,
        ], prompt: .prompt(verbs: [.runFile, .tour, .doctor, .completeArguments, .writeManual]))
}
