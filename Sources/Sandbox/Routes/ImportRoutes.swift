import Database
import ExchangeModel
import Notation

extension RESTResource {
    static let imports = [
        RESTResource("now/import/{table}", [.post: { try ImportRoutes(call: $0, staging: $0.table()).insert() }]),
        RESTResource(
            "now/import/{table}/insertMultiple",
            [.post: { try ImportRoutes(call: $0, staging: $0.table()).insertSeveral() }]),
        RESTResource(
            "now/import/{table}/{sys_id}",
            [.get: { try ImportRoutes(call: $0, staging: $0.table()).row($0.path["sys_id"]) }]),
    ]
}

struct ImportRoutes {
    let call: Call
    let staging: Table

    init(call: Call, staging: Table) throws {
        guard staging.isKind(of: "sys_import_set_row"), staging.name != "sys_import_set_row" else {
            throw APIError(
                status: 400, message: "Invalid staging table", detail: "\(staging.name) is not an import set table")
        }
        self.call = call
        self.staging = staging
        try call.store.fill(["sys_import_set", "sys_transform_map"])
    }

    func insert() throws -> Answer {
        try permit()
        let root = try RequestBody.document(of: call.request).root
        let element = root.kind == .array ? root[0] : root
        guard let element, element.kind == .object else { throw APIError.unreadableBody("Body holds no record") }
        let importSet = try begin()
        let row = try stage(values(of: element, byLabel: false), in: importSet, at: 0)
        return .json(
            try answer([], importSet: importSet), status: 201,
            fields: [HeaderField("Location", call.importBase + staging.name + "/" + row)])
    }

    func insertSeveral() throws -> Answer {
        try permit()
        let root = try RequestBody.document(of: call.request).root
        guard root.kind == .object, let records = root["records"], records.kind == .array,
            records.elements.allSatisfy({ $0.kind == .object })
        else { throw APIError.unreadableBody("Body holds no array of records") }
        let importSet = try begin()
        for (offset, element) in records.elements.enumerated() {
            _ = try stage(values(of: element, byLabel: true), in: importSet, at: offset)
        }
        let several = try call.parameters["multi_import_set_id"] ?? call.store.nextIdentifier()
        let ids: JSON = ["import_set_id": .string(importSet), "multi_import_set_id": .string(several)]
        return .json(ids.compactBytes, status: 201)
    }

    func row(_ sysID: String) throws -> Answer {
        guard call.rules.reading(staging) == .allowed, let row = try call.store.record(sysID, in: staging) else {
            throw APIError.noRecord
        }
        let name = row.text("sys_target_table"), target = row.text("sys_target_sys_id")
        try call.store.fill([name])
        var members: [(String, String)] = []
        if let table = call.schema[name] {
            let map = try call.schema["sys_transform_map"].flatMap {
                try call.store.record(row.text("sys_transform_map"), in: $0)
            }
            members = [("transform_map", map?.text("name") ?? ""), ("table", name)]
            // Without a record there is no link.
            if !target.isEmpty, let record = try call.store.record(target, in: table) {
                let display = table.displayColumn?.name ?? "sys_id"
                members += [
                    ("display_name", display), ("display_value", record.text(display)),
                    ("record_link", call.linkBase + name + "/" + PercentCoding.encode(target)),
                ]
            }
            let status = row.text("sys_import_state")
            members.append(("status", status))
            let message = ["error": "error_message", "ignored": "status_message"][status]
            if let message { members.append((message, row.text("sys_import_state_comment"))) }
            if !target.isEmpty { members.append(("sys_id", target)) }
        }
        let result = members.isEmpty ? [] : [JSON.object(members.map { .init($0.0, .string($0.1)) })]
        return .json(try answer(result, importSet: row.text("sys_import_set")))
    }

    private func permit() throws {
        guard call.rules.may(.insert, in: staging) else { throw APIError.forbidden(.insert) }
    }

    private func editor(_ table: Table) -> RecordEditor {
        RecordEditor(
            store: call.store, table: table, account: call.account, takesDisplayValues: false,
            keepsSystemColumns: false)
    }

    private func begin() throws -> String {
        guard let sets = call.schema["sys_import_set"] else { throw APIError.unknownRoute }
        return try call.store.transaction {
            try editor(sets).insert([
                ("table_name", staging.name), ("mode", "synchronous"), ("state", "processed"),
                ("short_description", staging.label), ("load_completed", try call.store.now.glideText),
            ])
        }
    }

    private func stage(_ values: [(name: String, value: String)], in importSet: String, at position: Int) throws
        -> String
    {
        let own: [(name: String, value: String)] = [
            ("sys_import_set", importSet), ("sys_import_state", "pending"), ("sys_import_row", String(position)),
        ]
        return try call.store.transaction { try editor(staging).insert(own + values) }
    }

    private func values(of row: JSONNode, byLabel: Bool) -> [(name: String, value: String)] {
        row.members.compactMap { member in
            let column =
                staging[member.name]
                ?? (byLabel ? staging.columns.first { $0.definition.label == member.name } : nil)
            guard let column, !column.name.hasPrefix("sys_") else { return nil }
            return (column.name, ImportRoutes.text(of: member.value))
        }
    }

    /// The text of a value that is not a string, as on instances: `{a=b, c=[d, e]}`.
    private static func text(of node: JSONNode) -> String {
        switch node.kind {
        case .array: "[" + node.elements.map(text).joined(separator: ", ") + "]"
        case .object:
            "{" + node.members.map { $0.name + "=" + text(of: $0.value) }.joined(separator: ", ") + "}"
        default: node.scalarText ?? ""
        }
    }

    private func answer(_ rows: [JSON], importSet: String) throws -> [UInt8] {
        let number = try call.schema["sys_import_set"].flatMap { try call.store.record(importSet, in: $0) }
        let answer: JSON = [
            "import_set": .string(number?.text("number") ?? ""), "staging_table": .string(staging.name),
            "result": .array(rows),
        ]
        return answer.compactBytes
    }
}

extension Call {
    fileprivate var importBase: String { linkBase.dropLast("table/".utf8.count) + "import/" }
}

extension SQLValue {
    var text: String {
        switch self {
        case .text(let text): text
        case .integer(let number): String(number)
        case .real(let number): String(number)
        case .null, .blob: ""
        }
    }
}

extension [String: SQLValue] {
    /// A text column; empty if it is null or of another type.
    func text(_ name: String) -> String { if case .text(let text)? = self[name] { text } else { "" } }
}
