package import ExchangeModel

// What each part of an exchange and of a command is read as.
extension Redaction {
    package func redact(_ request: HTTPRequest) -> HTTPRequest {
        var request = request
        // What a header line or the body gives away may be in the address too, and in other lines: those come after.
        let headers = redactPositions(of: request.headers, by: HeaderPolicy.ofRequest)
        let isGraphQL = GraphQLOperation.isSpoken(at: request.url.path)
        request.body = request.body.map { redactBody($0, type: headers["Content-Type"], isGraphQL: isGraphQL) }
        request.url = redact(request.url)
        request.headers = redactValues(of: headers)
        return request
    }

    /// An answer as the tape may hold it; `known` is what the documents of its request say of it.
    package func redact(_ response: HTTPResponse, knowing known: DocumentSecrets = DocumentSecrets()) -> HTTPResponse {
        var response = response
        // Header lines first: what cookies give away is then found in the body too. A line may quote what a later one or
        // the body gave away: a Location before the cookie that it repeats.
        let headers = redactPositions(of: response.headers, by: HeaderPolicy.ofResponse)
        response.body = redactBody(response.body, type: headers["Content-Type"], known)
        response.headers = redactValues(of: headers)
        response.reason = redact(response.reason, by: [])
        return response
    }

    package func redact(_ failure: TransportFailure) -> TransportFailure {
        TransportFailure(failure.kind, redact(failure.message, at: .message))
    }

    /// A command line as the tape and the history may hold it.
    ///
    /// - Parameter known: what is known of a document that the line names.
    package func redactLine(_ line: String, knowing known: DocumentSecrets = DocumentSecrets()) -> String {
        redact(line, at: .line(known))
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

    static func namesDocument(_ line: String) -> Bool {
        let words = line.split(maxSplits: 2, whereSeparator: \.isWhitespace)
        guard words.count > 1, words[0] == "graphql" else { return false }
        return words[1].drop { $0 == "'" || $0 == "\"" }.first == "@"
    }

    /// Rendered output: text in which JSON may be.
    package func redactOutput(_ bytes: [UInt8], knowing known: DocumentSecrets = DocumentSecrets()) -> [UInt8] {
        redactWhole(bytes, type: nil) { redact($0, at: .output($0, known)) }
    }

    func secrets(inOutput bytes: [UInt8], knowing known: DocumentSecrets) -> [Range<Int>] {
        edits(in: bytes, at: .output(bytes, known)).map(\.range)
    }

    /// What a command read from outside. A file that becomes a body is redacted as that body is.
    package func redactInput(_ bytes: [UInt8], knowing known: DocumentSecrets = DocumentSecrets()) -> [UInt8] {
        redactWhole(bytes, type: nil) { redact($0, at: .input($0, known)) }
    }

    /// A session's settings: JSON text, variables among them.
    package func redactSettings(_ text: String) -> String { redact(text, at: .settings) }

    package func redactText(_ text: String) -> String { redact(text, at: .message) }

    /// The placeholder on the tape for a secret that was typed at a prompt.
    package func placeholder(forAnswer secret: [UInt8], label: String) -> String {
        redact(String(decoding: secret, as: UTF8.self), at: .secret(label))
    }

    func redactBody(
        _ body: [UInt8], type: String?, isGraphQL: Bool = false, _ known: DocumentSecrets = DocumentSecrets()
    ) -> [UInt8] {
        redactWhole(body, type: type) { redact($0, at: .body($0, type: type, isGraphQL: isGraphQL, known)) }
    }

    /// A body as it is shown to people: every secret and every placeholder is a mask, live as in a replay.
    package func masked(
        _ body: [UInt8], type: String? = nil, knowing known: DocumentSecrets = DocumentSecrets()
    ) -> [UInt8] {
        if let whole = EncodedText(whole: body, type: type) {
            // The character set is that of the packed text.
            let essence = type.map { String($0.prefix { $0 != ";" }) }
            let plain = masked(whole.bytes, type: essence, knowing: known)
            return plain == whole.bytes ? body : whole.encode(plain)
        }
        guard BodySort(of: body, type: type) != .binary else { return body }
        return Self.maskingPlaceholders(in: redactBody(body, type: type, known))
    }

    package func masked(_ field: HeaderField) -> String {
        let treatment = HeaderPolicy.ofResponse(field.name)
        guard treatment == .keep else { return Self.mask }
        let value = redact(Array(field.value.utf8), at: .header(treatment))
        return String(decoding: Self.maskingPlaceholders(in: value), as: UTF8.self)
    }

    static func maskingPlaceholders(in bytes: [UInt8]) -> [UInt8] {
        let plain = Placeholder.ranges(in: bytes).map { Edit(range: $0, replacement: Array(mask.utf8), label: "") }
        let encoded = EncodedRedactor.texts(in: bytes) { Placeholder.ranges(in: $0.bytes).first }.map {
            Edit(range: $0.range, replacement: $0.text.encode(maskingPlaceholders(in: $0.text.bytes)), label: "")
        }
        return plain.isEmpty && encoded.isEmpty ? bytes : Edit.apply(Edit.merged(plain + encoded), to: bytes)
    }

    /// A text that may be packed or wide as a whole: it is unpacked, redacted and packed again.
    private func redactWhole(_ bytes: [UInt8], type: String?, by redact: ([UInt8]) -> [UInt8]) -> [UInt8] {
        guard let whole = EncodedText(whole: bytes, type: type) else { return redact(bytes) }
        let plain = redact(whole.bytes)
        return plain == whole.bytes ? bytes : whole.encode(plain)
    }

    func redact(_ url: HTTPURL) -> HTTPURL {
        var url = url
        url.path = redact(url.path, at: .path)
        url.query = url.query.map { redact($0, at: .query(after: url.path)) }
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
        case .withhold: value.isEmpty ? value : withhold(value)
        default: redact(value, at: .header(treatment))
        }
    }
}
