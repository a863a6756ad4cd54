import CassetteStore
import ExchangeModel
import NowSDK

/// The text of the start-up file, and changes to its profiles, settings and aliases. Everything else in it,
/// including comments, is preserved.
package struct StartUpFile: Sendable, Hashable {
    package private(set) var text: String
    let name: String

    /// Byte order marks are dropped: a line may be put before the first.
    package init(_ text: String, named name: String = "snowdeckrc") {
        self.text = String(text.unicodeScalars.drop { $0 == "\u{FEFF}" })
        self.name = name
    }

    /// The profiles in order; of two with the same name, the later counts. Throws if a profile cannot be read: ignoring
    /// it might lose a guard.
    package func profiles() throws(Problem) -> [Profile] {
        var found: [Profile] = []
        for command in commands where Self.verb(of: command) == "add" {
            do throws(Problem) {
                let profile = try Profile(reading: command.text)
                found.removeAll { $0.hasName(profile.name) }
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
        if let profile = try profiles().first(where: { $0.hasName(wanted) }) { return profile }
        throw Problem(.usage, "There is no profile \(wanted).").located(
            in: name, line: command.line, command: command.text)
    }

    package mutating func put(_ profile: Profile) {
        let places = commands.filter { Self.verb(of: $0) == "add" && Self.isAbout(profile.name, $0) }
        replace(places, with: profile.line)
    }

    package mutating func remove(_ name: String) {
        replace(commands.filter { ["add", "use"].contains(Self.verb(of: $0)) && Self.isAbout(name, $0) }, with: nil)
    }

    package mutating func use(_ name: String?) {
        replace(commands.filter { Self.verb(of: $0) == "use" }, with: name.map { "profile use \($0)" })
    }

    var commands: [Script.Command] { Script(text).commands }

    /// Where a new line is a command: at the end, or before a last command that is unfinished, which would take it in.
    private func end(for line: String, after lines: [String]) -> Int {
        let last = Script((lines + [line]).joined(separator: "\n")).commands.last
        return last?.text == line ? lines.count : (last?.line ?? 1) - 1
    }

    mutating func replace(_ old: [Script.Command], with line: String?) {
        // Split by bytes, because Swift treats a carriage return and line feed as one character.
        var lines = text.utf8.split(separator: .lineFeed, omittingEmptySubsequences: false).map {
            String(Substring($0))
        }
        let unended = lines.last == "" ? nil : lines.last
        if unended == nil { lines.removeLast() }
        for (count, command) in old.enumerated().reversed() {
            let first = command.line - 1, last = first + command.text.utf8.count { $0 == .lineFeed }
            lines.replaceSubrange(first...last, with: count == 0 ? line.map { [$0] } ?? [] : [])
        }
        if old.isEmpty, let line { lines.insert(line, at: end(for: line, after: lines)) }
        // A line end after an unfinished last command would finish it.
        text = lines.joined(separator: "\n") + (lines.isEmpty || lines.last == unended ? "" : "\n")
    }

    /// `add` for a line `profile add …`; nil for lines of other commands.
    static func verb(of command: Script.Command) -> String? {
        // A line that cannot be parsed is identified by its first word, and must not be ignored.
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
    /// Restores the state of a recorded session while its tape plays, so that its commands mean the same.
    func resume(_ session: SessionRecord) throws {
        let instance = try Instance(session.instance)
        own = userChoices
        undos = []
        taped.zone = ZoneRule(taped: session.zone, session.zoneRules)
        let choices = SessionChoices(reading: session.settings)
        // A tape chooses no file that lines typed after it read.
        for (name, value) in choices.settings where SettingTable.named(name)?.mayNameFile(value) != true {
            settings.set(name, to: value)
        }
        variables.merge(choices.variables) { _, recorded in recorded }
        var signIn = choices.signIn
        signIn.user = session.user
        use(instance, signIn, profile: choices.profile)
    }

    /// Runs the settings and variables of the start-up file before anything is recorded; profiles are read elsewhere. Other commands are reported and ignored, so that a start-up file sends no requests. Flags take
    /// precedence.
    package func startUp(_ text: String, named name: String) async {
        await takeZone(through: nil)
        for command in Script(text).commands {
            let place = ScriptLocation(name: name, line: command.line)
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
                        .usage, "A start-up file contains only \(Phrase.listed(allowed, joinedBy: "and")).",
                        source: whole)
                }
                let isSet = match.command == .set
                let arguments = try match.bind(in: invocation.text, variables: isSet ? Expansion(variables) : .none)
                if match.command.traits.addsProfile { _ = try Profile(arguments) }
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
                try await SettingAssignment.apply(arguments, to: Run(arguments, in: self, now: host.clock.now, seed: 0))
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
