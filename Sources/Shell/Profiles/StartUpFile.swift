import CassetteStore
import ExchangeModel
import Notation
import NowSDK

/// The start-up file as text: its profiles and themes, and what becomes of it when they change. Everything else in it stays as it is,
/// comments too.
package struct StartUpFile: Sendable, Hashable {
    package private(set) var text: String
    let name: String

    package init(_ text: String, named name: String = "snowdeckrc") {
        self.text = text
        self.name = name
    }

    /// The profiles in their order; a later line of the same name holds. Throws when a line about a profile cannot be read:
    /// passing over it might lose a guard.
    package func profiles() throws(Problem) -> [Profile] {
        var found: [Profile] = []
        for command in commands where Self.verb(of: command) == "add" {
            do throws(Problem) {
                let profile = try Profile(reading: command.text)
                found.removeAll { $0.isCalled(profile.name) }
                found.append(profile)
            } catch {
                throw error.located(in: name, line: command.line, command: command.text)
            }
        }
        return found
    }

    package func used() throws(Problem) -> Profile? {
        guard let command = commands.last(where: { Self.verb(of: $0) == "use" }),
            let wanted = try? command.invocation.get().words.dropFirst(2).first?.literal, wanted != "sandbox"
        else { return nil }
        if let profile = try profiles().first(where: { $0.isCalled(wanted) }) { return profile }
        throw Problem(.usage, "There is no profile \(wanted).").located(
            in: name, line: command.line, command: command.text)
    }

    package mutating func put(_ profile: Profile) {
        let places = commands.filter { Self.verb(of: $0) == "add" && Self.isAbout(profile.name, $0) }
        replace(places, with: profile.line)
    }

    package mutating func remove(_ name: String) {
        replace(
            commands.filter { ["add", "use"].contains(Self.verb(of: $0)) && Self.isAbout(name, $0) }, with: nil)
    }

    package mutating func use(_ name: String?) {
        replace(commands.filter { Self.verb(of: $0) == "use" }, with: name.map { "profile use \($0)" })
    }

    var commands: [Script.Command] { Script(text).commands }

    mutating func replace(_ old: [Script.Command], with line: String?) {
        // By bytes: a carriage return and a line feed are one character.
        var lines = text.utf8.split(separator: .lineFeed, omittingEmptySubsequences: false).map {
            String(Substring($0))
        }
        if lines.last == "" { lines.removeLast() }
        for (count, command) in old.enumerated().reversed() {
            let first = command.line - 1, last = first + command.text.utf8.count { $0 == .lineFeed }
            lines.replaceSubrange(first...last, with: count == 0 ? line.map { [$0] } ?? [] : [])
        }
        if old.isEmpty, let line { lines.append(line) }
        text = lines.map { $0 + "\n" }.joined()
    }

    /// `add` of `profile add …`; nil for a line about something else.
    static func verb(of command: Script.Command) -> String? {
        // What cannot be read is still told by its first word: it is about a profile, and is not passed over.
        guard case .success(let invocation) = command.invocation else {
            return command.text.hasPrefix("profile ") ? "add" : nil
        }
        let words = invocation.words.prefix(2).map(\.literal)
        return words.first == "profile" ? words.last ?? nil : nil
    }

    private static func isAbout(_ name: String, _ command: Script.Command) -> Bool {
        let subject = (try? command.invocation.get())?.words.dropFirst(2).first?.literal
        return subject?.lowercased() == name.lowercased()
    }
}

extension ShellSession {
    /// Takes over what a tape's session had chosen, for as long as the tape plays, so that its commands mean the same again.
    func resume(_ session: SessionRecord) throws {
        let instance = try Instance(session.instance)
        own = ownChoices
        undo = nil
        taped.zone = ZoneRule(taped: session.zone, session.zoneRules)
        let choices = SessionChoices(reading: session.settings)
        for (name, value) in choices.settings { settings.set(name, to: value) }
        variables.merge(choices.variables) { _, recorded in recorded }
        var signIn = choices.signIn
        signIn.user = session.user
        use(instance, signIn, profile: choices.profile)
    }

    /// Runs the start-up file: settings and variables only (its profiles and themes are read elsewhere), before anything is
    /// recorded. Anything else is reported and ignored, so that a start-up file never sends anything by itself.
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
                    let allowed = CommandTable.all.filter(\.traits.isInStartUpFile).map(\.name)
                    throw Problem(
                        .usage, "A start-up file holds \(Phrase.listed(allowed, joinedBy: "and")) only.",
                        source: whole)
                }
                let isSet = match.command == .set
                let arguments = try match.bind(
                    in: invocation.text, variables: isSet ? Expansion(variables) : .none)
                if match.command == .profileAdd { _ = try Profile(arguments) }
                if match.command == .pageThemeNew { _ = try OwnTheme(arguments) }
                if match.command == .alias, let alias = Alias(arguments) {
                    try aliases.check(alias, at: nil)
                    aliases[alias.name] = alias
                }
                guard isSet else { continue }
                if let zone = arguments.assignments.first(where: { $0.name == "zone" }),
                    Self.zone(zone.value.text, host) == nil
                {
                    throw SettingAssignment.unknownZone(zone, arguments)
                }
                try SettingAssignment.apply(arguments, to: self)
                for (name, value) in options.settings.values { settings.set(name, to: value) }
                variables.merge(options.variables) { _, given in given }
            } catch {
                var problem = error
                problem.source = error.source ?? .init(text: command.text, span: 0..<command.text.utf8.count)
                _ = say(problem, from: place)
            }
        }
    }
}
