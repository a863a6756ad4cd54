package import NowSDK

/// What the user had chosen before a tape was played. A tape brings its own instance, user, settings and variables, and
/// they hold while it plays: nothing a stranger wrote may decide where the next live request goes, or stand in the
/// environment of the next program.
package struct OwnChoices: Sendable, Hashable {
    /// The instance that commands spoke to.
    package var instance: Instance
    /// How it was signed in to.
    package var signIn: SignInChoice
    /// The profile of the instance.
    package var profile: Profile?
    /// The settings as they were.
    package var settings: Settings
    /// Variables by name.
    package var variables: [String: String]
    /// What took the last write back.
    var undo: UndoScript?

    /// Choices of these.
    package init(
        instance: Instance, signIn: SignInChoice, profile: Profile?, settings: Settings, variables: [String: String]
    ) {
        self.instance = instance
        self.signIn = signIn
        self.profile = profile
        self.settings = settings
        self.variables = variables
    }
}

extension ShellSession {
    /// The user's own choices: the present ones, or while a tape plays those from before.
    var ownChoices: OwnChoices {
        if let own { return own }
        var choices = OwnChoices(
            instance: instance, signIn: signIn, profile: profile, settings: settings, variables: variables)
        choices.undo = undo
        return choices
    }

    /// Goes back to what held before the tape that plays.
    func takeBackOwnChoices() {
        guard let own else { return }
        self.own = nil
        settings = own.settings
        variables = own.variables
        undo = own.undo
        use(own.instance, own.signIn, profile: own.profile)
        // The next tape may play already; what is one's own stays whole.
        signIn = own.signIn
    }
}
