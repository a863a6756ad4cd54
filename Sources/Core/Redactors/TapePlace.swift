package import ExchangeModel
import Notation

/// A place of a tape that contains text, with its redactors in order.
///
/// This is the only table of places and syntaxes: recording, the audit and the tests share it.
package struct TapePlace: Sendable {
    let redactors: [any Redactor]

    /// What is searched for, as tapes say it.
    package static let redactorNames = [
        "headers", "authorization", "cookie", "set-cookie", "query", "form", "multipart", "json", "page", "user-info",
        "command-line", "graphql", "web-token", "script", "assignment", "delimited", "encoded", "escaped",
        "known-token", "insert", "value",
    ]

    private init(_ redactors: [any Redactor]) {
        self.redactors = redactors + (redactors.contains { $0 is KnownTokenRedactor } ? [] : [KnownTokenRedactor()])
    }

    func finds(in bytes: [UInt8]) -> [Find] { redactors.flatMap { $0.finds(in: bytes) } }

    // MARK: Requests and answers

    static let path = TapePlace([AddressRedactor()])

    static func query(after path: String) -> TapePlace {
        TapePlace(graphQL(at: path) + [QueryRedactor(path: Array(path.utf8))])
    }

    package static func address(_ url: HTTPURL?) -> TapePlace {
        let isGraphQL = url.map { GraphQLEndpoint.isEndpoint(at: $0.path) } ?? false
        return TapePlace(
            [UserInfoRedactor(), AddressRedactor()] + (isGraphQL ? [GraphQLAddressRedactor(isWhole: true)] : []))
    }

    private static let keptHeader = TapePlace([UserInfoRedactor(), AddressRedactor()])
    private static let unknownHeader = TapePlace(
        [TokenRedactor(), AssignmentRedactor(), UserInfoRedactor(), AddressRedactor()])
    private static let authorization = TapePlace([AuthorizationRedactor()])
    private static let cookie = TapePlace([CookieRedactor()])
    private static let setCookie = TapePlace([SetCookieRedactor()])

    package static func header(_ treatment: HeaderPolicy.Treatment) -> TapePlace {
        switch treatment {
        case .keep: keptHeader
        case .unknown: unknownHeader
        case .authorization: authorization
        case .cookie: cookie
        case .setCookie: setCookie
        case .secret(let label): TapePlace([WholeRedactor(label: label)])
        case .word(let label): TapePlace([WholeRedactor(label: label, keepsWords: true)])
        case .withhold: TapePlace([])
        }
    }

    /// A body, by its media type or, if that says nothing, by how it begins.
    ///
    /// - Parameter known: what the documents of the request reveal about its members.
    package static func body(
        _ body: [UInt8], type: String?, isGraphQL: Bool = false, _ known: DocumentSecrets = DocumentSecrets()
    ) -> TapePlace {
        let sort = BodyKind(of: body, type: type)
        let isDocument = isGraphQL && (sort == .json || sort == .text)
        return TapePlace(
            (isDocument ? [GraphQLBodyRedactor()] : []) + redactors(of: body, sort, type: type, known, depth: 0))
    }

    package static func text(depth: Int, _ text: [UInt8]) -> TapePlace {
        TapePlace(redactors(of: text, BodyKind(of: text, type: nil), type: nil, DocumentSecrets(), depth: depth))
    }

    private static func redactors(
        of text: [UInt8], _ sort: BodyKind, type: String?, _ known: DocumentSecrets, depth: Int
    ) -> [any Redactor] {
        switch sort {
        case .json where !text.contains(UInt8(ascii: "\"")):
            // JSON whose quotation marks are themselves escaped.
            return [JSONRedactor(known: known, depth: depth), EscapedRedactor(depth: depth), UserInfoRedactor()]
        case .json: return [JSONRedactor(known: known, depth: depth), UserInfoRedactor()]
        case .form:
            // curl calls any -d a form, also JSON.
            let isDocument = text.first { !ASCII.isSpace($0) }.map { "{[".utf8.contains($0) } ?? false
            return (isDocument ? [JSONRedactor(known: known, depth: depth)] : []) + [FormRedactor(depth: depth)]
        case .multipart: return [MultipartRedactor(depth: depth), UserInfoRedactor()]
        case .script: return [ScriptRedactor(depth: depth)]
        case .style: return []
        case .markup: return [MarkupRedactor(depth: depth), UserInfoRedactor()]
        case .binary: return []
        case .text: break
        }
        let isConfiguration = type?.contains("yaml") ?? false || text.starts(with: "---".utf8)
        var redactors: [any Redactor] = [
            DelimitedRedactor(), AssignmentRedactor(isConfiguration: isConfiguration), KnownTokenRedactor(),
        ]
        // The body of a token request, in a file or a text.
        if text.firstPlace(of: Array("grant_type=".utf8)) != nil { redactors.append(FormRedactor(depth: depth)) }
        if text.contains(UInt8(ascii: "(")) { redactors.append(InsertRedactor()) }
        // HTML or JSON after other text: a response with a message in front, a line of a log.
        if text.contains(UInt8(ascii: "<")) {
            redactors.append(MarkupRedactor(depth: depth))
        } else if text.contains(UInt8(ascii: "\"")) {
            redactors.append(JSONRedactor(known: known, depth: depth))
        }
        if text.contains(UInt8(ascii: "^")) { redactors.append(EncodedQueryRedactor()) }
        return redactors + [
            AddressRedactor(isText: true), UserInfoRedactor(), EncodedRedactor(depth: depth),
            EscapedRedactor(depth: depth),
        ]
    }

    private static func graphQL(at path: String) -> [any Redactor] {
        GraphQLEndpoint.isEndpoint(at: path) ? [GraphQLAddressRedactor()] : []
    }

    /// The key of a request, which is built from redacted parts.
    package static let key = TapePlace([])

    // MARK: Commands

    /// A command line. Documents come first: text inside one is not an assignment of the line.
    package static func line(_ known: DocumentSecrets = DocumentSecrets()) -> TapePlace {
        TapePlace(

            [
                GraphQLTextRedactor(), CommandLineRedactor(known: known), JSONRedactor(known: known.forVariables),
                UserInfoRedactor(),
            ])
    }

    /// A file or an answer at a prompt. It may become a body, a GraphQL request or its document.
    package static func input(_ content: [UInt8], _ known: DocumentSecrets = DocumentSecrets()) -> TapePlace {
        let body = body(content, type: nil, isGraphQL: GraphQLTextRedactor.begins(content))
        guard !known.variables.isEmpty, BodyKind(of: content, type: nil) == .json else { return body }
        return TapePlace([JSONRedactor(known: known.forVariables)] + body.redactors)
    }

    package static func secret(_ label: String) -> TapePlace { TapePlace([WholeRedactor(label: label)]) }

    /// Output of a command: a page as received, possibly after a byte order mark, or text that may contain JSON.
    package static func output(_ bytes: [UInt8], _ known: DocumentSecrets = DocumentSecrets()) -> TapePlace {
        // In JSON a name and an equals sign at the end of a string are followed by no value.
        if isJSON(bytes) { return TapePlace([JSONRedactor(known: known), UserInfoRedactor()]) }
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        let isPage = text.first { !ASCII.isSpace($0) } == UInt8(ascii: "<")
        let reader: any Redactor = isPage ? MarkupRedactor() : ScriptRedactor()
        return TapePlace(
            [JSONRedactor(known: known), reader, UserInfoRedactor(), EncodedRedactor()]
                + (isPage ? [] : [AssignmentRedactor(isJoined: true)]))
    }

    /// Whether output is JSON, or lines of JSON. A script may also begin and end with a brace.
    private static func isJSON(_ bytes: [UInt8]) -> Bool {
        let first = bytes.first { !ASCII.isSpace($0) }
        guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return false }
        if (try? JSONDocument(bytes)) != nil { return true }
        return bytes.split(separator: 10).allSatisfy { (try? JSONDocument(Array($0))) != nil }
    }

    package static let settings = TapePlace(
        [GraphQLTextRedactor(), ProfileRedactor(), JSONRedactor(), UserInfoRedactor()])

    /// The reason phrase of an answer, which may be any text.
    package static func reason(_ text: String) -> TapePlace { .text(depth: 0, Array(text.utf8)) }

    package static let message = TapePlace([UserInfoRedactor(), AddressRedactor(isText: true)])
}

