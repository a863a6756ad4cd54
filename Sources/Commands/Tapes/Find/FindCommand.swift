import CassetteStore
import ExchangeModel
import Notation
import Rendering
import Workbench

extension Parameter {
    fileprivate static let text = Argument<String>(
        "text", .word("TEXT"), "The text; with --record a number, name or sys_id")
    fileprivate static let ofRecord = Flag<Bool>("record", "List the values of this record")
    fileprivate static let `in` = Flag<String>("in", .cassette, "Search only this tape")
    fileprivate static let all = Flag<Bool>(
        "all", "Also search tapes of other projects, as far as they were listed before")
    fileprivate static let limit = Flag<Int>(
        "limit", short: "n", .number(1...1_000_000), fallback: "20, with --record all",
        "Show at most this many commands, or values")
}

extension Command {
    static let find = Command(
        "find", arguments: [.text],
        flags: [.ofRecord, .in, .all] + TapeFilter.flags + [.limit],
        rules: [.atMostOne([.in, .all])],
        traits: Traits(isRecorded: false, value: .answer, inRecipes: .never("is about tapes"))
    ) { run in
        let arguments = run.arguments
        let text = arguments[.text] ?? ""
        guard text.contains(where: { !$0.isWhitespace }) else {
            throw arguments.problem(.usage, "There is no text to find.", at: .text)
        }
        let tapes = try TapeFilter(arguments, run).chosen(from: run.searched(arguments))
        let limit = arguments[.limit]
        let rows =
            try arguments[.ofRecord]
            ? run.values(of: text, in: tapes, limit ?? .max) : run.matches(of: text, in: tapes, limit ?? 20)
        run.warnOfUnstoredIndex()
        if rows.rows.isEmpty { run.notes.add("Nothing found on \(Phrase.counted(tapes.count, "tape")).") }
        var result = CommandResult(rows: rows)
        if rows.rows.isEmpty {
            result.exitStatus = Problem.Kind.refused.exitStatus
            if !run.format(of: arguments).isForPrograms { result.output = .none }
        }
        return result
    }
}

extension Run {
    fileprivate func searched(_ arguments: BoundArguments) throws -> [TapeFacts] {
        let catalog = host.tapes.catalog
        if let name = arguments[.in] {
            return try catalog.facts(of: [CassetteLookup.path(name, self)], open: host.tapes.play)
        }
        let own = try tapeFacts()
        guard arguments[.all] else { return own }
        let known = Set(own.map(\.number))
        return try own
            + catalog.facts(of: catalog.paths(), open: host.tapes.play).filter { !known.contains($0.number) }
    }

    fileprivate func matches(of text: String, in tapes: [TapeFacts], _ limit: Int) throws -> OutputTable {
        let search = TapeTextSearch(text, in: tapes, host.tapes)
        try search.update(self)
        var hits: [[Int64]: CommandHit] = [:]
        var isMore = false
        try search.visit { place in
            let key = [place.tape.number, place.command ?? 0, place.command == nil ? place.exchange ?? 0 : 0]
            guard hits[key] != nil || hits.count < limit else {
                isMore = true
                return false
            }
            let found = try TextMatch.all(of: text, at: place, limit: 20)
            guard !found.isEmpty else { return true }
            hits[key, default: CommandHit(place: place)].matches += found
            return true
        }
        if isMore {
            notes.add("The newest \(limit == 1 ? "command is" : "\(limit) commands are") shown; -n NUMBER shows more.")
        }
        var rows: [(order: (Timestamp, Int64, Int64), cells: [Cell])] = []
        for (key, hit) in hits {
            let at = hit.place.at
            for match in hit.shown {
                rows.append(
                    (
                        (at, key[0], key[1]),
                        [
                            Cell(hit.place.label), cell(at), Cell(match.record), Cell(match.field),
                            Cell(match.excerpt), Cell(hit.place.line),
                        ]
                    ))
            }
        }
        let names = ["command", "at", "record", "field", "match", "line"]
        return OutputTable(names, rows.sorted { $0.order > $1.order }.map(\.cells))
    }

    fileprivate func values(of name: String, in tapes: [TapeFacts], _ limit: Int) throws -> OutputTable {
        let trace = try RecordTrace(of: name, in: tapes, self)
        let names = ["field", "value", "first seen", "last seen", "command", "line"]
        if trace.values.count > limit { notes.add("\(limit) of \(trace.values.count) values are shown.") }
        return OutputTable(
            names,
            trace.values.prefix(limit).map { value in
                [
                    Cell(value.field), Cell(value.value), cell(value.first.at), cell(value.last.at),
                    Cell(value.first.label), Cell(value.first.line),
                ]
            })
    }
}

