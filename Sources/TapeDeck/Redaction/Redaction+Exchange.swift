package import ExchangeModel

// What each part of an exchange and of a command is read by.
extension Redaction {
    /// A request as the tape may hold it.
    package func redact(_ request: HTTPRequest) -> HTTPRequest {
        var request = request
        // What a header line or the body gives away may stand in the address too, and in other lines: those come after.
        let headers = redactPositions(of: request.headers, by: HeaderPolicy.ofRequest)
        let isGraphQL = GraphQLOperation.isSpoken(at: request.url.path)
        request.body = request.body.map {
            redact($0, by: Self.redactors(ofBody: $0, type: headers["Content-Type"], isGraphQL: isGraphQL))
        }
        request.headers = redactValues(of: headers)
        request.url = redact(request.url)
        return request
    }

    /// An answer as the tape may hold it; `known` is what the documents of its request say of it.
    package func redact(_ response: HTTPResponse, knowing known: DocumentSecrets = DocumentSecrets()) -> HTTPResponse {
        var response = response
        // Header lines first: what cookies give away is then found in the body too. A line may quote what a later one or
        // the body gave away: a Location before the cookie that it repeats.
        let headers = redactPositions(of: response.headers, by: HeaderPolicy.ofResponse)
        response.body = redact(
            response.body, by: Self.redactors(ofBody: response.body, type: headers["Content-Type"], known))
        response.headers = redactValues(of: headers)
        response.reason = redact(response.reason, by: [])
        return response
    }

    /// A failure as the tape may hold it, without its cause.
    package func redact(_ failure: TransportFailure) -> TransportFailure {
        TransportFailure(failure.kind, redact(failure.message, by: Self.ofText))
    }

    /// A command line as the tape and the history may hold it.
    ///
    /// - Parameter known: what is known of a document that the line names.
    package func redactLine(_ line: String, knowing known: DocumentSecrets = DocumentSecrets()) -> String {
        redact(line, by: Self.ofLine(known))
    }

    /// A command line whose document is in a file that has not been read: which of its variables are secrets is not known,
    /// and none is kept. Nil for any other line.
    package func redactUnread(_ line: String) -> String? {
        guard Self.namesDocument(line) else { return nil }
        var known = DocumentSecrets()
        known.hidesVariables = true
        // What is hidden only to be sure must not become a secret that is searched for.
        return Redaction(secrets: SecretBook()).redactLine(redactLine(line), knowing: known)
    }

    /// A command line that may name a document; `known` is nil when that has not been read.
    package func redact(line: String, knowing known: DocumentSecrets?) -> String {
        if let known { return redactLine(line, knowing: known) }
        return redactUnread(line) ?? redactLine(line)
    }

    /// Whether a line gives a file to a name that is a secret's: `user_password=@FILE`, `--var p=@FILE`. Gives its label.
    static func label(ofFile name: String, in line: String, _ known: DocumentSecrets) -> String? {
        for word in line.split(whereSeparator: { $0.isWhitespace || $0 == "'" || $0 == "\"" }) {
            guard word.hasSuffix("=@" + name) else { continue }
            var target = word.dropLast(name.count + 2)
            if target.hasPrefix("--var=") { target = target.dropFirst(6) }
            if let label = SecretNames.label(of: Array(target.utf8)) ?? known.labels[String(target)] { return label }
        }
        return nil
    }

    /// Whether a line is `graphql @FILE …`.
    static func namesDocument(_ line: String) -> Bool {
        let words = line.split(maxSplits: 2, whereSeparator: \.isWhitespace)
        guard words.count > 1, words[0] == "graphql" else { return false }
        return words[1].drop { $0 == "'" || $0 == "\"" }.first == "@"
    }

    /// Documents first: what stands in one is no assignment of the line's.
    static func ofLine(_ known: DocumentSecrets = DocumentSecrets()) -> [any Redactor] {
        [
            GraphQLTextRedactor(), CommandLineRedactor(known: known), JSONRedactor(further: known.labels),
            UserInfoRedactor(),
        ]
    }

    /// Rendered output: text in which JSON may stand.
    package func redactOutput(_ bytes: [UInt8], knowing known: DocumentSecrets = DocumentSecrets()) -> [UInt8] {
        redact(bytes, by: Self.ofOutput(known, bytes))
    }

    /// Where secrets stand in rendered output.
    func secrets(inOutput bytes: [UInt8], knowing known: DocumentSecrets) -> [Range<Int>] {
        edits(in: bytes, by: Self.ofOutput(known, bytes)).map(\.range)
    }

