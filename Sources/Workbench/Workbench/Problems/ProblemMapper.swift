import CassetteStore
import Database
import ExchangeModel
import NowData
import NowSDK
import Rendering
package import TapeDeck

/// Converts the errors of all modules to problems, with kind, location and hints.
package enum ProblemMapper {
    /// The problem for an error of any module.
    ///
    /// - Parameter arguments: the running command, for error locations; nil if there was none.
    package static func problem(_ error: any Error, of arguments: BoundArguments? = nil) -> Problem {
        switch error {
        case let problem as Problem: problem
        case let failure as RequestFailure: problem(failure, arguments)
        case let failure as TransportFailure: problem(failure)
        case let tape as TapeError: problem(tape, arguments)
        case let cassette as CassetteError: problem(TapeError(cassette), arguments)
        case let error as InstanceError: Problem(.usage, error.message)
        case let failure as InputFailure:
            Problem(
                failure.kind == .answer || failure.kind == .secret ? .guardRefused : .usage, sentence(failure.message))
        case is CancellationError: Problem(.interrupted, "Interrupted.")
        case RenderError.bytesForTerminal(let count):
            Problem(
                .usage, "The answer is \(count) bytes of unknown kind, which could upset the terminal.",
                hints: ["Append > FILE to save them."])
        case let error as DatabaseError: Problem(.internal, "Database error: \(error.message).")
        default: Problem(.internal, "Something went wrong: \(error).")
        }
    }

    package static func tapeError(in error: any Error) -> TapeError? {
        switch error {
        case let tape as TapeError: tape
        case let failure as TransportFailure: failure.cause as? TapeError
        case RequestFailure.transport(let failure): failure.cause as? TapeError
        default: nil
        }
    }

    private static func problem(_ failure: RequestFailure, _ arguments: BoundArguments?) -> Problem {
        switch failure {
        case .transport(let failure): problem(failure)
        case .errorResponse(let errorResponse): problem(errorResponse, arguments)
        case .noRecord(let name, let table):
            problemAt(
                .record, in: arguments, .refused, failure.description,
                hints: [
                    "table list \(Quoting.word(table))"
                        + (name.allSatisfy { $0.isLetter || $0 == " " }
                            ? " -q " + Quoting.word("123TEXTQUERY321=" + name) : "")
                ])
        case .ambiguous(_, let table, let sysIDs):
            problemAt(
                .record, in: arguments, .refused, failure.description,
                hints: sysIDs.prefix(1).map { "table get \(Quoting.word(table)) \($0)" })
        case .invalidRequest(let message): problemAt(.record, in: arguments, .usage, message)
        case .stalled: Problem(.refused, failure.description, hints: ["tape show"])
        }
    }

    private static func problem(_ errorResponse: ErrorResponse, _ arguments: BoundArguments?) -> Problem {
        let message = sentence(errorResponse.description)
        switch errorResponse.kind {
        case .notSignedIn:
            return Problem(.refused, "The sign-in was rejected: " + message, hints: ["connect INSTANCE --user NAME"])
        case .invalid where errorResponse.isUnknownTable:
            return problemAt(.table, in: arguments, .refused, message, hints: ["table names"])
        case .tooManyRequests:
            let wait = errorResponse.retryAfter
            return Problem(
                .refused, message,
                hints: wait.flatMap { $0 <= 86400 ? ["--timeout \(max($0, 1)) waits that long."] : nil } ?? [])
        case .notJSON:
            return Problem(.refused, message, hints: ["tape show"])
        case .truncated:
            return Problem(
                .refused, message, notes: [wholeRows(errorResponse.wholeRows?.count)],
                hints: ["Request fewer records (-n NUMBER), fewer fields (-f FIELDS), or narrow the query (-q QUERY)."])
        case .notFound: return problemAt(.record, in: arguments, .refused, message)
        case .forbidden: return problemAt(.table, in: arguments, .refused, message)
        case .invalid, .server: return Problem(.refused, message)
        }
    }

    private static func wholeRows(_ count: Int?) -> String {
        switch count {
        case nil: "The instance aborted its response; what came before is not shown."
        case 0: "No record was complete."
        case 1: "1 record was complete but is not shown, because the list is not."
        case let count?: "\(count) records were complete but are not shown, because the list is not."
        }
    }

    private static func problem(_ failure: TransportFailure) -> Problem {
        if let tape = failure.cause as? TapeError { return problem(tape) }
        if let problem = failure.cause as? Problem { return problem }
        return switch failure.kind {
        case .cancelled: Problem(.interrupted, "Interrupted: the request was cancelled.")
        case .invalidRequest: Problem(.usage, sentence(failure.message))
        case .signIn: Problem(.refused, sentence(failure.message))
        case .tape: Problem(.tape, sentence(failure.message))
        case .timeout: Problem(.network, sentence(failure.message), hints: ["--timeout SECONDS waits longer."])
        case .tooLarge: Problem(.network, sentence(failure.message), hints: ["--max-body 256m takes more."])
        case .resolve, .connect, .tls, .reset, .redirect: Problem(.network, sentence(failure.message))
        }
    }

    private static func problem(_ error: TapeError, _ arguments: BoundArguments? = nil) -> Problem {
        if case .interrupted = error { return Problem(.interrupted, "Interrupted.") }
        return Problem(
            .tape, sentence(error.message), notes: error.miss?.lines ?? [], hints: error.hints, details: error.details)
    }

    private static func problemAt(
        _ argument: Parameter, in arguments: BoundArguments?, _ kind: Problem.Kind, _ message: String,
        hints: [String] = []
    ) -> Problem {
        arguments?.problem(kind, sentence(message), at: argument, hints: hints)
            ?? Problem(kind, sentence(message), hints: hints)
    }

    private static func sentence(_ text: String) -> String {
        guard let last = text.last, !".!?:".contains(last) else { return text }
        return text + "."
    }
}
