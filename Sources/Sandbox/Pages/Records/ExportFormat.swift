/// What a list or a record can be had as, besides a page: a bare word of the address says it (`incident_list.do?CSV`).
enum ExportFormat: String, CaseIterable {
    case xml = "XML"
    case csv = "CSV"

    /// Nil when the address asks for a page.
    init?(_ parameters: Parameters) {
        guard let found = ExportFormat.allCases.first(where: { parameters[$0.rawValue] != nil }) else { return nil }
        self = found
    }
}
