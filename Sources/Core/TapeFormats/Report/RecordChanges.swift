import CassetteStore
import ExchangeModel
import Notation
import TapeDeck

/// The records that a tape's requests changed, with their values before and after, as far as requests and answers have
/// them.
struct RecordChanges {
    /// A field's value as an answer has it: stored, displayed or both.
    private struct Value {
        var stored: String?
        var shown: String?

        var text: String { shown ?? stored ?? "" }

        func differs(from other: Value) -> Bool {
            // The entries of a journal are only displayed.
            if let stored, let past = other.stored, !stored.isEmpty || !past.isEmpty { return stored != past }
            if let shown, let past = other.shown { return shown != past }
            return false
        }
    }
    private typealias Record = [String: Value]

    private struct Change {
        let table: String
        var before: Record?
        var after: Record?
        var given: Set<String> = []
        var isCreated = false
        /// The numbers of the requests.
        var requests: [Int64] = []
    }

    /// The last known values, by sys_id.
    private var known: [String: Record] = [:]
    private var changes: [String: Change] = [:]
    private var order: [String] = []
    /// Labels of columns by table and name, and by name alone.
    private var labels: [String: String] = [:]

    private static let maxRecords = 50_000
    private static let bookkeeping: Set<String> = ["sys_mod_count", "sys_updated_on", "sys_updated_by"]

    mutating func add(_ exchange: ExchangeRecord, _ request: HTTPRequest, isWrite: Bool) {
        guard case .response(let response) = exchange.outcome, (200..<300).contains(response.status) else { return }
        let root = try? JSONDocument(response.body).root
        guard let parts = RequestEffect.parts(of: request) else {
            return add(exchange.id, request, root, isWrite: isWrite)
        }
        // The answers have the ids and statuses of their parts, and bodies in Base64.
        guard let answers = root?["serviced_requests"]?.elements else { return }
        let requests = Dictionary(parts.map { ($0.id, $0.request) }) { first, _ in first }
        for answer in answers {
            guard let id = answer["id"]?.scalarText, case let part?? = requests[id],
                answer["status_code"]?.scalarText.flatMap({ Int($0) }).map((200..<300).contains) == true,
                let body = Base64.decode(Array((answer["body"]?.string ?? "").utf8))
            else { continue }
            add(exchange.id, part, try? JSONDocument(body).root, isWrite: !Safety.isSafe(part))
        }
    }

    private mutating func add(_ number: Int64, _ request: HTTPRequest, _ root: JSONNode?, isWrite: Bool) {
        let isShown = request.url.queryFields.contains { $0 == ("sysparm_display_value", "true") }
        var found: [(id: String, record: Record, write: String?)] = []
        if let root { read(root, isShown: isShown, write: nil, into: &found) }
        if isWrite {
            write(number, request, found, isShown: isShown)
        } else {
            for (id, record, _) in found { learn(id, record) }
        }
    }

    private mutating func learn(_ id: String, _ record: Record) {
        guard known[id] != nil || known.count < Self.maxRecords else { return }
        known[id, default: [:]].merge(record) { $1 }
    }

    private mutating func learnLabel(_ label: String?, of column: String, _ table: String?) {
        guard let label, !label.isEmpty else { return }
        labels["\(table ?? "").\(column)"] = label
        labels[column] = labels[column] ?? label
    }

    /// Finds records, and columns with their labels, at any depth.
    private mutating func read(
        _ node: JSONNode, isShown: Bool, write: String?,
        into found: inout [(id: String, record: Record, write: String?)]
    ) {
        for element in node.elements { read(element, isShown: isShown, write: write, into: &found) }
        guard node.kind == .object else { return }
        if let id = node["sys_id"].map({ Self.value(of: $0, isShown: false) })?.stored, !id.isEmpty {
            var record: Record = [:]
            for (name, value) in node.members { record[name] = Self.value(of: value, isShown: isShown) }
            found.append((id, record, write))
        } else {
            for (name, member) in node.members {
                let isMutation = GraphQL.RecordWrite.read(name) != nil
                read(member, isShown: isShown, write: isMutation ? name : write, into: &found)
            }
        }
        // A row of the dictionary, or what describes a table.
        if let column = node["element"]?.string {
            learnLabel(node["column_label"]?.string, of: column, node["name"]?.string)
        }
        if let columns = node["columns"] {
            for (column, about) in columns.members {
                learnLabel(about["label"]?.string, of: column, node["name"]?.string)
            }
        }
    }

