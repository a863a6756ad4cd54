import Notation

/// The values that secret columns are compared with in an encoded query: `user_name=x^user_password=…`.
struct EncodedQueryRedactor: Redactor {
    static let name = "encoded-query"

    func finds(in bytes: [UInt8]) -> [Find] {
        guard let text = String(validating: bytes, as: UTF8.self) else { return [] }
        let conditions = EncodedQuery(text).groups.flatMap(\.terms).flatMap(\.conditions)
        return conditions.compactMap { condition in
            guard condition.kind == .comparison, !condition.value.isEmpty,
                let label = SecretNames.label(of: condition.field)
            else { return nil }
            let end = condition.span.upperBound
            return Find(range: end - condition.value.utf8.count..<end, label: label)
        }
    }
}