    private static func ofOutput(_ known: DocumentSecrets, _ bytes: [UInt8]) -> [any Redactor] {
        // What stands in a page that is written as it came.
        let redactors: [any Redactor] = [JSONRedactor(further: known.aliases), PageRedactor(), UserInfoRedactor()]
        guard let wide = WideText(bytes, type: nil) else { return redactors }
        return redactors.map { WideRedactor(wide: wide, narrow: $0) }
    }

    /// What a command read from outside. A file that becomes a body is redacted as that body is.
    package func redactInput(_ bytes: [UInt8], knowing known: DocumentSecrets = DocumentSecrets()) -> [UInt8] {
        let redactors = Self.redactors(ofInput: bytes)
        guard !known.variables.isEmpty, BodySort(of: bytes, type: nil) == .json else {
            return redact(bytes, by: redactors)
        }
        return redact(bytes, by: [GraphQLVariablesRedactor(uses: known.variables)] + redactors)
    }

    /// A session's settings: JSON text, variables among them.
    package func redactSettings(_ text: String) -> String { redact(text, by: Self.ofSettings) }

    static var ofSettings: [any Redactor] {
        [GraphQLTextRedactor(), ProfileRedactor(), JSONRedactor(), UserInfoRedactor()]
    }

    /// Any other text: messages, names.
    package func redactText(_ text: String) -> String { redact(text, by: Self.ofText) }

    static var ofText: [any Redactor] { [UserInfoRedactor(), AddressRedactor()] }

    /// The placeholder that stands on the tape for a secret that was typed at a prompt.
    package func placeholder(forAnswer secret: [UInt8], label: String) -> String {
        redact(String(decoding: secret, as: UTF8.self), by: [WholeRedactor(label: label)])
    }

    func redact(_ url: HTTPURL) -> HTTPURL {
        var url = url
        url.path = redact(url.path, by: [AddressRedactor()])
        let isGraphQL = GraphQLOperation.isSpoken(at: url.path)
        url.query = url.query.map {
            redact($0, by: (isGraphQL ? [GraphQLAddressRedactor()] : []) + [QueryRedactor(path: Array(url.path.utf8))])
        }
        return url
    }

    private func redactPositions(
        of headers: HeaderFields, by policy: (String) -> HeaderPolicy.Treatment
    ) -> HeaderFields {
        HeaderFields(headers.fields.map { HeaderField($0.name, redact($0.value, policy($0.name))) })
    }

    private func redactValues(of headers: HeaderFields) -> HeaderFields {
        HeaderFields(headers.fields.map { HeaderField($0.name, redact($0.value, by: [])) })
    }

    private func redact(_ value: String, _ treatment: HeaderPolicy.Treatment) -> String {
        switch treatment {
        case .withhold: value.isEmpty ? value : Placeholder.text("header")
        default: redact(value, by: Self.redactors(of: treatment))
        }
    }

    /// The redactors that read a header value treated that way.
    static func redactors(of treatment: HeaderPolicy.Treatment) -> [any Redactor] {
        switch treatment {
        case .keep: [UserInfoRedactor(), AddressRedactor()]
        case .authorization: [AuthorizationRedactor()]
        case .cookie: [CookieRedactor()]
        case .setCookie: [SetCookieRedactor()]
        case .secret(let label): [WholeRedactor(label: label)]
        case .word(let label): [WholeRedactor(label: label, keepsWords: true)]
        case .withhold: []
        }
    }

    /// The redactors that read a file or an answer at a prompt. It may become a GraphQL request, or the document of one.
    static func redactors(ofInput bytes: [UInt8]) -> [any Redactor] {
        redactors(ofBody: bytes, type: nil, isGraphQL: GraphQLTextRedactor.begins(bytes))
    }

    /// The redactors that read a body, by its type and, where that says nothing, by how it begins.
    ///
    /// - Parameter known: further members of JSON that are secrets.
    static func redactors(
        ofBody body: [UInt8], type: String?, isGraphQL: Bool = false, _ known: DocumentSecrets = DocumentSecrets()
    ) -> [any Redactor] {
        let sort = BodySort(of: body, type: type)
        if isGraphQL, sort == .json || sort == .text {
            return [GraphQLBodyRedactor()] + redactors(ofBody: body, type: type)
        }
        let redactors: [any Redactor] =
            switch sort {
            case .json: [JSONRedactor(further: known.aliases), UserInfoRedactor()]
            case .form: [FormRedactor()]
            case .multipart: [MultipartRedactor(), UserInfoRedactor()]
            case .markup: [PageRedactor(), UserInfoRedactor()]
            case .text: [PageRedactor(), JSONRedactor(further: known.aliases), UserInfoRedactor()]
            case .binary: []
            }
        guard let wide = WideText(body, type: type) else { return redactors }
        return redactors.map { WideRedactor(wide: wide, narrow: $0) }
    }
}
