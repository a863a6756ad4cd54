import CassetteStore
import Notation
import Redactors
import Rendering
import TapeDeck

extension Parameter {
    package static let savesSettings = Flag<Bool>("save", "Keep the values for later sessions")
    fileprivate static let settings = Argument<[String]>(
        "values", .assignment(of: .setting), .repeated, "A setting or variable and its value, or a name to show it")
    fileprivate static let unset = Flag<[String]>(
        "unset", .setting, mayRepeat: true, "Delete a variable, or reset a setting")
}

extension Command {
    package static let set = Command(
        "set", arguments: [.settings],
        flags: [.savesSettings, .unset],
        traits: Traits(isInStartUpFile: true)
    ) { run in
        let arguments = run.arguments
        for assignment in arguments.assignments where assignment.name == "zone" && run.zone != nil {
            let text = assignment.value.text
            // The machine's time zones are recorded as an input: a replay rejects what the recording rejected.
            let known = try await run.input(.setting, "zone \(text)") { [host = run.host] in
                ShellSession.zone(text, host) == nil ? "" : text
            }
            if known.isEmpty { throw SettingAssignment.unknownZone(assignment, arguments) }
        }
        if arguments[.savesSettings] { return try await SettingAssignment.save(arguments, in: run) }
        try run.keepStore()
        try SettingAssignment.apply(arguments, to: run)
        guard arguments.assignments.isEmpty, arguments[.unset].isEmpty else { return CommandResult(.none) }
        if arguments[.settings] == [Run.store], !run.slot.isPlaying || run.variables[Run.store] == nil {
            let address = try await run.input(.setting, Run.store) { [run] in await run.projectStore ?? "" }
            guard address.isEmpty else { return CommandResult(.text(address + "\n")) }
        }
        if let name = arguments[.settings].first {
            return CommandResult(.text(try SettingAssignment.text(of: name, run)))
        }
        // Older tapes do not have `zone`.
        let known = SettingTable.all.filter { SettingAssignment.isSetting($0.name, run) }
        let settings = known.map { [Cell($0.name), Cell(run.settings[$0.name]), Cell($0.summary)] }
        return CommandResult(
            .table(OutputTable(["name", "value", "meaning"], settings + SettingAssignment.variables(run))))
    }

    package static let vars = Command("vars") { run in
        CommandResult(.table(OutputTable(["name", "value", "meaning"], SettingAssignment.variables(run))))
    }
}

extension StoreAddress {
    package static func problem(_ address: String) -> Problem {
        Problem(
            .refused, "\(address) is neither a folder nor REMOTE:PATH with a remote of your rclone configuration.",
            hints: ["set store=FOLDER", "rclone config makes a remote."])
    }
}

/// The store of the project's tapes, which a file beside them names: git shares it, and no tape chooses it.
extension Run {
    static let store = "store"
    package static var noStore: Problem {
        Problem(
            .usage, "The project has no store.",
            hints: ["set store=FOLDER", "set store=REMOTE:PATH, with a remote of rclone"])
    }
    private var storePath: String { String(tapes.path(Self.store).dropLast(".cassette".count)) }

