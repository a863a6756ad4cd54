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

    /// An answer as the tape may hold it.
    package func redact(_ response: HTTPResponse) -> HTTPResponse {
        var response = response
        // Header lines first: what cookies give away is then found in the body too. A line may quote what a later one or
        // the body gave away: a Location before the cookie that it repeats.
        let headers = redactPositions(of: response.headers, by: HeaderPolicy.ofResponse)
        response.body = redactBody(response.body, type: headers["Content-Type"])
        response.headers = redactValues(of: headers)
        response.reason = redact(response.reason, by: [])
        return response
    }

    /// A failure as the tape may hold it, without its cause.
    package func redact(_ failure: TransportFailure) -> TransportFailure {
        TransportFailure(failure.kind, redact(failure.message, by: [UserInfoRedactor()]))
    }

    /// A command line as the tape and the history may hold it.
    package func redactLine(_ line: String) -> String {
        redact(line, by: Self.ofLine)
    }

    /// Documents first: what stands in one is no assignment of the line's.
    static var ofLine: [any Redactor] {
        [GraphQLTextRedactor(), CommandLineRedactor(), JSONRedactor(), UserInfoRedactor()]
    }

    /// Rendered output: text in which JSON may stand.
    package func redactOutput(_ bytes: [UInt8]) -> [UInt8] { redact(bytes, by: Self.ofOutput) }

    /// Where secrets stand in rendered output.
    func secrets(inOutput bytes: [UInt8]) -> [Range<Int>] { edits(in: bytes, by: Self.ofOutput).map(\.range) }

    private static var ofOutput: [any Redactor] { [JSONRedactor(), UserInfoRedactor()] }

    /// What a command read from outside. A file that becomes a body is redacted as that body is.
    package func redactInput(_ bytes: [UInt8]) -> [UInt8] { redact(bytes, by: Self.redactors(ofInput: bytes)) }

    /// A session's settings: JSON text, variables among them.
    package func redactSettings(_ text: String) -> String { redact(text, by: Self.ofSettings) }

    static var ofSettings: [any Redactor] { [GraphQLTextRedactor(), JSONRedactor(), UserInfoRedactor()] }

    /// Any other text: messages, names.
    package func redactText(_ text: String) -> String { redact(text, by: [UserInfoRedactor()]) }

    /// The placeholder that stands on the tape for a secret that was typed at a prompt.
    package func placeholder(forAnswer secret: [UInt8], label: String) -> String {
        redact(String(decoding: secret, as: UTF8.self), by: [WholeRedactor(label: label)])
    }

    func redact(_ url: HTTPURL) -> HTTPURL {
        var url = url
        url.path = redact(url.path, by: [AddressRedactor()])
        let isGraphQL = GraphQLOperation.isSpoken(at: url.path)
        url.query = url.query.map {
            redact($0, by: isGraphQL ? [GraphQLAddressRedactor(), QueryRedactor()] : [QueryRedactor()])
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
        case .withhold: []
        }
    }

    func redactBody(_ body: [UInt8], type: String?) -> [UInt8] {
        redact(body, by: Self.redactors(ofBody: body, type: type))
    }

    /// The redactors that read a file or an answer at a prompt. It may become a GraphQL request, or the document of one.
    static func redactors(ofInput bytes: [UInt8]) -> [any Redactor] {
        redactors(ofBody: bytes, type: nil, isGraphQL: GraphQLTextRedactor.begins(bytes))
    }

    /// The redactors that read a body, by its type and, where that says nothing, by how it begins.
    static func redactors(ofBody body: [UInt8], type: String?, isGraphQL: Bool = false) -> [any Redactor] {
        let sort = BodySort(of: body, type: type)
        if isGraphQL, sort == .json || sort == .text {
            return [GraphQLBodyRedactor()] + redactors(ofBody: body, type: type)
        }
        return switch sort {
        case .json: [JSONRedactor(), UserInfoRedactor()]
        case .form: [FormRedactor()]
        case .multipart: [MultipartRedactor(), UserInfoRedactor()]
        case .markup: [PageRedactor(), UserInfoRedactor()]
        case .text: [PageRedactor(), JSONRedactor(), UserInfoRedactor()]
        case .binary: []
        }
    }
}
