import ExchangeModel

/// Secret fields of a form body (`application/x-www-form-urlencoded`) and, by `QueryRedactor`, of a query.
struct FormRedactor: Redactor {
    static let name = "form"

    var depth = 0

    func finds(in bytes: [UInt8]) -> [Find] {
        let authorization = AuthorizationFields(of: bytes, at: [])
        let finds = Self.finds(in: bytes) { name, value in
            SecretNames.labelInForm(of: name) ?? authorization.label(of: name, value)
        }
        return Find.merged(finds + Self.embedded(in: bytes, outside: finds, depth: depth))
    }

    /// What the values hold that are no secrets as a whole: JSON, a page, an address.
    static func embedded(in bytes: [UInt8], outside finds: [Find], depth: Int) -> [Find] {
        let ends = Set(finds.map(\.range.upperBound))
        return bytes.split(separator: UInt8(ascii: "&")).flatMap { field -> [Find] in
            guard !ends.contains(field.endIndex), let sign = field.firstIndex(of: UInt8(ascii: "=")) else { return [] }
            return EmbeddedText.finds(in: field[(sign + 1)...], .form, depth: depth + 1)
        }
    }

    /// The values of the `name=value` fields that have a label, by name and value.
    static func finds(in bytes: [UInt8], label: (String, ArraySlice<UInt8>) -> String?) -> [Find] {
        var finds: [Find] = []
        var record = NamedRecord()
        var start = 0
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: UInt8(ascii: "&")) ?? bytes.count
            defer { start = end + 1 }
            guard let sign = bytes[start..<end].firstIndex(of: UInt8(ascii: "=")), sign - start <= 128 else { continue }
            let name = PercentCoding.decodeForm(String(decoding: bytes[start..<sign], as: UTF8.self))
            var find = Find(range: sign + 1..<end, label: "", coding: .percent)
            if let label = label(name, bytes[find.range]) {
                find.label = label
                finds.append(find)
                continue
            }
            switch PairRole(name.utf8) {
            case .name: record.take(name: SecretNames.label(of: find.secret(in: bytes)))
            case .value: if let secret = record.take(value: find) { finds.append(secret) }
            case nil: break
            }
        }
        return (finds + record.takePending()).sorted { $0.range.lowerBound < $1.range.lowerBound }
    }
}
