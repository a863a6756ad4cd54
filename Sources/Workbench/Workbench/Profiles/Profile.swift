import CassetteStore
import LineEditing
package import NowSDK
import TapeDeck

/// An instance with a short name, how to sign in to it, and its write guard. It holds no secret.
package struct Profile: Sendable, Hashable {
    package var name: String
    package var instance: Instance
    package var signIn: SignInChoice
    package var writeGuard: WriteGuard
    package var color: ProfileColor?

    package init(
        _ name: String, _ instance: Instance, signIn: SignInChoice, writeGuard: WriteGuard, color: ProfileColor? = nil
    ) {
        self.name = name
        self.instance = instance
        self.signIn = signIn
        self.writeGuard = writeGuard
        self.color = color
    }

    /// Parses the arguments of `profile add`.
    ///
    /// - Parameter isTaped: the line is from a tape, which may be forged: files and places of secrets are neither
    ///   required nor used.
    package init(_ arguments: BoundArguments, isTaped: Bool = false) throws(Problem) {
        let name = arguments[.newProfile] ?? ""
        let isName = name.utf8.allSatisfy { $0.isNameByte || $0 == .dash || $0 == .dot } && name.utf8.first != .dash
        guard isName, name.lowercased() != "sandbox" else {
            throw arguments.problem(
                .usage,
                isName
                    ? "sandbox is the name of the embedded instance; choose another one."
                    : "Invalid profile name: use only letters, digits, _, - and . in it.", at: .newProfile)
        }
        let instance: Instance
        do throws(InstanceError) {
            let text = arguments[.profiledInstance] ?? ""
            instance = try Instance(text.lowercased() == "sandbox" ? "sandbox.localhost" : text)
        } catch {
            throw arguments.problem(
                .usage, error.message, at: .profiledInstance, hints: ["profile add NAME https://NAME.service-now.com"])
        }
        var signIn = SignInChoice()
        if isTaped {
            signIn.kind = arguments[.signInKind].flatMap(SignInKind.init(known:)) ?? .basic
            (signIn.user, signIn.clientID) = (arguments[.user], arguments[.clientID])
            signIn.scope = arguments[.scope]
        } else {
            signIn = try signIn.taking(arguments)
            try Self.checkFiles(arguments)
        }
        self.init(
            name, instance, signIn: signIn, writeGuard: arguments[.guarding].flatMap(WriteGuard.init) ?? .confirm,
            color: arguments[.color].flatMap(ProfileColor.init))
    }

    /// Checks that paths are absolute, because a profile is used in any folder.
    package static func checkFiles(_ arguments: BoundArguments) throws(Problem) {
        for flag in [Parameter.certificate, .key] {
            guard let path = arguments[flag], !path.hasPrefix("/"), !path.hasPrefix("~/") else { continue }
            throw arguments.problem(
                .usage, "A profile works in any folder: begin its paths with / or ~/.", at: flag,
                hints: ["\(flag.spelling) ~/\(Quoting.word(path))"])
        }
    }

    init(reading line: String, isTaped: Bool = false) throws(Problem) {
        let invocation: Invocation
        do throws(ParseError) { invocation = try Parser.parse(line) } catch { throw error.problem(in: line) }
        let match = try CommandTable.match(invocation)
        guard match.command.traits.addsProfile else { throw Problem(.usage, "This is not a profile.") }
        try self.init(try match.bind(in: invocation.text, variables: .none), isTaped: isTaped)
    }

    /// The line for a tape: without places of secrets and paths.
    var tapedLine: String {
        var taped = self
        taped.signIn = signIn.withoutSources
        return taped.line
    }

    package var line: String {
        // The bare name `sandbox` is the embedded one.
        let place = instance.shortName == "sandbox" ? instance.name : instance.shortName
        let painted = color.map { " --color " + $0.rawValue } ?? ""
        return "profile add \(name) \(place)\(signIn.words) --guard \(writeGuard.rawValue)\(painted)"
    }

    package func hasName(_ text: String) -> Bool { name.lowercased() == text.lowercased() }

    /// The profile of that name, else the strictest of the profiles for the instance named. A port of this machine, such
    /// as a tunnel's, is one instance under all its names.
    package static func matching(_ text: String, among profiles: [Profile]) -> Profile? {
        if let named = profiles.first(where: { $0.hasName(text) }) { return named }
        guard let instance = try? Instance(text) else { return nil }
        var found: Profile?
        for profile in profiles where profile.instance.isSame(as: instance) {
            if found.map({ profile.writeGuard.isStricter(than: $0.writeGuard) }) ?? true { found = profile }
        }
        // With an address, flags choose the sign-in.
        found?.signIn = SignInChoice()
        found?.instance = instance
        return found
    }
}

extension Instance {
    /// Whether both are one server. The embedded sandbox has no port, because it is no server of this machine.
    fileprivate func isSame(as other: Instance) -> Bool {
        self == other
            || origin.isLoopback && other.origin.isLoopback && origin.effectivePort == other.origin.effectivePort
                && ![origin, other.origin].contains { $0.host == "sandbox.localhost" && $0.port == nil }
    }
}

package enum ProfileColor: String, Sendable, Hashable, CaseIterable {
    case red, yellow, green, blue, magenta, cyan, none

    var paint: Prompt.Color? {
        switch self {
        case .red: .red
        case .yellow: .yellow
        case .green: .green
        case .blue: .blue
        case .magenta: .magenta
        case .cyan: .cyan
        case .none: nil
        }
    }
}

extension ShellSession {
    /// The profile that a text means, an input and recorded.
    func profile(matching text: String) async throws -> Profile? {
        let name = "profile " + text.lowercased()
        guard !slot.isPlaying else {
            let line: String
            do { line = try await input(.setting, name) { "" } } catch TapeError.noInput { return nil }
            return try? Profile(reading: line, isTaped: true)
        }
        let found: Profile?
        do throws(Problem) {
            found = Profile.matching(text, among: try host.files.startUpFile().profiles())
        } catch {
            // The message must not depend on the file, which a replay does not have.
            let place = error.source.flatMap { source in source.name.map { "\($0):\(source.line): " } } ?? ""
            let said = Problem(error.kind, "The profiles cannot be read: \(place)\(error.message)")
            _ = try await input(.setting, name) { throw said }
            throw said
        }
        guard let found else { return nil }
        _ = try await input(.setting, name) { found.tapedLine }
        return found
    }

    /// The names of profiles for a hint, an input. Empty if the tape has none.
    func profileNames() async throws -> [String] {
        do {
            return try await input(.setting, "profiles") { [host] in
                try host.files.startUpFile().profiles().map(\.name).joined(separator: " ")
            }.split(separator: " ").map(String.init)
        } catch TapeError.noInput {
            return []
        }
    }

    /// The guard of the current instance.
    package var writeGuard: WriteGuard { profile?.writeGuard ?? (isSandbox ? .open : .confirm) }
}
