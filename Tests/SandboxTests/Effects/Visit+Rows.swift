import ExchangeModel
import Notation

extension Visit {
    /// The records that a query finds, in the order they were made: each as the raw values of some columns.
    func rows(_ table: String, _ query: String, _ columns: String) throws -> [[String]] {
        let target =
            "/api/now/table/\(table)?sysparm_exclude_reference_link=true&sysparm_fields=\(columns)&sysparm_query="
            + PercentCoding.encode(query)
        return try read(target)["result"].map(Visit.elements)?.map { row in
            columns.split(separator: ",").map { row[String($0)]?.scalarText ?? "?" }
        } ?? [["no result"]]
    }

    /// Changes a record.
    func update(_ table: String, _ sysID: String, _ body: String) throws {
        _ = try ask(.patch, "/api/now/table/\(table)/\(sysID)", body: body)
    }
}
