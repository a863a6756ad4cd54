import CassetteStore
package import ExchangeModel
import Notation
import Redactors

/// Compares two outcomes of the same request, or two runs of the same command, by meaning: records and fields by name.
struct AnswerComparison {
    private(set) var findings: [Finding] = []
    /// How many values are times, update counters and identities, which every recording changes.
    private(set) var folded = 0
    /// Nil if nothing is folded.
    private(set) var identities: Identities?

    init(_ old: OutcomeRecord, _ new: OutcomeRecord, _ identities: Identities = Identities()) {
        self.identities = identities
        switch (old, new) {
        case (.response(let old), .response(let new)): compare(old, new)
        case (.failure(let old), .failure(let new)):
            if old.kind != new.kind { add(.answer, "failure", old.kind.rawValue, new.kind.rawValue) }
        case (.interrupted, _), (_, .interrupted): break
        default: add(.answer, "answer", Self.signature(old), Self.signature(new))
        }
    }

    /// Compares the values of two requests.
    init(_ old: JSON, _ new: JSON) { compare(old, new, Place()) }

    /// Compares what two runs of a command printed, and how they ended.
    init(_ old: CommandComparison.Ending, _ new: CommandComparison.Ending) {
        if old.exitStatus != new.exitStatus {
            let statuses = [old, new].map { $0.exitStatus.map(String.init) ?? "none" }
            add(.exitStatus, "exit status", statuses[0], statuses[1])
        }
        let left = old.standardOutput, right = new.standardOutput, count = findings.count
        guard left != right else { return }
        if let before = PrintedValues.of(left), let after = PrintedValues.of(right) {
            compare(before, after, Place())
        } else if PrintedValues.words(of: left) != PrintedValues.words(of: right) {
            compareTexts(left, right)
        }
        if findings.count == count { compareTexts(left, right, as: .layout) }
    }

    private static func signature(_ outcome: OutcomeRecord) -> String {
        switch outcome {
        case .response(let response): String(response.status)
        case .failure(let failure): "none (\(failure.kind.rawValue))"
        case .interrupted: "none"
        }
    }

    private mutating func compare(_ old: HTTPResponse, _ new: HTTPResponse) {
        if old.status != new.status { add(.status, "status", String(old.status), String(new.status)) }
        // An error has nothing in common with the answer it replaces.
        guard old.status / 100 == new.status / 100 else { return }
        let types = [old, new].map { response in
            response.headers["Content-Type"]?.split(separator: ";").first.map {
                ASCII.lowercased(String(ASCII.trimmed($0)))
            }
        }
        if types[0] != types[1] { add(.mediaType, "Content-Type", types[0], types[1]) }
        let totals = [old, new].map { $0.headers["X-Total-Count"] }
        if totals[0] != totals[1] { add(.total, "records", totals[0], totals[1]) }
        let documents = [old, new].map { response in (try? JSONDocument(response.body)).map { JSON($0.root) } }
        if let left = documents[0], let right = documents[1] {
            compare(left, right, Place())
        } else if types[0] == types[1] {
            compareTexts(old.body, new.body)
        } else {
            add(.body, "body", "\(old.body.count) bytes", "\(new.body.count) bytes")
        }
    }

    // MARK: Texts

    private mutating func compareTexts(_ old: [UInt8], _ new: [UInt8], as kind: Finding.Kind = .line) {
        guard old != new else { return }
        guard let left = String(validating: old, as: UTF8.self), let right = String(validating: new, as: UTF8.self)
        else {
            return add(.body, "body", "\(old.count) bytes", "\(new.count) bytes")
        }
        let before = left.textLines, after = right.textLines
        let difference = ListDifference(before.count, after.count) { before[$0] == after[$1] }
        var place = 0, other = 0
        while place < before.count || other < after.count {
            let old = difference.gone.contains(place) ? before[place] : nil
            let new = difference.come.contains(other) ? after[other] : nil
            if let old, let new, explains(.string(old), .string(new)) {
                folded += old == new ? 0 : 1
            } else if old != nil || new != nil {
                add(kind, "line \((new == nil ? place : other) + 1)", old, new)
            }
            place += old == nil && new != nil ? 0 : 1
            other += new == nil && old != nil ? 0 : 1
        }
    }

