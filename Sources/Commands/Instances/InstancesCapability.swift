import LineEditing
import NowSDK
package import Workbench

extension Capability {
    package static let instances = Capability(
        "Instances",
        commands: [
            .connect, .login, .logout, .whoami, .profileAdd, .profileList, .profileShow, .profileUse, .profileEdit,
            .profileRemove,
        ],
        groups: [CommandGroup("profile", "Manage profiles: instances with their sign-in and guard")],
        topics: [HelpTopics.signIn],
        completes: CompletionEngine.instanceValues, explains: SignInProblems.explain,
        signIns: SignInMethod.all.map(\.flags))
}

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

extension HelpTopics {
    static let signIn = HelpTopic("sign-in") {
        [
            "kinds": .terms(SignInMethod.all.map { ("--sign-in " + $0.kind.rawValue, meaning(of: $0)) })
        ]
    }

    private static func meaning(of method: SignInMethod) -> String {
        let flags = method.flags.all.map(\.spelling), needed = method.flags.needed.map(\.spelling)
        let needs = needed.isEmpty ? "" : "; it needs " + Phrase.listed(needed, joinedBy: "and")
        let goes = flags.isEmpty ? "" : ". With " + Phrase.listed(flags, joinedBy: "and") + needs
        return method.summary.prefix(1).uppercased() + method.summary.dropFirst() + goes + "." + method.note
    }
}