    /// Nil if the project has none.
    package var projectStore: String? {
        guard !slot.isPlaying, !files.isLink(storePath), let bytes = try? files.readRegular(storePath) else {
            return nil
        }
        let line = String(decoding: bytes.prefix(4096), as: UTF8.self).split(whereSeparator: \.isNewline).first
        return line.map { String(ASCII.trimmed($0)) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Writes the file if the line sets or unsets the store. In a recipe the name is a variable like others.
    fileprivate func keepStore() throws(Problem) {
        guard options.step == nil else { return }
        if let address = arguments.assignments.last(where: { $0.name == Self.store })?.value.text {
            guard StoreAddress(address) != nil else { throw StoreAddress.problem(address) }
            if !slot.isPlaying {
                let isThere = files.isLink(storePath) || files.realPath(storePath) != nil
                guard !isThere || !files.isLink(storePath) && (try? files.readRegular(storePath)) != nil else {
                    throw Problem(.refused, "\(storePath) is a link or no regular file; remove it first.")
                }
                files.makeFolders(above: storePath)
                try files.make(storePath, Array((SingleLine.of(address) + "\n").utf8), replacing: true)
            }
            notes.add("The project's store is \(address), for all who work on it.")
        } else if arguments[.unset].contains(Self.store) {
            if !slot.isPlaying, files.realPath(storePath) != nil { try tapes.discard(storePath) }
            notes.add("The project has no store.")
        }
    }
}

/// Changes settings and variables for `set` and the start-up file.
enum SettingAssignment {
    /// The variables by name.
    static func variables(_ run: isolated Run) -> [[Cell]] {
        run.variables.sorted { $0.key < $1.key }.map { name, value in
            let list = VariableList(value)
            let shown = Redaction.isSecret(name) ? Redaction.mask : list?.summary ?? value
            return [Cell("{{\(name)}}"), Cell(shown), Cell("A variable")]
        }
    }

    /// The value of a setting or a variable, a line for each value of a list.
    static func text(of name: String, _ run: isolated Run) throws(Problem) -> String {
        if isSetting(name, run) { return run.settings[name] + "\n" }
        guard let value = run.variables[name] else {
            if name == Run.store { throw Run.noStore }
            throw unknown(name, at: .settings, run)
        }
        if Redaction.isSecret(name) { return Redaction.mask + "\n" }
        let lines = VariableList(value)?.elements.map(\.plainText) ?? [value]
        return lines.map { $0 + "\n" }.joined()
    }

    private static func unknown(_ name: String, at parameter: Parameter, _ run: isolated Run) -> Problem {
        run.arguments.problem(
            .usage, "There is no setting and no variable \(name).", at: parameter,
            hints: DidYouMean.hints(for: name, among: SettingTable.all.map(\.name) + run.variables.keys))
    }

    static func apply(_ arguments: BoundArguments, to run: isolated Run) throws(Problem) {
        for name in arguments[.unset] where name != Run.store || run.variables[name] != nil {
            if isSetting(name, run) {
                run.settings.set(name, to: nil)
            } else if run.variables.removeValue(forKey: name) == nil {
                throw unknown(name, at: .unset, run)
            }
        }
        for assignment in arguments.assignments { assign(assignment, in: run) }
    }

    /// Applies the values and saves them in the start-up file; without values, shows the saved ones.
    static func save(_ arguments: BoundArguments, in run: isolated Run) async throws -> CommandResult {
        let names = arguments[.unset]
        do {
            if arguments.assignments.isEmpty, names.isEmpty {
                let text = try await run.input(.setting, "saved settings") { [files = run.files] in
                    try files.startUpFile().settings.map { Quoting.assignment($0.name, $0.value) }
                        .joined(separator: "\n")
                }
                let saved = text.split(separator: "\n").map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
                if saved.isEmpty { run.notes.add("No setting is saved; set --save NAME=VALUE saves one.") }
                return CommandResult(
                    rows: OutputTable(["name", "value"], saved.map { [Cell($0[0]), Cell($0.count > 1 ? $0[1] : "")] }))
            }
            for value in arguments.assignments where Redaction.isSecret(value.name) {
                throw Problem(
                    .usage, "\(value.name) names a secret, and no secret is saved.",
                    source: .init(text: arguments.line, span: value.nameSpan), hints: ["help secrets"])
            }
            let values = arguments.assignments.map { ($0.name, $0.value.text) }
            // A name can be unset if it is set now or saved.
            let kept = try await run.input(.setting, "save") { [files = run.files] in
                var file = try files.startUpFile()
                let kept = names.filter { name in file.settings.contains { $0.name == name } }
                for name in names { file.forget(setting: name) }
                for (name, value) in values { file.save(setting: name, value) }
                try files.save(file)
                return kept.joined(separator: " ")
            }.split(separator: " ").map(String.init)
            for name in names {
                run.settings.set(name, to: nil)
                run.variables[name] = nil
                run.notes.add(kept.contains(name) ? "\(name) is no longer saved." : "\(name) was not saved.")
            }
            for value in arguments.assignments {
                assign(value, in: run)
                run.notes.add("\(value.name) is saved for later sessions.")
            }
            return CommandResult(.none)
        } catch let failure as InputFailure {
            throw Problem(.usage, "The start-up file cannot be changed: \(failure.message)")
        }
    }

    private static func assign(_ value: Assignment, in run: isolated Run) {
        if isSetting(value.name, run) {
            run.settings.set(value.name, to: value.value.text)
        } else {
            run.variables[value.name] = value.value.text
        }
    }

    /// On tapes recorded before times had a zone, `zone` is an ordinary variable; so is `wide` on tapes without it.
    static func isSetting(_ name: String, _ run: isolated Run) -> Bool {
        SettingTable.named(name) != nil && (name != "zone" || run.zone != nil)
            && (name != "wide" || run.settings.wide != nil)
    }

    static func unknownZone(_ zone: Assignment, _ arguments: BoundArguments) -> Problem {
        Problem(
            .usage, "There is no time zone \(zone.value.text).",
            source: Problem.Source(text: arguments.line, span: zone.value.span),
            hints: ["set zone=Europe/Berlin", "set zone=utc", "set zone=local"])
    }
}

/// The settings and variables of the start-up file: its `set` lines.
extension StartUpFile {
    /// In order of name; of two values, the later.
    var settings: [(name: String, value: String)] {
        var found: [(name: String, value: String)] = []
        for command in commands {
            for word in Self.words(of: command).dropFirst() {
                guard let length = word.assignedNameLength, let value = word.dropping(length + 1).literal else {
                    continue
                }
                let name = String(decoding: word.barePrefix.utf8.prefix(length), as: UTF8.self)
                found.removeAll { $0.name == name }
                found.append((name, value))
            }
        }
        return found
    }

    mutating func save(setting name: String, _ value: String) {
        forget(setting: name)
        replace([], with: "set " + Quoting.assignment(name, value))
    }

    /// Removes a setting. A line that sets others keeps them.
    mutating func forget(setting name: String) {
        for command in commands.reversed() {
            let words = Self.words(of: command)
            let forgotten = words.indices.dropFirst().filter { words[$0].barePrefix.hasPrefix(name + "=") }
            guard !forgotten.isEmpty else { continue }
            var line = Array(command.text.utf8)
            // Each with the white space before it.
            for place in forgotten.reversed() {
                line.removeSubrange(words[place - 1].span.upperBound..<words[place].span.upperBound)
            }
            let isEmpty = forgotten.count == words.count - 1
            replace([command], with: isEmpty ? nil : String(decoding: line, as: UTF8.self))
        }
    }

    /// The words of a `set` line; none for any other.
    private static func words(of command: Script.Command) -> [Word] {
        guard case .success(let invocation) = command.invocation, invocation.words.first?.literal == "set" else {
            return []
        }
        return invocation.words
    }
}
