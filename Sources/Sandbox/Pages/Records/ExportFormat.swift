import ExchangeModel

/// What records can be had as, besides a page: a bare word of the address names the processor (`incident_list.do?CSV`).
enum ExportFormat: String {
    case xml = "XML"
    case csv = "CSV"
    case json = "JSON"
    case jsonV2 = "JSONv2"

    /// The processor that an address names, whether the instance has it or not: a field without a value whose name begins
    /// with two capitals. Nil for a page.
    static func word(in url: HTTPURL) -> String? {
        let capitals = UInt8(ascii: "A")...UInt8(ascii: "Z")
        return url.queryFields.first { field in
            field.value.isEmpty && field.name.utf8.count > 1 && field.name.utf8.prefix(2).allSatisfy(capitals.contains)
        }?.name
    }
}
