import Notation
import TapeDeck

/// The values that become parameters: those typed for this instance, day or people.
struct ProposedParameters {
    /// In order of first use.
    private(set) var parameters: [RecipeParameter] = []
    /// The values of each line to replace by variables, by index.
    private(set) var edits: [Int: [LineEdit]] = [:]
    /// The columns that a line sets from a parameter.
    private(set) var fields: Set<String> = []
    /// The files that were read, by their names next to the recipe.
    private(set) var files: [(name: String, source: String)] = []

    private let history: SessionHistory
    private typealias Spot = (place: Int, value: LineValues.Value)

    init(
        _ history: SessionHistory, _ kept: [Int], _ trail: ValueTrace, _ captures: ProposedCaptures,
        _ names: inout UniqueNames
    ) {
        self.history = history
        takeVariables(kept, trail, &names)
        takeSecrets(kept, &names)
        var order: [String] = []
        var spots: [String: [Spot]] = [:]
        // A line that must fail names something that does not exist, which no parameter can replace.
        for place in kept where history.steps[place].status == 0 {
            let taken = captures.edits[place] ?? []
            for value in LineValues(history.steps[place]).replaceable {
                if taken.contains(where: { $0.range.overlaps(value.range) }) { continue }
                if spots[value.text] == nil { order.append(value.text) }
                spots[value.text, default: []].append((place, value))
            }
        }
        for text in order {
            guard let found = spots[text], let kind = kind(of: text, found) else { continue }
            let name = names.take(Self.name(of: text, found, kind))
            let fallback = kind == .file ? beside(text) : text
            let description =
                if case .field(let table, let name)? = found.first?.value.role {
                    "\(name) of \(table)"
                } else {
                    ""
                }
            parameters.append(RecipeParameter(name, kind, fallback: fallback, description: description, line: 0))
            for spot in found {
                edits[spot.place, default: []].append(LineEdit(range: spot.value.range, name: name))
                if case .field(_, let field) = spot.value.role { fields.insert(field) }
            }
        }
        // Whole values take precedence over parts of them.
        edits = edits.mapValues { all in
            all.filter { edit in
                !all.contains { $0 != edit && $0.range.overlaps(edit.range) && $0.range.count > edit.range.count }
            }
        }
        let used = Set(
            edits.values.flatMap { $0.map(\.name) }
                + kept.flatMap { LineValues(history.steps[$0]).variables })
        parameters.removeAll { !used.contains($0.name) }
    }

    /// Defaults that may appear in output, where other runs have other values.
    var shownDefaults: [String] {
        parameters.compactMap(\.fallback).filter { $0.utf8.count >= 3 && ValueForm.of($0) == nil }
    }

    /// The name of a file next to the recipe, which can read no others.
    private mutating func beside(_ source: String) -> String {
        let name = source.split(separator: "/").last.map(String.init) ?? source
        var made = name
        var number = 2
        while files.contains(where: { $0.name == made }) {
            made = "\(number)-\(name)"
            number += 1
        }
        files.append((made, source))
        return made
    }

    /// The type of the parameter for a value; nil to leave the value as it is.
    private func kind(of text: String, _ spots: [Spot]) -> RecipeParameter.Kind? {
        if Placeholder.occurs(in: text) { return nil }
        let roles = spots.map(\.value.role)
        switch ValueForm.of(text) {
        case .moment, .day: return .date
        case .sysID: return .sysID
        case .number:
            let areRecords = roles.allSatisfy { if case .record = $0 { true } else { false } }
            return areRecords ? reference(text, roles) : .string
        case nil: break
        }
        if roles.contains(.file) { return .file }
        if let reference = reference(text, roles) { return reference }
        // Other values become parameters only if several lines share them.
        let choice = choice(roles)
        guard Set(spots.map(\.place)).count > 1, text.utf8.count > 1 || choice != nil else { return nil }
        if roles.allSatisfy({ if case .query = $0 { true } else { false } }) { return .query }
        if text == "true" || text == "false" { return nil }
        return choice ?? (text.utf8.count >= 4 && !text.utf8.allSatisfy(ASCII.isDigit) ? .string : nil)
    }

