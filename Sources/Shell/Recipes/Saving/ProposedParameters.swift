import Notation
import TapeDeck

/// The parameters that a session's values become: what was typed for this instance, this day or these people.
struct ProposedParameters {
    /// In the order in which they were first typed.
    private(set) var parameters: [RecipeParameter] = []
    /// What becomes of the values of each line, by its place.
    private(set) var edits: [Int: [LineEdit]] = [:]
    /// The columns that some line sets from a parameter, by table and name.
    private(set) var fields: [String: String] = [:]
    /// The files that were read, by the names that they have beside the recipe.
    private(set) var files: [(name: String, source: String)] = []

    private let history: SessionHistory
    private typealias Spot = (place: Int, typed: TypedPlace)

    init(
        _ history: SessionHistory, _ kept: [Int], _ trail: ValueTrail, _ captures: ProposedCaptures,
        _ names: inout UniqueNames
    ) {
        self.history = history
        var order: [String] = [], spots: [String: [Spot]] = [:]
        // A line that has to fail names what is not there; no parameter could stand for it.
        for place in kept where history.steps[place].status == 0 {
            let taken = captures.edits[place] ?? []
            for typed in TypedPlace.all(in: history.steps[place]) {
                if taken.contains(where: { $0.range.overlaps(typed.range) }) { continue }
                if spots[typed.text] == nil { order.append(typed.text) }
                spots[typed.text, default: []].append((place, typed))
            }
        }
        takeVariables(kept, trail, &names)
        takeSecrets(kept, &names)
        for text in order {
            guard let found = spots[text], let kind = kind(of: text, found) else { continue }
            let name = names.take(Self.name(of: text, found, kind))
            let description = Self.description(found, kind)
            let fallback = kind == .file ? beside(text) : text
            parameters.append(RecipeParameter(name, kind, fallback: fallback, description: description, line: 0))
            for spot in found {
                edits[spot.place, default: []].append(LineEdit(range: spot.typed.range, name: name))
                if case .field(_, let field) = spot.typed.role { fields[field] = name }
            }
        }
        // Whole values go before parts of them.
        for place in Array(edits.keys) {
            let all = edits[place] ?? []
            edits[place] = all.filter { edit in
                !all.contains { $0 != edit && $0.range.overlaps(edit.range) && $0.range.count > edit.range.count }
            }
        }
        let used = Set(edits.values.flatMap { $0.map(\.name) })
        parameters.removeAll { parameter in
            !used.contains(parameter.name) && !kept.contains { Self.refers(history.steps[$0], to: parameter.name) }
        }
    }

    /// The name of a file beside the recipe, which reads no others.
    private mutating func beside(_ source: String) -> String {
        let name = source.split(separator: "/").last.map(String.init) ?? source
        var made = name, number = 2
        while files.contains(where: { $0.name == made }) {
            made = "\(number)-\(name)"
            number += 1
        }
        files.append((made, source))
        return made
    }

    /// Defaults that may show in output, where other values stand next time.
    var shownDefaults: [String] {
        parameters.compactMap { $0.fallback }.filter { $0.utf8.count >= 3 && SaidValues.form(of: $0) == nil }
    }

    /// What a value becomes; nil when it stays as it is.
    private func kind(of text: String, _ spots: [Spot]) -> RecipeParameter.Kind? {
        if Placeholder.occurs(in: text) { return nil }
        let roles = spots.map(\.typed.role)
        switch SaidValues.form(of: text) {
        case .moment, .day: return .date
        case .sysID: return .sysID
        case .number: return roles.compactMap(Self.record).count == roles.count ? reference(text, roles) : .string
        case nil: break
        }
        if roles.contains(.file) { return .file }
        if let reference = reference(text, roles) { return reference }
        let places = Set(spots.map(\.place))
        guard places.count > 1, text.utf8.count > 1 || choice(roles) != nil else { return nil }
        if roles.allSatisfy({ if case .query = $0 { true } else { false } }) { return .query }
        if text == "true" || text == "false" { return nil }
        if let choice = choice(roles) { return choice }
        return text.utf8.count >= 4 && !text.utf8.allSatisfy(ASCII.isDigit) ? .string : nil
    }

    private static func record(_ role: TypedPlace.Role) -> String? {
        if case .record(let table) = role { table } else { nil }
    }

    /// A reference, where every place takes the sys_id that it expands to.
    private func reference(_ text: String, _ roles: [TypedPlace.Role]) -> RecipeParameter.Kind? {
        var tables: Set<String> = []
        for role in roles {
            switch role {
            case .record(let table) where !table.isEmpty: tables.insert(table)
            case .field(let table, let name):
                guard case .reference(let other) = history.columns[table]?[name] else { return nil }
                tables.insert(other)
            default: return nil
            }
        }
        guard tables.count == 1, let table = tables.first else { return nil }
        return .reference(table: table, column: Self.column(of: text, table))
    }

