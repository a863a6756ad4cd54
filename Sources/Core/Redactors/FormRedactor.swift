import ExchangeModel
import Notation

/// Secret fields of a form body (`application/x-www-form-urlencoded`), and secrets inside its other values.
struct FormRedactor: Redactor {
    var depth = 0

    func finds(in bytes: [UInt8]) -> [Find] {
        Self.finds(in: bytes, at: [], label: SecretNames.labelInForm) { _, value in
            EmbeddedText.finds(in: value, .form, depth: depth + 1)
        }
    }

    /// The secrets of `name=value` fields, by the name, the form of the value or a name/value record, and those inside
    /// all other values.
    ///
    /// - Parameter path: the path of the URL before the fields, which may be empty.
    static func finds(
        in bytes: [UInt8], at path: [UInt8], label: (String) -> String?,
        inside: (_ name: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>) -> [Find]
    ) -> [Find] {
        let fields = bytes.split(separator: UInt8(ascii: "&")).compactMap { field in
            field.firstIndex(of: UInt8(ascii: "=")).map { (name: field[..<$0], value: field[($0 + 1)...]) }
        }
        let authorization = AuthorizationFields(
            path: path, hasState: fields.contains { $0.name.elementsEqual("state".utf8) })
        var record = NamedRecord()
        for (written, value) in fields where written.count <= 128 {
            let name = PercentCoding.decodeForm(String(decoding: written, as: UTF8.self))
            let label =
                label(name) ?? authorization.label(of: name, value) ?? EverydayNames.label(of: name.utf8, value)
            record.take(
                Find(range: value.indices, label: "", escapes: [.form]), label, PairRole(name.utf8), in: bytes)
        }
        // A secret field is replaced as a whole.
        let finds = record.takePending(), ends = Set(finds.map(\.range.upperBound))
        let others = fields.filter { !ends.contains($0.value.endIndex) }
        return Find.merged(finds + others.flatMap { inside($0.name, $0.value) })
    }
}

/// Secret fields of a URL's query (`token=…&active=true`), secret columns of an encoded query in it, and secret fields
/// of a URL in it (`sysparm_uri=%2Fx.do%3Ftoken%3D…`).
struct QueryRedactor: Redactor {
    var path: [UInt8] = []
    var isNested = false

    func finds(in bytes: [UInt8]) -> [Find] {
        FormRedactor.finds(in: bytes, at: path, label: SecretNames.label) { name, value in
            if name.elementsEqual("sysparm_query".utf8) {
                return NestedText(value, .form).finds(by: EncodedQueryRedactor().finds)
            }
            if isNested { return [] }
            let finds = EmbeddedText.finds(in: value, .form, depth: 1)
            guard value.contains(UInt8(ascii: "%")) else { return finds }
            return finds + NestedText(value, .percent).finds(by: AddressRedactor(isNested: true).finds)
        }
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

    /// The URL before the fields; it may be empty.
    let path: [UInt8]
    let hasState: Bool

    private var isPlace: Bool {
        let last = path[(path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0)...]
        return Self.places.contains(ASCII.lowercased(String(decoding: last, as: UTF8.self)))
    }

    private var isAtOAuth: Bool {
        let path = path.map(ASCII.lowercased)
        return Self.words.contains { path.firstPlace(of: Array($0.utf8)) != nil }
    }

    /// The label of a field; nil if it is not secret.
    package func label(of name: String, _ value: ArraySlice<UInt8>) -> String? {
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
        else { return false }
        return !SysIDForm.isStored(value)
            && value.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || "-_.~%+=".utf8.contains($0) }
    }
}

/// The values that secret columns are compared with in an encoded query: `user_name=x^user_password=…`.
struct EncodedQueryRedactor: Redactor {
    func finds(in bytes: [UInt8]) -> [Find] {
        guard let text = String(validating: bytes, as: UTF8.self) else { return [] }
        var record = NamedRecord()
        for condition in EncodedQuery(text).conditions
        where condition.kind == .comparison && !condition.value.isEmpty {
            let end = condition.span.upperBound, field = condition.field
            let find = Find(range: end - condition.value.utf8.count..<end, label: "")
            record.take(find, SecretNames.label(of: field), PairRole(field.utf8), in: bytes)
        }
        return Find.merged(record.takePending())
    }
}

/// Secrets of a multipart body: parts whose field name is a secret's, name/value records among the parts, and secrets
/// inside the other parts.
struct MultipartRedactor: Redactor {
    var depth = 0

    func finds(in bytes: [UInt8]) -> [Find] {
        guard let boundary = Multipart.boundary(startedBy: bytes) else { return [] }
        var inside: [Find] = []
        var record = NamedRecord()
        for part in Multipart.parts(of: bytes, boundary: boundary).parts {
            let content = bytes[part.content], name = part.fieldName
            let label = name.flatMap { SecretNames.labelInForm(of: $0) ?? EverydayNames.label(of: $0.utf8, content) }
            record.take(Find(range: part.content, label: ""), label, name.flatMap { PairRole($0.utf8) }, in: bytes)
            if label == nil { inside += EmbeddedText.finds(in: content, nil, depth: depth + 1) }
        }
        return Find.merged(record.takePending() + inside)
    }
}