    // MARK: Values

    /// A place in a document: the record, and the names on the way from it.
    private struct Place {
        var record: String?
        var names: [String] = []

        func member(_ name: String) -> Place { Place(record: record, names: names + [name]) }

        /// An element of a list, which is a record unless it is in one.
        func element(_ label: String) -> Place { record == nil ? Place(record: label) : member(label) }

        /// The dot-walked field, without what every answer of the API has around its values.
        var field: String {
            if names.last == "_rowCount" { return "records" }
            let isWrapped = record == nil && ["result", "data"].contains(names.first ?? "")
            return names.dropFirst(isWrapped ? 1 : 0).filter { $0 != "stats" }.joined(separator: ".")
        }

        /// Whether it holds the number of a record's updates, which changes like a time.
        var isCounter: Bool { names.last == "sys_mod_count" }
    }

    private mutating func add(
        _ kind: Finding.Kind, _ field: String, _ old: String?, _ new: String?, record: String? = nil
    ) {
        findings.append(Finding(kind, field, old, new, record: record))
    }

    private mutating func add(_ kind: Finding.Kind, _ place: Place, _ old: JSON?, _ new: JSON?) {
        let texts = [old, new].map { $0?.shownText }
        var field = place.field
        if field.isEmpty { field = texts.allSatisfy { $0.flatMap(Int.init) != nil } ? "count" : "value" }
        add(kind, field, texts[0], texts[1], record: place.record)
    }

    /// Whether two values differ only in times and identities.
    private mutating func explains(_ old: JSON, _ new: JSON) -> Bool {
        guard case .string(let left) = old, case .string(let right) = new else { return false }
        return identities?.explain(VolatileText(left), VolatileText(right)) ?? false
    }

    private mutating func compare(_ old: JSON, _ new: JSON, _ place: Place, as kind: Finding.Kind = .value) {
        switch (old, new) {
        case (.object(let left), .object(let right)):
            if let before = LabeledValue(left), let after = LabeledValue(right), before.hasSameParts(as: after) {
                compare(before, after, place)
            } else {
                members(left, right, place)
            }
        case (.array(let left), .array(let right)): elements(left, right, place)
        case _ where old == new: break
        case _ where identities != nil && (place.isCounter || explains(old, new)): folded += 1
        // An empty value is not a type change: an empty reference is an empty string.
        case _ where new.isNothing && !(old.isNothing || kind == .label): add(.emptied, place, old, new)
        case _ where old.typeName == new.typeName || old.isNothing || new.isNothing: add(kind, place, old, new)
        default: add(.type, place, .string(old.typeName), .string(new.typeName))
        }
    }

    /// A display value follows its stored value, and is what people know it by.
    private mutating func compare(_ old: LabeledValue, _ new: LabeledValue, _ place: Place) {
        let isSame = old.stored == new.stored
        // A reference to a record that was created again shows the same; a time may be written in any way.
        if let before = old.label, let after = new.label, before != after,
            isSame || !(old.isTime || explains(before, after)) || !explains(old.stored, new.stored)
        {
            compare(before, after, place, as: isSame && old.stored != .null ? .label : .value)
        } else {
            compare(old.stored, new.stored, place)
        }
    }

    private mutating func members(_ old: [JSON.Member], _ new: [JSON.Member], _ place: Place) {
        let byName = Dictionary(new.map { (Array($0.name.utf8), $0.value) }) { first, _ in first }
        var seen: Set<[UInt8]> = []
        for member in old where seen.insert(Array(member.name.utf8)).inserted {
            let inner = place.member(member.name)
            if let other = byName[Array(member.name.utf8)] {
                compare(member.value, other, inner)
            } else {
                add(.fieldRemoved, inner, member.value, nil)
            }
        }
        for member in new where seen.insert(Array(member.name.utf8)).inserted {
            add(.fieldAdded, place.member(member.name), nil, member.value)
        }
    }

