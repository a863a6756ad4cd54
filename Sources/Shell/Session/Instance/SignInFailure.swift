import ExchangeModel
import NowSDK
import Notation

/// Why no credential was to be had, in the form in which it goes onto a tape and comes back as the same error.
struct SignInFailure {
    /// What is thrown, live and in a replay alike.
    let error: any Error
    /// As a tape keeps it: JSON.
    let text: String

    /// From what a source threw. What nobody knows how to keep becomes the sentence that is said of it.
    init(_ error: any Error, at instance: Instance) {
        switch error {
        case let problem as Problem:
            self.init(problem, ["problem": SignInFailureText.json(of: problem)])
        case let failure as TransportFailure:
            var members: [JSON.Member] = [
                JSON.Member("failure", .string(failure.kind.rawValue)),
                JSON.Member("message", .string(failure.message)),
            ]
            switch failure.cause {
            case let trouble as SignInError:
                members.append(JSON.Member("trouble", SignInFailureText.json(of: trouble)))
            case let problem as Problem: members.append(JSON.Member("problem", SignInFailureText.json(of: problem)))
            case let store as SecretStoreError: members.append(JSON.Member("store", SignInFailureText.json(of: store)))
            default: break
            }
            self.init(failure, .object(members))
        case let trouble as SignInError: self.init(trouble, ["trouble": SignInFailureText.json(of: trouble)])
        case let store as SecretStoreError: self.init(store, ["store": SignInFailureText.json(of: store)])
        default:
            self.init(
                TransportFailure(.signIn, "No credential for \(instance.name) could be obtained.", cause: error),
                at: instance)
        }
    }

    /// From a tape, which may be older, a stranger's or damaged: what is no such text is a message.
    init(reading text: String, _ user: String?, at instance: Instance) {
        let root = (try? JSONDocument(Array(text.utf8)))?.root.value
        let causes: [(any Error)?] = [
            root?["trouble"].flatMap(SignInFailureText.trouble), root?["problem"].flatMap(SignInFailureText.problem),
            root?["store"].flatMap(SignInFailureText.store),
        ]
        let cause = causes.compactMap { $0 }.first
        if let kind = root?["failure"]?.scalarText.flatMap(TransportFailure.Kind.init) {
            error = TransportFailure(kind, root?["message"]?.scalarText ?? "", cause: cause)
        } else {
            error = cause ?? SignInProblem.problem(text, user, instance)
        }
        self.text = text
    }

    private init(_ error: any Error, _ json: JSON) {
        self.error = error
        text = json.compact
    }
}
