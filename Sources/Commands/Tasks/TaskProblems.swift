import Workbench
import Tables
import MyWork
import Notation
import NowData
import NowSDK

enum TaskProblems {
    static func explained(
        _ error: MyWorkError, _ arguments: BoundArguments, on instance: String
    ) -> any Error {
        switch error.kind {
        case .notInstalled:
            return Problem(
                .refused,
                "The Task Tracker API needs the application My Work (x_snc_my_work), which is not installed on \(instance).",
                notes: [
                    "An admin of the instance installs it: under Retrieved Update Sets the update set “My Work” is imported, "
                        + "previewed and committed."
                ],
                hints: [without(arguments)])
        case .noVersion:
            return Problem(
                .refused, "\(instance) has no active version of the Task Tracker API.", hints: [without(arguments)])
        case .noTask: return missing(arguments)
        case .forbidden where arguments.command == .taskComment:
            return arguments.problem(.refused, "The work note was not added: \(error).", at: .task)
        default: return error.failure ?? Problem(.refused, error.message)
        }
    }

    static func recordNotFound(_ failure: RequestFailure, _ arguments: BoundArguments) -> Problem? {
        switch failure {
        case .noRecord: return missing(arguments)
        case .errorResponse(let errorResponse) where errorResponse.kind == .notFound: return missing(arguments)
        case .ambiguous(_, _, let sysIDs):
            let command = arguments.command.name
            return arguments.problem(
                .refused, failure.description, at: .task, hints: sysIDs.map { "\(command) \($0)" })
        case .invalidRequest: return arguments.problem(.usage, failure.description, at: .task)
        default: return nil
        }
    }

    private static func missing(_ arguments: BoundArguments) -> Problem {
        arguments.problem(
            .refused, "There is no task \(Quoting.word(arguments[.task] ?? "")), or you may not read it.",
            at: .task, hints: ["task lists mine.", "table list task lists all."])
    }

    private static func without(_ arguments: BoundArguments) -> String {
        arguments.command == .taskComment
            ? "--table-api writes the note by the Table API." : "--table-api asks the Table API for the same."
    }
}
