import CassetteStore
import ExchangeModel
package import NowSDK
import TapeDeck

package enum WriteGuard: String, Sendable, Hashable, CaseIterable {
    /// Changes of a single record need no confirmation, changes of several do: the embedded sandbox.
    case open
    /// Every change needs confirmation: an instance without a profile.
    case confirm
    /// Every change needs the profile's name typed.
    case production
    case readOnly = "read-only"

    /// Whether a proxy may send changes to an instance. The guard of its profile counts before the address: a server on
    /// this machine may be a tunnel to another.
    ///
    /// - Parameter isNamed: whether `--allow-writes` names it.
    package static func admitsChanges(to instance: Instance, _ profile: Profile?, isNamed: Bool) -> Bool {
        switch profile?.writeGuard {
        case .readOnly: false
        case .confirm, .production: isNamed
        case .open, nil: isNamed || instance.origin.isLoopback
        }
    }

    func isStricter(than other: WriteGuard) -> Bool {
        guard let own = Self.allCases.firstIndex(of: self), let its = Self.allCases.firstIndex(of: other) else {
            return false
        }
        return own > its
    }
}

/// Rejects every request that may change the instance, for read-only profiles. Signing in is allowed.
package struct ReadOnlyTransport: Transport {
    let next: any Transport
    let profile: String

    package func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
        guard request.purpose == .signIn || Safety.isSafe(request) else {
            let problem = Self.refusal(of: profile, "\(request.method) \(request.url.path) was not sent.")
            throw TransportFailure(.invalidRequest, problem.message, cause: problem)
        }
        return try await next.send(request)
    }

    /// - Parameter profile: empty for the connection of `--as`.
    package static func refusal(of profile: String, _ consequence: String) -> Problem {
        if profile.isEmpty { return Problem(.guardRefused, "--as only reads: \(consequence)") }
        return Problem(
            .guardRefused, "The profile \(profile) is read-only: \(consequence)",
            hints: ["profile edit \(profile) --guard confirm lets changes through that are confirmed."])
    }
}

extension Run {
    /// Lets a write plan pass, confirms or rejects it.
    ///
    /// A read-only profile rejects it. With an open guard, a single record is changed without confirmation. Otherwise
    /// `--allow-writes` names the instance or the user confirms: a single change with y, several changes and those of a
    /// production profile with the profile's name. Answers are inputs: in a replay they come from the tape.
    package func authorize(_ plan: WritePlan) async throws {
        if plan.count == 0 { return }
        if requests.isWatched {
            throw Problem(.guardRefused, "Nothing was changed: only lines that change nothing are repeated.")
        }
        if writeGuard == .readOnly {
            var problem = ReadOnlyTransport.refusal(of: profile?.name ?? shortName, "nothing was changed.")
            problem.notes = [plan.text(on: shortName)]
            throw problem
        }
        if isSandbox { warnAboutSandboxLoss() }
        if writeGuard == .open, !plan.isBulk { return }
        let own = arguments[.allowWrites]
        let allowed = try await input(.setting, "allow-writes") { [options] in own ?? options.allowWrites ?? "" }
        if names(instance, allowed) { return }
        if !allowed.isEmpty {
            throw Problem(
                .guardRefused, "--allow-writes names \(allowed), and this is \(shortName).",
                hints: ["--allow-writes \(shortName)"])
        }
        // What the change means is read before it is confirmed.
        if let tee = tee { try notes.flush(to: tee, omittingUndo: options.step != nil) }
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
                takesName ? "Nothing was changed: you did not type \(placeName)." : "Nothing was changed.",
                // The question has listed the records.
                notes: [plan.sentence(on: shortName)])
        }
    }
}

extension ShellSession {
    /// Warns that records of the sandbox are lost when the program ends with its only command.
    func warnAboutSandboxLoss() {
        guard options.forgetsSandbox, !lifecycle.hasWarnedOfSandbox, !slot.isPlaying else { return }
        lifecycle.hasWarnedOfSandbox = true
        write("The sandbox lives in memory and ends with this command; --sandbox FILE keeps its records.\n")
    }

    var isSandbox: Bool { instance.isSandbox }

    /// The short name of the current instance; `sandbox` is always the embedded one.
    var shortName: String {
        if isSandbox { return "sandbox" }
        return instance.shortName == "sandbox" ? instance.name : instance.shortName
    }

    /// The name in the prompt and in confirmations: the profile's, else the instance's.
    package var placeName: String { profile?.name ?? shortName }

    func names(_ instance: Instance, _ text: String) -> Bool {
        let text = text.lowercased()
        return text == shortName || text == instance.name || text == instance.origin.origin
            || text == profile?.name.lowercased()
    }
}

extension Instance {
    /// Whether it is the embedded sandbox.
    var isSandbox: Bool { origin.host == "sandbox.localhost" }
}
