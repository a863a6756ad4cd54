import LineEditing
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

extension CompletionEngine {
    /// Completes tasks: the user's own come first; any other number can be typed.
    @Sendable static func taskValues(
        _ engine: CompletionEngine, _ kind: ValueKind, _ point: CompletionPoint, _ word: Word, _ before: ArgumentPlaces
    ) async -> Completions? {
        guard kind == .task else { return nil }
        let mine = engine.offer(await engine.source.assignedTasks(), point, in: word)
        guard mine.candidates.isEmpty else { return mine }
        let typed = CompletionPoint.text(of: word)
        return engine.offer(await engine.source.recordNames(of: "task", beginning: typed), point, in: word)
    }
}
