import CassetteStore
import ExchangeModel
import NowSDK
import TapeDeck

extension SessionOptions {
    /// What a session is started with that is to be as it was when it was recorded.
    ///
    /// - Parameters:
    ///   - trusts: Whether the tape's pipelines and files are opened.
    ///   - version: The present version of Snowdeck.
    init(
        asRecorded session: SessionRecord, playing deck: PlayingDeck, from path: String, trusts: Bool,
        sandbox: Instance, version: String, executor: (any TaskExecutor)?
    ) throws(InstanceError) {
        let choices = SessionChoices(reading: session.settings)
        var settings = Settings(width: session.width)
        for (name, value) in choices.settings { settings.set(name, to: value) }
        var signIn = choices.signIn
        signIn.user = session.user
        self.init(
            settings: settings, instance: try Instance(session.instance), signIn: signIn, sandbox: sandbox,
            sandboxUser: session.user ?? "", slot: .playing(deck, path: path), trust: trusts, version: version,
            seed: session.seed)
        variables = choices.variables
        zone = ZoneRule(taped: session.zone, session.zoneRules)
        profile = choices.profile
        self.executor = executor
    }
}