/// Which header values may be on a tape; the others are replaced, and the names are kept. Of a request, those with a
/// known name; of a response, all but those that a name or the value makes a secret.
package enum HeaderPolicy {
    package enum Treatment: Sendable, Hashable {
        /// Kept, except for secrets found by value or in a URL.
        case keep
        /// Kept unless the value looks like a token.
        case unknown
        case authorization
        case cookie
        case setCookie
        case secret(String)
        /// Replaced, except for a word that only describes the secret: clients depend on `X-MFA_TOKEN: invalid`.
        case word(String)
        case withhold
    }

    package static func ofRequest(_ name: String) -> Treatment { treatment(of: name, kept: requestNames) ?? .withhold }

    /// - Parameter harmless: names in lower case that the project keeps.
    package static func ofResponse(_ name: String, harmless: Set<String> = []) -> Treatment {
        let treatment = treatment(of: name, kept: responseNames) ?? .unknown
        switch treatment {
        case .secret(let label) where HeaderFields.same(name, "X-MFA_TOKEN"): return .word(label)
        case .secret, .unknown: return harmless.contains(ASCII.lowercased(name)) ? .keep : treatment
        default: return treatment
        }
    }

    private static func treatment(of name: String, kept: Set<String>) -> Treatment? {
        let name = ASCII.lowercased(name)
        if kept.contains(name) { return .keep }
        switch name {
        case "authorization", "proxy-authorization": return .authorization
        case "cookie": return .cookie
        case "set-cookie": return .setCookie
        default: return SecretNames.label(of: name).map { .secret($0) }
        }
    }

    /// Whether an instance sends or takes its own secrets there, which no client pages by.
    package static func isOfInstances(_ name: String) -> Bool {
        [
            "authorization", "proxy-authorization", "cookie", "set-cookie", "x-usertoken", "x-usertoken-response",
            "x-mfa_token",
        ].contains(ASCII.lowercased(name))
    }

    private static let requestNames = Set(
        words: """
            accept accept-charset accept-encoding accept-language cache-control connection content-encoding content-language
            content-length content-type date dnt expect host if-match if-modified-since if-none-match if-range
            if-unmodified-since origin pragma range referer te transfer-encoding upgrade-insecure-requests user-agent
            x-http-method x-http-method-override x-method-override x-no-response-body x-requested-with
            x-wantsessiondebugmessages
            """)

    /// Those whose values may look like a token and are none.
    private static let responseNames = Set(
        words: """
            content-disposition content-location etag link location server-timing www-authenticate x-attachment-metadata
            x-ratelimit-rule x-snowdeck-request-body x-transaction-id
            """
    ).union(requestIdentifiers)

    /// Numbers of requests, which proxies and services add.
    package static let requestIdentifiers = Set(
        words: """
            cf-ray request-id traceparent x-amz-cf-id x-amz-id-2 x-amz-request-id x-amzn-requestid x-amzn-trace-id
            x-cloud-trace-context x-correlation-id x-request-id
            """)
}