    /// The column that a record is named by.
    private static func column(of text: String, _ table: String) -> String {
        if SaidValues.form(of: text) == .number { return "number" }
        guard table == "sys_user" else { return "name" }
        if text.utf8.contains(UInt8(ascii: "@")) { return "email" }
        return text.utf8.contains(UInt8(ascii: " ")) ? "name" : "user_name"
    }

    /// One column's choice in all places.
    private func choice(_ roles: [TypedPlace.Role]) -> RecipeParameter.Kind? {
        var found: Set<[String]> = []
        for role in roles {
            switch role {
            case .field(let table, let name), .condition(let table, let name, _):
                guard history.columns[table]?[name] == .choice else { return nil }
                found.insert([table, name])
            default: return nil
            }
        }
        guard found.count == 1, let one = found.first else { return nil }
        return .choice(table: one[0], column: one[1])
    }

    private static func name(of text: String, _ spots: [Spot], _ kind: RecipeParameter.Kind) -> String {
        if case .file = kind { return "file" }
        if case .query = kind { return "query" }
        for spot in spots {
            switch spot.typed.role {
            case .field(_, let name): return RecipeWords.variable(field: name)
            case .record(let table): return RecipeWords.variable(table.isEmpty ? "record" : table)
            case .condition(_, let field, let isAfter):
                if kind == .date { return isAfter ? "since" : "until" }
                return RecipeWords.variable(field: field)
            default: continue
            }
        }
        if kind == .date { return "day" }
        let letters = text.prefix { $0.isLetter }.lowercased()
        return SaidValues.form(of: text) == .number && !letters.isEmpty ? letters : "record"
    }

    private static func description(_ spots: [Spot], _ kind: RecipeParameter.Kind) -> String {
        guard let role = spots.first?.typed.role else { return "" }
        switch role {
        case .field(let table, let name): return "\(RecipeWords.field(name)) of the \(RecipeWords.thing(table))"
        case .record(let table): return "the \(RecipeWords.thing(table)) that this is about"
        case .condition(_, let field, let isAfter):
            return kind == .date
                ? (isAfter ? "the first day that counts" : "the last day that counts")
                : "what \(RecipeWords.field(field)) has to be"
        case .query(let table): return "which \(RecipeWords.several(RecipeWords.thing(table)))"
        case .file: return "the file that is attached"
        case .part: return "what this is about"
        }
    }

    /// Variables that no answer gave: what they were set to is the default.
    private mutating func takeVariables(_ kept: [Int], _ trail: ValueTrail, _ names: inout UniqueNames) {
        var values: [String: [(value: String, name: String)]] = [:]
        for place in kept {
            let step = history.steps[place]
            for piece in step.invocation?.words.flatMap(\.pieces) ?? [] {
                guard case .variable(let name, let span) = piece, !trail.isCaptured(name, at: place),
                    let value = step.variables[name]
                else { continue }
                if let known = values[name]?.first(where: { $0.value == value }) {
                    if known.name != name { edits[place, default: []].append(LineEdit(range: span, name: known.name)) }
                    continue
                }
                // A variable that was set anew is another parameter.
                let own = values[name] == nil ? name : names.take(name)
                values[name, default: []].append((value, own))
                if own != name { edits[place, default: []].append(LineEdit(range: span, name: own)) }
                let isSecret = Placeholder.occurs(in: value) || Redaction.isSecret(name)
                parameters.append(
                    RecipeParameter(
                        own, isSecret ? .secret : .string, fallback: isSecret ? nil : value, line: 0))
            }
        }
    }

    /// What the tape took out becomes a secret that is asked for.
    private mutating func takeSecrets(_ kept: [Int], _ names: inout UniqueNames) {
        var known: [String: String] = [:]
        for place in kept {
            for piece in history.steps[place].invocation?.words.flatMap(\.pieces) ?? [] {
                guard case .text(let text, let span, _) = piece, text.utf8.count == span.count else { continue }
                for range in Placeholder.places(in: text) {
                    let secret = String(decoding: Array(text.utf8)[range], as: UTF8.self)
                    let label = secret.split(separator: "-").dropFirst().first.map(String.init) ?? "secret"
                    let name = known[secret] ?? names.take(RecipeWords.name(from: label))
                    if known[secret] == nil {
                        parameters.append(
                            RecipeParameter(name, .secret, description: "was not kept; it is asked for", line: 0))
                    }
                    known[secret] = name
                    let start = span.lowerBound + range.lowerBound
                    edits[place, default: []].append(LineEdit(range: start..<start + range.count, name: name))
                }
            }
        }
    }

    private static func refers(_ step: SessionStep, to name: String) -> Bool {
        SaidTexts(step).variables.contains(name)
    }
}
