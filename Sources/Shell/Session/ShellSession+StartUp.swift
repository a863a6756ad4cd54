import CassetteStore
import ExchangeModel
import NowSDK

extension ShellSession {
    /// Takes over what a tape's session had chosen, for as long as the tape plays, so that its commands mean the same again.
    func resume(_ session: SessionRecord) throws {
        let instance = try Instance(session.instance)
        own = ownChoices
        undo = nil
        recordedZone = ZoneRule(taped: session.zone, session.zoneRules)
        let choices = SessionChoices(reading: session.settings)
        for (name, value) in choices.settings { settings.set(name, to: value) }
        variables.merge(choices.variables) { _, recorded in recorded }
        var signIn = choices.signIn
        signIn.user = session.user
        use(instance, signIn, profile: choices.profile)
    }

    /// Runs the start-up file: settings and variables only (its profiles and themes are read elsewhere), before anything is
    /// recorded. What else stands in it is said and passed over, so that a start-up file never sends anything by itself.
    /// What the session was started with stays: a flag says more than a file.
    package func startUp(_ text: String, named name: String) async {
        await takeZone(through: nil)
        for command in Script(text).commands {
            let place = ScriptPlace(name: name, line: command.line)
            do throws(Problem) {
                let invocation: Invocation
                do throws(ParseError) { invocation = try command.invocation.get() } catch {
                    throw command.problem(error)
                }
                let match = try CommandTable.match(invocation)
                guard match.command.traits.isInStartUpFile else {
                    let whole = Problem.Source(text: command.text, span: 0..<command.text.utf8.count)
                    throw Problem(
                        .usage, "A start-up file holds set, profile add, profile use and page theme new only.",
                        source: whole)
                }
                let isSet = match.command == .set
                let arguments = try match.bind(
                    in: invocation.text, variables: isSet ? Expansion(variables) : .none)
                if match.command == .profileAdd { _ = try Profile(arguments) }
                if match.command == .pageThemeNew { _ = try OwnTheme(arguments) }
                guard isSet else { continue }
                if let zone = arguments.assignments.first(where: { $0.name == "zone" }),
                    workbench.zone(zone.value.text) == nil
                {
                    throw SettingAssignment.unknownZone(zone, arguments)
                }
                try SettingAssignment.apply(arguments, to: self)
                for (name, value) in options.settings.values { settings.set(name, to: value) }
                variables.merge(options.variables) { _, given in given }
            } catch {
                _ = say(error, from: place)
            }
        }
    }
}
