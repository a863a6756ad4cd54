import CassetteStore
import ExchangeModel
import Notation

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
        let command: Int64?
        let line: String
    }

    /// By field, then by time. A field that was always empty is left out.
    private(set) var values: [Value] = []

    /// - Parameter name: a number, a sys_id, a user name or another name of the record.
    init(of name: String, in tapes: [TapeFacts], _ session: isolated ShellSession, _ context: CommandContext) throws {
        var sightings: [String: [(value: String, at: Sighting)]] = [:]
        var names: Set<String> = [name.lowercased()], done: Set<String> = []
        var seen: Set<[Int64]> = []
        // A record that is found by its number is then searched by its sys_id, and the other way round, because not
        // every answer has both. An answer without the record is read again for its next name.
        while let text = names.subtracting(done).sorted().first, done.count < 20 {
            done.insert(text)
            let search = TapeTextSearch(text, in: tapes, session.host.tapes)
            if done.count == 1 { try search.update(context) }
            try search.visit(isEach: true) { place in
                guard let number = place.exchange, !seen.contains([place.tape.number, number]),
                    let exchange = try place.cassette.exchange(number),
                    case .response(let response) = exchange.outcome, let document = SearchableText.json(response.body)
                else { return true }
                let sighting = Sighting(
                    at: exchange.request.startedAt, tape: place.tape, exchange: number,
                    command: exchange.request.command, line: place.line)
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
