import Notation

/// The values that secret columns are compared with in an encoded query: `user_name=x^user_password=…`.
struct EncodedQueryRedactor: Redactor {
    static let name = "encoded-query"

    func finds(in bytes: [UInt8]) -> [Find] {
        guard let text = String(validating: bytes, as: UTF8.self) else { return [] }
        let conditions = EncodedQuery(text).groups.flatMap(\.terms).flatMap(\.conditions)
        var finds: [Find] = []
        var record = NamedRecord()
        for condition in conditions where condition.kind == .comparison && !condition.value.isEmpty {
            let end = condition.span.upperBound
            var find = Find(range: end - condition.value.utf8.count..<end, label: "")
            if let label = SecretNames.label(of: condition.field) {
                find.label = label
                finds.append(find)
                continue
            }
            switch PairRole(condition.field.utf8) {
            case .name: record.take(name: SecretNames.label(of: condition.value))
            case .value: if let secret = record.take(value: find) { finds.append(secret) }
            case nil: break
            }
        }
        return (finds + record.takePending()).sorted { $0.range.lowerBound < $1.range.lowerBound }
    }
}
