import ExchangeModel
import Notation

/// Secret fields of a form body (`application/x-www-form-urlencoded`) and, through `QueryRedactor`, of a query.
struct FormRedactor: Redactor {
    static let name = "form"

    var depth = 0

    func finds(in bytes: [UInt8]) -> [Find] {
        let authorization = AuthorizationFields(of: bytes, at: [])
        let finds = Self.finds(in: bytes) { name, value in
            SecretNames.labelInForm(of: name) ?? authorization.label(of: name, value)
                ?? EverydayNames.label(of: name.utf8, value)
        }
        return Find.merged(finds + Self.embedded(in: bytes, outside: finds, depth: depth))
    }

    /// Secrets inside values that are not secret as a whole: JSON, HTML, URLs.
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
            if let secret = record.take(PairRole(name.utf8), find, in: bytes) { finds.append(secret) }
        }
        return (finds + record.takePending()).sorted { $0.range.lowerBound < $1.range.lowerBound }
    }
}

/// Secret fields of a URL's query (`token=…&active=true`), secret columns of an encoded query in it, and secret fields
/// of a URL in it (`sysparm_uri=%2Fx.do%3Ftoken%3D…`).
struct QueryRedactor: Redactor {
    static let name = "query"

    /// The path of the URL.
    var path: [UInt8] = []
    var isNested = false

    func finds(in bytes: [UInt8]) -> [Find] {
        let authorization = AuthorizationFields(of: bytes, at: path)
        var finds = FormRedactor.finds(in: bytes) { name, value in
            SecretNames.label(of: name) ?? authorization.label(of: name, value)
                ?? EverydayNames.label(of: name.utf8, value)
        }
        // A secret field is replaced as a whole.
        let ends = Set(finds.map(\.range.upperBound))
        for field in bytes.split(separator: UInt8(ascii: "&")) where !ends.contains(field.endIndex) {
            finds += Self.conditions(in: field) ?? (isNested ? [] : Self.embedded(in: field))
        }
        return Find.merged(finds)
    }

    /// The secrets of `sysparm_query=…`, whose value is percent-encoded; nil for any other field.
    private static func conditions(in field: ArraySlice<UInt8>) -> [Find]? {
        let name = "sysparm_query=".utf8
        guard field.starts(with: name) else { return nil }
        let value = field.dropFirst(name.count)
        let view = EscapedView(value, of: .form)
        return EncodedQueryRedactor().finds(in: view?.bytes ?? Array(value)).map { find in
            var find = find
            find.range = view?.place(of: find.range) ?? find.moved(by: value.startIndex).range
            find.coding = .percent
            return find
        }
    }

    /// The secrets of a URL or other text in a field.
    private static func embedded(in field: ArraySlice<UInt8>) -> [Find] {
        guard let sign = field.firstIndex(of: UInt8(ascii: "=")) else { return [] }
        let value = field[(sign + 1)...]
        var finds = EmbeddedText.finds(in: value, .form, depth: 1)
        if value.contains(UInt8(ascii: "%")) {
            finds += NestedText(value, .percent).finds(by: AddressRedactor(isNested: true).finds)
        }
        return finds
    }
}

/// The fields of OAuth's authorization code grant (RFC 6749, 4.1) that are secrets in a URL or form although their
/// names are everyday words: `code` and `state`.
///
/// They are secrets in requests of that grant, and elsewhere depending on their values: a `state` that looks random,
/// and a `code` next to a `state`, or at a path of OAuth, that looks like a credential. `state=2&code=7` is kept.
struct AuthorizationFields {
    /// The last path segments of requests of that grant.
    private static let places: Set<String> = ["oauth_auth.do", "oauth_redirect.do", "callback"]
    /// Words of the paths to which providers and applications redirect.
    private static let words = ["oauth", "oidc", "openid", "callback", "redirect", "signin", "login"]
    private static let shortest = 16

    private let fields: [UInt8]
    private let path: [UInt8]

    /// For the fields of a URL or form; `path` is the URL before them, and may be empty.
    init(of fields: [UInt8], at path: [UInt8]) {
        self.fields = fields
        self.path = path
    }

    private var isPlace: Bool {
        let last = path.suffix(while: { $0 != UInt8(ascii: "/") })
        return Self.places.contains(ASCII.lowercased(String(decoding: last, as: UTF8.self)))
    }

    private var isAtOAuth: Bool {
        let path = path.map(ASCII.lowercased)
        return Self.words.contains { path.firstPlace(of: Array($0.utf8)) != nil }
    }

    private var hasState: Bool {
        fields.starts(with: "state=".utf8) || fields.firstPlace(of: Array("&state=".utf8)) != nil
    }

    /// The label of a field; nil if it is not secret.
    func label(of name: String, _ value: ArraySlice<UInt8>) -> String? {
        switch name {
        case "code":
            isPlace || hasState && value.count >= Self.shortest
                || (hasState || isAtOAuth) && CredentialForm.looksGenerated(value) ? "token" : nil
        case "state": isPlace || Self.looksRandom(value) ? "token" : nil
        default: nil
        }
    }

    /// Letters, digits and the signs of base64, with at least one digit and one letter, and not a sys_id.
    static func looksRandom(_ value: ArraySlice<UInt8>) -> Bool {
        guard value.count >= shortest, value.contains(where: ASCII.isDigit), value.contains(where: ASCII.isLetter)
        else {
            return false
        }
        return !SysIDForm.isStored(value)
            && value.allSatisfy {
                ASCII.isLetter($0) || ASCII.isDigit($0) || "-_.~%+=".utf8.contains($0)
            }
    }
}

extension BidirectionalCollection where Element == UInt8 {
    /// The longest suffix whose bytes satisfy `holds`.
    fileprivate func suffix(while holds: (UInt8) -> Bool) -> SubSequence {
        var start = endIndex
        while start > startIndex, holds(self[index(before: start)]) { start = index(before: start) }
        return self[start...]
    }
}

/// The values that secret columns are compared with in an encoded query: `user_name=x^user_password=…`.
struct EncodedQueryRedactor: Redactor {
    static let name = "encoded-query"

    func finds(in bytes: [UInt8]) -> [Find] {
        guard let text = String(validating: bytes, as: UTF8.self) else { return [] }
        let conditions = EncodedQuery(text).conditions
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
            if let secret = record.take(PairRole(condition.field.utf8), find, in: bytes) { finds.append(secret) }
        }
        return (finds + record.takePending()).sorted { $0.range.lowerBound < $1.range.lowerBound }
    }
}

/// Secrets of a multipart body: parts whose field name is a secret's, name/value records among the parts, and secrets
/// inside the other parts.
struct MultipartRedactor: Redactor {
    static let name = "multipart"

    var depth = 0

    func finds(in bytes: [UInt8]) -> [Find] {
        guard let boundary = Multipart.boundary(startedBy: bytes) else { return [] }
        var finds: [Find] = []
        var record = NamedRecord()
        for part in Multipart.parts(of: bytes, boundary: boundary).parts {
            let find = Find(range: part.content, label: ""), name = part.fieldName
            let everyday = name.flatMap { EverydayNames.label(of: $0.utf8, bytes[part.content]) }
            if let label = name.flatMap(SecretNames.labelInForm) ?? everyday {
                finds.append(Find(range: part.content, label: label))
                continue
            }
            let role = name.flatMap { PairRole($0.utf8) }
            if let secret = record.take(role, find, in: bytes) { finds.append(secret) }
            finds += EmbeddedText.finds(in: bytes[part.content], nil, depth: depth + 1)
        }
        return Find.merged(finds + record.takePending())
    }
}
