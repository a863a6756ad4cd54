package import NowSDK

/// An instance with a short name, who signs in there and what stands before a change. It holds no secret.
package struct Profile: Sendable, Hashable {
    /// What people call it.
    package var name: String
    /// The instance.
    package var instance: Instance
    /// How it is signed in to; without a user, whoever signs in is asked.
    package var signIn: SignInChoice
    /// What stands before a change.
    package var writeGuard: WriteGuard

    /// A profile of its parts.
    package init(_ name: String, _ instance: Instance, signIn: SignInChoice, writeGuard: WriteGuard) {
        self.name = name
        self.instance = instance
        self.signIn = signIn
        self.writeGuard = writeGuard
    }

    /// What `profile add` says.
    init(_ arguments: BoundArguments) throws(Problem) {
        let name = arguments.string("name") ?? ""
        let isName = name.utf8.allSatisfy { $0.isNameByte || $0 == .dash || $0 == .dot } && name.utf8.first != .dash
        guard isName, name.lowercased() != "sandbox" else {
            throw arguments.problem(
                .usage,
                isName
                    ? "sandbox is the embedded one, and no other profile is called so."
                    : "This cannot name a profile: a name holds letters, digits, _, - and . only.", at: "name")
        }
        let instance: Instance
        do throws(InstanceError) {
            let text = arguments.string("instance") ?? ""
            instance = try Instance(text.lowercased() == "sandbox" ? "sandbox.localhost" : text)
        } catch {
            throw arguments.problem(
                .usage, error.message, at: "instance", hints: ["profile add NAME https://NAME.service-now.com"])
        }
        self.init(
            name, instance, signIn: SignInChoice(user: arguments.string("user")),
            writeGuard: arguments.string("guard").flatMap(WriteGuard.init) ?? .confirm)
    }

    /// Reads a line of the start-up file, or what a tape keeps; throws what is wrong with it.
    init(reading line: String) throws(Problem) {
        let invocation: Invocation
        do throws(ParseError) { invocation = try Parser.parse(line) } catch { throw error.problem(in: line) }
        let match = try CommandTable.match(invocation)
        guard match.definition.name == "profile add" else { throw Problem(.usage, "This is no profile.") }
        try self.init(try match.bind(in: invocation.text, variables: .none))
    }

    /// The line of the start-up file.
    package var line: String {
        let signsIn = signIn.user.map { " --user \(Quoting.word($0))" } ?? ""
        // The bare name is the embedded one.
        let place = instance.shortName == "sandbox" ? instance.name : instance.shortName
        return "profile add \(name) \(place)\(signsIn) --guard \(writeGuard.rawValue)"
    }

    /// Whether people mean it by a name; the case of letters does not tell two profiles apart.
    func isCalled(_ text: String) -> Bool { name.lowercased() == text.lowercased() }

    /// The profile that a text means: by its name, else the strictest of those for the instance that it names.
    package static func meant(by text: String, among profiles: [Profile]) -> Profile? {
        if let named = profiles.first(where: { $0.isCalled(text) }) { return named }
        guard let instance = try? Instance(text) else { return nil }
        var found: Profile?
        for profile in profiles where profile.instance == instance {
            if found.map({ profile.writeGuard.isStricter(than: $0.writeGuard) }) ?? true { found = profile }
        }
        // Whoever types an address says who signs in.
        found?.signIn.user = nil
        return found
    }
}
