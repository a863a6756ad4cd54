import LineEditing
import NowSDK
import Workbench

extension CompletionEngine {
    /// Completes instances, profiles, and kinds of sign-in.
    @Sendable static func instanceValues(
        _ engine: CompletionEngine, _ kind: ValueKind, _ point: CompletionPoint, _ word: Word, _ before: ArgumentPlaces
    ) async -> Completions? {
        func offer(_ names: [Candidate]) -> Completions { engine.offer(names, point, in: word) }
        return switch kind {
        case .instance: offer([Candidate("sandbox", "the embedded sandbox")] + engine.environment.instances())
        case .profile: offer(engine.environment.instances())
        case .signInKind: offer(SignInMethod.all.map { Candidate($0.kind.rawValue, $0.summary) })
        case .secretSource: offer(secretSources)
        default: nil
        }
    }

    private static let secretSources = [
        Candidate("keyring", "the desktop's keyring"), Candidate("ask", "a prompt without echo"),
        Candidate("env:", "an environment variable: env:NAME", appendsSpace: false),
        Candidate("command:", "the first line a command writes: 'command:pass show dev1'", appendsSpace: false),
        Candidate("fd:", "the first line of an open file: fd:3", appendsSpace: false),
    ]
}
