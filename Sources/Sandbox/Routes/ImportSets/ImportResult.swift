import ExchangeModel
import Notation

/// What one transform map made of one staged row.
struct ImportResult {
    /// The map's name.
    var map = ""
    /// The target table.
    var table = ""
    /// `inserted`, `updated`, `ignored` or `error`.
    var status = ""
    /// The record that was made, changed or found.
    var sysID = ""
    /// Why nothing came of it.
    var comment = ""

    /// As answers have it. Without a record there is nothing to show and nothing to link.
    func json(call: Call) throws -> JSON {
        var members: [JSON.Member] = [.init("transform_map", .string(map)), .init("table", .string(table))]
        try call.store.fill([table])
        if let target = call.schema[table], !sysID.isEmpty, let record = try call.store.record(sysID, in: target) {
            let display = target.displayColumn?.name ?? "sys_id"
            members += [
                .init("display_name", .string(display)), .init("display_value", .string(record.text(display))),
                .init("record_link", .string(call.linkBase + table + "/" + PercentCoding.encode(sysID))),
            ]
        }
        members.append(.init("status", .string(status)))
        if status == "error" { members.append(.init("error_message", .string(comment))) }
        if status == "ignored" { members.append(.init("status_message", .string(comment))) }
        if !sysID.isEmpty { members.append(.init("sys_id", .string(sysID))) }
        return .object(members)
    }
}