    private mutating func elements(_ old: [JSON], _ new: [JSON], _ place: Place) {
        if old.count != new.count, !(old + new).contains(where: { $0.typeName == "object" }) {
            return add(.value, place, .array(old), .array(new))
        }
        let pairing = RecordPairing(old, new, identities ?? Identities())
        if pairing.hasUnnamedRest || new.isEmpty && !old.isEmpty {
            let field = place.field
            add(.rows, field.isEmpty ? "rows" : field, String(old.count), String(new.count), record: place.record)
        }
        func addRecord(_ kind: Finding.Kind, _ label: String, _ old: Int?, _ new: Int?) {
            let place = place.element(label)
            findings.append(
                Finding(
                    kind, place.field, old.map { "row \($0 + 1)" }, new.map { "row \($0 + 1)" }, record: place.record))
        }
        if !new.isEmpty { for record in pairing.removed { addRecord(.recordRemoved, record.label, record.place, nil) } }
        for record in pairing.added { addRecord(.recordAdded, record.label, nil, record.place) }
        for pair in pairing.pairs {
            if pair.isMoved { addRecord(.recordMoved, pair.label, pair.old, pair.new) }
            compare(old[pair.old], new[pair.new], place.element(pair.label))
        }
    }
}

/// A field with its display value, in REST and in GraphQL.
private struct LabeledValue {
    private(set) var stored = JSON.null
    private(set) var label: JSON?
    private var hasStored = false

    /// Nil for another object.
    init?(_ members: [JSON.Member]) {
        for member in members {
            switch member.name {
            case "value": (stored, hasStored) = (member.value, true)
            case "display_value", "displayValue": label = member.value
            case "link": continue
            default: return nil
            }
        }
        if !hasStored, label == nil { return nil }
    }

    var isTime: Bool { [.moment, .day].contains(stored.scalarText.flatMap(ValueForm.of)) }

    func hasSameParts(as other: LabeledValue) -> Bool {
        hasStored == other.hasStored && (label == nil) == (other.label == nil)
    }
}

extension OutcomeRecord {
    /// The same outcome without the numbers of its placeholders, and as if it came from the instance at another address.
    func comparable(at address: String = "", recordedAt old: String = "") -> OutcomeRecord {
        guard case .response(var response) = self else { return self }
        response.body = Placeholder.unnumbered(response.body)
        return .response(response.moved(from: old, to: address))
    }
}

extension HTTPResponse {
    /// The same response as if it came from the instance at another address.
    package func moved(from old: String, to new: String) -> HTTPResponse {
        guard old != new, !old.isEmpty, !new.isEmpty else { return self }
        let pattern = Array(old.utf8)
        func moved(_ bytes: [UInt8]) -> [UInt8] {
            var result: [UInt8] = []
            var start = 0
            while let place = bytes.firstPlace(of: pattern, from: start) {
                result += bytes[start..<place]
                result += new.utf8
                start = place + pattern.count
            }
            return result + bytes[start...]
        }
        var response = self
        response.body = moved(body)
        response.headers = HeaderFields(
            headers.fields.map { HeaderField($0.name, String(decoding: moved(Array($0.value.utf8)), as: UTF8.self)) })
        return response
    }
}

extension JSON {
    /// A value as people read it: of a field its display value.
    fileprivate var shownText: String {
        if case .object(let members) = self, let field = LabeledValue(members) {
            return (field.label ?? field.stored).scalarText ?? compact
        }
        if case .string(let text) = self { return text }
        return compact
    }

    fileprivate var isNothing: Bool { self == .null || self == .string("") }

    fileprivate var typeName: String {
        switch self {
        case .null: "null"
        case .bool: "boolean"
        case .number: "number"
        case .string: "string"
        case .array: "array"
        case .object: "object"
        }
    }
}
