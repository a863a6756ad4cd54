import ExchangeModel
import NowSDK
import TapeDeck

package enum WriteGuard: String, Sendable, Hashable, CaseIterable {
    /// One record is changed without a question, several are asked for: the embedded sandbox.
    case open
    /// Every change is asked for: an instance that has no profile.
    case confirm
    /// Every change takes the profile's name, typed.
    case production
    case readOnly = "read-only"

    func isStricter(than other: WriteGuard) -> Bool {
        guard let own = Self.allCases.firstIndex(of: self), let its = Self.allCases.firstIndex(of: other) else {
            return false
        }
        return own > its
    }
}

/// Lets nothing through that changes an instance, whichever command sends it: what a read-only profile promises. Signing in
/// changes nothing.
struct ReadOnlyTransport: Transport {
    let next: any Transport
    let profile: String

    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
        guard request.purpose == .signIn || Safety.isSafe(request) else {
            let problem = Self.refusal(of: profile, "\(request.method) \(request.url.path) was not sent.")
            throw TransportFailure(.invalidRequest, problem.message, cause: problem)
        }
        return try await next.send(request)
    }

    static func refusal(of profile: String, _ consequence: String) -> Problem {
        Problem(
            .guardRefused, "The profile \(profile) is read-only: \(consequence)",
            hints: ["profile edit \(profile) --guard confirm lets changes through that are confirmed."])
    }
}

extension ShellSession {
    /// Lets a plan through, or asks, or refuses.
    ///
    /// A read-only profile refuses. Where the guard is open, as on the embedded sandbox, one record is changed without a
    /// question. Everywhere else, and for several records at once, `--allow-writes` has to name the instance or the user
    /// confirms: a single change with y, several and those of a production profile with the profile's name. Both are
    /// inputs of the command: in replay they come from the tape.
    func authorise(_ plan: WritePlan, _ context: CommandContext) async throws {
        if plan.count == 0 { return }
        if requests.isWatched {
            throw Problem(.guardRefused, "Nothing was changed: watch repeats only what changes nothing.")
        }
        if writeGuard == .readOnly {
            var problem = ReadOnlyTransport.refusal(of: profile?.name ?? shortName, "nothing was changed.")
            problem.notes = [plan.text(on: shortName)]
            throw problem
        }
        if isSandbox { sayThatItForgets() }
        if writeGuard == .open, !plan.isBulk { return }
        let own = context.arguments.string("allow-writes")
        let allowed = try await input(.setting, "allow-writes") { [options] in own ?? options.allowWrites ?? "" }
        if names(instance, allowed) { return }
        if !allowed.isEmpty {
            throw Problem(
                .guardRefused, "--allow-writes names \(allowed), and this is \(shortName).",
                hints: ["--allow-writes \(shortName)"])
        }
        let sentence = plan.text(on: shortName)
        let takesName = plan.isBulk || writeGuard == .production
        let named =
            "\(sentence)\(plan.lines.isEmpty ? " " : "\n")Type \(takesName ? placeName : shortName) to continue: "
        let question = takesName ? named : "\(sentence)\(plan.lines.isEmpty ? " " : "\n")Continue? [y/N] "
        let answer: String
        do {
            // Earlier tapes have the name as the answer to every question.
            answer = try await ask(question, orOnTape: named)
        } catch is CancellationError {
            throw Problem(.interrupted, "Interrupted: nothing was changed.")
        } catch is InputFailure {
            throw Problem(
                .guardRefused, "Nothing was changed: there is no terminal to confirm on.", notes: [sentence],
                hints: ["--allow-writes \(shortName) changes it without asking."])
        }
        if !takesName, ["y", "yes"].contains(answer.lowercased()) { return }
        guard names(instance, answer) else {
            throw Problem(
                .guardRefused,
                takesName ? "Nothing was changed: the answer was not \(placeName)." : "Nothing was changed.",
                // The question has shown the records.
                notes: [plan.sentence(on: shortName)])
        }
    }

    /// A record written by a command that takes the sandbox with it is gone at once; who does not know looks for it.
    func sayThatItForgets() {
        guard options.forgetsSandbox, !lifecycle.hasWarnedOfSandbox, !slot.isPlaying else { return }
        lifecycle.hasWarnedOfSandbox = true
        write("The sandbox lives in memory and ends with this command; --sandbox FILE keeps its records.\n")
    }

    var isSandbox: Bool { instance.origin.host == "sandbox.localhost" }

    /// What people type to mean the present instance. `sandbox` is always the embedded one.
    var shortName: String {
        if isSandbox { return "sandbox" }
        return instance.shortName == "sandbox" ? instance.name : instance.shortName
    }

    /// What the prompt shows and a confirmation takes: the profile's name, else the instance's.
    var placeName: String { profile?.name ?? shortName }

    func names(_ instance: Instance, _ text: String) -> Bool {
        let text = text.lowercased()
        return text == shortName || text == instance.name || text == instance.description
            || text == profile?.name.lowercased()
    }
}