private struct CommandHit {
    let place: TapeTextSearch.Place
    var matches: [TextMatch] = []

    /// Fields of records, at most three, else where else the text is.
    var shown: [TextMatch] {
        var seen: Set<[String]> = []
        let fields = matches.filter { !$0.record.isEmpty && seen.insert([$0.record, $0.field]).inserted }
        if !fields.isEmpty { return Array(fields.prefix(3)) }
        let places = ["output", "command", "address"]
        let others = matches.filter { !places.contains($0.field) }
        let known = places.compactMap { place in matches.first { $0.field == place } }
        return Array((others + known).prefix(1))
    }
}

/// The values that a record's fields had on tapes, in time.
struct RecordTrace {
    struct Value {
        let field: String
        let value: String
        var first: Sighting
        var last: Sighting
    }

    struct Sighting {
        let at: Timestamp
        let tape: TapeFacts
        let exchange: Int64
        let label: String
        let line: String
    }

    /// By field, then by time. A field that was always empty is left out.
    private(set) var values: [Value] = []

    /// - Parameter name: a number, a sys_id, a user name or another name of the record.
    init(of name: String, in tapes: [TapeFacts], _ run: isolated Run) throws {
        var sightings: [String: [(value: String, at: Sighting)]] = [:]
        var names: Set<String> = [name.lowercased()], done: Set<String> = []
        var seen: Set<[Int64]> = []
        // A record that is found by its number is then searched by its sys_id, and the other way round, because not
        // every answer has both. An answer without the record is read again for its next name.
        while let text = names.subtracting(done).sorted().first, done.count < 20 {
            done.insert(text)
            let search = TapeTextSearch(text, in: tapes, run.tapes)
            if done.count == 1 { try search.update(run) }
            try search.visit(isEach: true) { place in
                guard let number = place.exchange, !seen.contains([place.tape.number, number]),
                    let exchange = try place.cassette.exchange(number),
                    case .response(let response) = exchange.outcome, let document = SearchableText.json(response.body)
                else { return true }
                let sighting = Sighting(
                    at: exchange.request.startedAt, tape: place.tape, exchange: number,
                    label: place.label, line: place.line)
                var count = 0
                repeat {
                    count = names.count
                    Self.records(in: document.root) { record in
                        if Self.isNamed(record, names) { names.formUnion(Self.ownNames(of: record)) }
                    }
                } while names.count > count
                Self.records(in: document.root) { record in
                    guard Self.isNamed(record, names) else { return }
                    seen.insert([place.tape.number, number])
                    for member in record.members {
                        guard let value = RecordedValues.text(of: member.value) else { continue }
                        sightings[member.name, default: []].append((value, sighting))
                    }
                }
                return true
            }
        }
        for (field, seen) in sightings.sorted(by: { $0.key < $1.key }) {
            for (value, sighting) in seen.sorted(by: {
                ($0.at.at, $0.at.tape.number, $0.at.exchange) < ($1.at.at, $1.at.tape.number, $1.at.exchange)
            }) {
                let last = values.last?.field == field ? values.last : nil
                if last?.value == value {
                    values[values.count - 1].last = sighting
                } else if last != nil || !value.isEmpty {
                    values.append(Value(field: field, value: value, first: sighting, last: sighting))
                }
            }
        }
    }

    private static func isNamed(_ record: JSONNode, _ names: Set<String>) -> Bool {
        record.members.contains { member in
            RecordedValues.identifying.contains(member.name)
                && RecordedValues.text(of: member.value).map { names.contains($0.lowercased()) } ?? false
        }
    }

    /// The sys_id of a record and its number, which no other record has.
    private static func ownNames(of record: JSONNode) -> [String] {
        guard let id = record["sys_id"].flatMap(RecordedValues.text), !id.isEmpty else { return [] }
        let number = record["number"].flatMap(RecordedValues.text) ?? ""
        return [id.lowercased()] + (number.isEmpty ? [] : [number.lowercased()])
    }

    private static func records(in node: JSONNode, _ visit: (JSONNode) -> Void) {
        switch node.kind {
        case .array: for element in node.elements { records(in: element, visit) }
        case .object:
            if RecordedValues.name(of: node) != nil || node["user_name"] != nil { visit(node) }
            for member in node.members { records(in: member.value, visit) }
        case .string, .number, .bool, .null: break
        }
    }
}
