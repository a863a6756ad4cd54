package import ExchangeModel
package import Notation

/// The part of a browser's request that matters to the instance. It is recorded on the tape; the same visits lead to
/// the same requests.
package struct RelayRequest: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable {
        case document
        /// A cacheable asset: a style sheet, a script or an image.
        case asset
        case data
    }

    package var method: HTTPMethod
    package var target: String
    package var kind: Kind
    package var headers: HeaderFields
    package var body: [UInt8]?
    /// The page whose form was sent, as path and query.
    package var page: String?

    package init(
        _ method: HTTPMethod, _ target: String, _ kind: Kind, headers: HeaderFields = [:], body: [UInt8]? = nil,
        page: String? = nil
    ) {
        self.method = method
        self.target = target
        self.kind = kind
        self.headers = headers
        self.body = body
        self.page = page
    }

    /// The headers that are passed on; none that identify the browser or the origin.
    private static let kept = ["Content-Type", "X-Requested-With", "X-UserToken"]

    init(_ request: HTTPRequest) {
        method = request.method
        target = request.url.target
        body = request.body
        let accept = request.headers["Accept"] ?? ""
        kind =
            switch request.headers["Sec-Fetch-Dest"] {
            case "document", "iframe", "frame", "embed", "object": .document
            case "empty": .data
            case nil: accept.contains("text/html") ? .document : .data
            default: .asset
            }
        headers = HeaderFields(
            Self.kept.compactMap { name in request.headers[name].map { HeaderField(name, $0) } })
        // REST has its own session, to which a page's token does not apply.
        if request.url.path.hasPrefix("/api/") { headers.remove("X-UserToken") }
        // An explicit `Accept` of a script is passed on; the defaults differ between browsers.
        if kind == .data, !accept.isEmpty, !accept.contains("*/*") { headers.append("Accept", accept) }
        if body?.isEmpty ?? true { headers.remove("Content-Type") }
        if kind == .document, method != .get, method != .head,
            let page = request.headers["Referer"].flatMap({ HTTPURL($0) }),
            page.origin == request.url.origin
        {
            self.page = page.target
        }
    }

    /// The fields of the form in the body, without files.
    var entries: [FormSubmission.Entry] {
        guard let body else { return [] }
        let type = headers["Content-Type"] ?? ""
        guard HeaderValue(type)?.essence == "multipart/form-data" else {
            return PercentCoding.fields(of: String(decoding: body, as: UTF8.self))
                .map { FormSubmission.Entry($0.name, .text($0.value)) }
        }
        let parts = (try? MultipartForm(body, contentType: type))?.parts ?? []
        return parts.filter { $0.fileName == nil }
            .map { FormSubmission.Entry($0.name, .text(String(decoding: body[$0.content], as: UTF8.self))) }
    }
}

extension RelayRequest {
    /// The visit as JSON. Secrets are omitted, because a replay does not need them.
    package var json: JSON {
        var members: [JSON.Member] = [
            JSON.Member("method", .string(method.rawValue)), JSON.Member("kind", .string(kind.rawValue)),
            JSON.Member("target", .string(target)),
        ]
        if !headers.isEmpty {
            let lines = headers.map {
                JSON.Member($0.name, .string(HeaderFields.same($0.name, "X-UserToken") ? Self.withheld : $0.value))
            }
            members.append(JSON.Member("headers", .object(lines)))
        }
        if let page { members.append(JSON.Member("page", .string(page))) }
        if let body {
            let kept = Self.withoutSecrets(body, type: headers["Content-Type"] ?? "")
            if let text = String(validating: kept, as: UTF8.self) {
                members.append(JSON.Member("body", .string(text)))
            } else {
                members.append(JSON.Member("base64", .string(Base64.encode(kept))))
            }
        }
        return .object(members)
    }

    /// Parses the JSON form.
    package init?(_ json: JSON) {
        guard let method = json["method"]?.scalarText, let target = json["target"]?.scalarText,
            target.utf8.first == UInt8(ascii: "/"), let kind = json["kind"]?.scalarText.flatMap(Kind.init)
        else { return nil }
        var headers = HeaderFields()
        if case .object(let lines)? = json["headers"] {
            for line in lines { headers.append(line.name, line.value.scalarText ?? "") }
        }
        let body =
            json["body"]?.scalarText.map { Array($0.utf8) }
            ?? json["base64"]?.scalarText.flatMap { Base64.decode(Array($0.utf8)) }
        self.init(
            HTTPMethod(rawValue: method), target, kind, headers: headers, body: body, page: json["page"]?.scalarText)
    }

    /// The redaction placeholder of tapes, so that a replay's request equals the recorded one.
    private static let withheld = "REDACTED"

    private static func withoutSecrets(_ body: [UInt8], type: String) -> [UInt8] {
        switch HeaderValue(type)?.essence {
        case "application/x-www-form-urlencoded":
            let fields = body.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false).map { field in
                let name = field.prefix { $0 != UInt8(ascii: "=") }
                return FormSubmission.isSecret(name) ? name + Array(("=" + withheld).utf8) : field
            }
            return Array(fields.joined(separator: [UInt8(ascii: "&")]))
        case "multipart/form-data":
            // An unparsable body cannot be redacted.
            guard let form = try? MultipartForm(body, contentType: type) else { return Array(withheld.utf8) }
            var kept: [UInt8] = [], place = 0
            for part in form.parts where FormSubmission.isSecret(part.name.utf8) {
                kept += body[place..<part.content.lowerBound] + Array(withheld.utf8)
                place = part.content.upperBound
            }
            return kept + body[place...]
        default: return body
        }
    }
}