    private static func value(of node: JSONNode, isShown: Bool) -> Value {
        guard node.kind == .object else {
            return isShown ? Value(shown: node.scalarText) : Value(stored: node.scalarText)
        }
        return Value(
            stored: node["value"]?.scalarText, shown: (node["display_value"] ?? node["displayValue"])?.scalarText)
    }

    private mutating func write(
        _ number: Int64, _ request: HTTPRequest, _ found: [(id: String, record: Record, write: String?)], isShown: Bool
    ) {
        let thing = RequestEffect.thing(at: request.url.path)
        guard case .table(let table) = thing else {
            for (id, record, name) in found {
                guard let (write, table) = name.flatMap(GraphQL.RecordWrite.read) else { continue }
                note(number, id, table, write == .delete ? nil : record, isCreated: write == .insert)
            }
            return
        }
        let target = request.url.path.split(separator: "/").last.map(String.init) ?? ""
        let id = target == table ? found.first?.id : target
        guard let id else { return }
        let readsShown = request.url.queryFields.contains { $0 == ("sysparm_input_display_value", "true") }
        var given: Record = [:]
        if let body = request.body, let root = try? JSONDocument(body).root {
            for (name, value) in root.members { given[name] = Self.value(of: value, isShown: readsShown) }
        }
        let answer = found.first { $0.id == id }?.record ?? [:]
        // A journal field is empty in the answer.
        let record = given.merging(answer) { $1.text.isEmpty ? $0 : $1 }
        note(
            number, id, table, request.method == .delete ? nil : record, isCreated: request.method == .post,
            given: Set(given.keys))
    }

    private mutating func note(
        _ number: Int64, _ id: String, _ table: String, _ record: Record?, isCreated: Bool, given: Set<String> = []
    ) {
        if changes[id] == nil {
            order.append(id)
            changes[id] = Change(table: table, before: known[id], isCreated: isCreated)
        }
        if let record { learn(id, record) }
        changes[id]?.after = record.map { (known[id] ?? [:]).merging($0) { $1 } }
        changes[id]?.given.formUnion(given)
        changes[id]?.requests.append(number)
    }

    /// The changes in their order.
    var json: [JSON] { order.compactMap { id in changes[id].map { json($0, id) } } }

    private func json(_ change: Change, _ id: String) -> JSON {
        let record = change.after ?? known[id] ?? [:]
        let title = ["number", "name", "short_description"].compactMap { record[$0]?.text }.first { !$0.isEmpty } ?? id
        let names = Set((change.before ?? [:]).keys).union((change.after ?? [:]).keys).subtracting(Self.bookkeeping)
        let fields = names.sorted().compactMap { name -> JSON? in
            let before = change.before?[name], after = change.after?[name]
            let isShown =
                if let before, let after { after.differs(from: before) } else if change.after == nil {
                    !(before?.text.isEmpty ?? true)
                } else { change.given.isEmpty ? !(after?.text.isEmpty ?? true) : change.given.contains(name) }
            guard isShown else { return nil }
            let label = labels["\(change.table).\(name)"] ?? labels[name] ?? name
            return [
                ReportText.plain(label), ReportText.plain(name), before.map { ReportText.plain($0.text) } ?? .null,
                after.map { ReportText.plain($0.text) } ?? .null,
            ]
        }
        let kind = (change.isCreated ? ["created"] : []) + (change.after == nil ? ["deleted"] : [])
        return [
            "table": ReportText.plain(change.table), "title": ReportText.plain(title), "id": ReportText.plain(id),
            "kind": .string(kind.isEmpty ? "updated" : kind.joined(separator: " and ")), "fields": .array(fields),
            "requests": .array(change.requests.map(ReportText.number)),
        ]
    }
}