    /// A reference, if every use accepts the sys_id that replaces it.
    private func reference(_ text: String, _ roles: [LineValues.Role]) -> RecipeParameter.Kind? {
        var tables: Set<String> = []
        for role in roles {
            switch role {
            case .record(let table) where !table.isEmpty: tables.insert(table)
            case .field(let table, let name):
                guard let other = history.reference(name, of: table) else { return nil }
                tables.insert(other)
            default: return nil
            }
        }
        guard tables.count == 1, let table = tables.first else { return nil }
        let column =
            ValueForm.of(text) == .number
            ? "number"
            : table != "sys_user" ? "name" : text.contains("@") ? "email" : text.contains(" ") ? "name" : "user_name"
        return .reference(table: table, column: column)
    }

    private func choice(_ roles: [LineValues.Role]) -> RecipeParameter.Kind? {
        var found: Set<[String]> = []
        for role in roles {
            switch role {
            case .field(let table, let name), .condition(let table, let name, _):
                guard history.isChoice(name, of: table) else { return nil }
                found.insert([table, name])
            default: return nil
            }
        }
        guard found.count == 1, let one = found.first else { return nil }
        return .choice(table: one[0], column: one[1])
    }

    private static func name(of text: String, _ spots: [Spot], _ kind: RecipeParameter.Kind) -> String {
        if kind == .file { return "file" }
        if kind == .query { return "query" }
        for spot in spots {
            switch spot.value.role {
            case .field(_, let name): return UniqueNames.ofField(name)
            case .record(let table): return table.isEmpty ? "record" : UniqueNames.ofTable(table)
            case .condition(_, let field, let isAfter):
                return kind == .date ? (isAfter ? "since" : "until") : UniqueNames.ofField(field)
            default: continue
            }
        }
        if kind == .date { return "day" }
        let letters = text.prefix { $0.isLetter }.lowercased()
        return ValueForm.of(text) == .number && !letters.isEmpty ? letters : "record"
    }

    /// Variables that were set and not captured; their values are the defaults.
    private mutating func takeVariables(_ kept: [Int], _ trail: ValueTrace, _ names: inout UniqueNames) {
        var values: [String: [(value: String, name: String)]] = [:]
        for place in kept {
            let step = history.steps[place]
            for piece in step.invocation?.words.flatMap(\.pieces) ?? [] {
                guard case .variable(let name, let span) = piece, !trail.isCaptured(name, at: place),
                    let value = step.variables[name]
                else { continue }
                let known = values[name]?.first { $0.value == value }?.name
                // A variable that was set again becomes another parameter.
                let own = known ?? (values[name] == nil ? name : names.take(name))
                if own != name { edits[place, default: []].append(LineEdit(range: span, name: own)) }
                guard known == nil else { continue }
                values[name, default: []].append((value, own))
                let isSecret = Placeholder.occurs(in: value) || Redaction.isSecret(name)
                parameters.append(
                    RecipeParameter(own, isSecret ? .secret : .string, fallback: isSecret ? nil : value, line: 0))
            }
        }
    }

    /// A redacted value becomes a secret parameter, which has no default.
    private mutating func takeSecrets(_ kept: [Int], _ names: inout UniqueNames) {
        var known: [String: String] = [:]
        for place in kept {
            for piece in history.steps[place].invocation?.words.flatMap(\.pieces) ?? [] {
                guard case .text(let text, let span, _) = piece, text.utf8.count == span.count else { continue }
                for range in Placeholder.places(in: text) {
                    let secret = String(decoding: Array(text.utf8)[range], as: UTF8.self)
                    let label = secret.split(separator: "-").dropFirst().first.map(String.init) ?? "secret"
                    let name = known[secret] ?? names.take(UniqueNames.valid(label))
                    if known[secret] == nil { parameters.append(RecipeParameter(name, .secret, line: 0)) }
                    known[secret] = name
                    let start = span.lowerBound + range.lowerBound
                    edits[place, default: []].append(LineEdit(range: start..<start + range.count, name: name))
                }
            }
        }
    }
}
