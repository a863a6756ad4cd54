import Tables
package import Workbench

extension Capability {
    package static let tasks = Capability(
        "Tasks",
        commands: [
            .task, .taskShow, .taskComments, .taskComment,
        ],
        completes: CompletionEngine.taskValues)
}
