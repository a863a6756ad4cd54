package import ExchangeModel

// Redaction of each part of an exchange and of a command.
extension Redaction {
    package func redact(_ request: HTTPRequest) -> HTTPRequest {
        var request = request
        // A secret in a header field or the body may also be in the URL and in other fields, so those come after.
        let headers = redactPositions(of: request.headers, isRequest: true)
        let isGraphQL = GraphQLEndpoint.isEndpoint(at: request.url.path)
        request.body = request.body.map {
            EncodedText.noteCompression(of: $0, coding: headers["Content-Encoding"])
            return redactBody($0, type: headers["Content-Type"], isGraphQL: isGraphQL)
        }
        request.url = redact(request.url)
        request.headers = redactValues(of: headers, isRequest: true)
        return request
    }

    /// A response for the tape; `known` is what the documents of its request reveal about it.
    package func redact(_ response: HTTPResponse, knowing known: DocumentSecrets = DocumentSecrets()) -> HTTPResponse {
        var response = response
        // Header fields first, so that cookies are then found in the body. A field may repeat a secret of a later one
        // or of the body: a `Location` before the cookie it repeats.
        let headers = redactPositions(of: response.headers, isRequest: false)
        EncodedText.noteCompression(of: response.body, coding: headers["Content-Encoding"])
        response.body = redactBody(response.body, type: headers["Content-Type"], known)
        response.headers = redactValues(of: headers, isRequest: false)
        if !Self.usualReasons.contains(response.reason) {
            response.reason = redact(response.reason, at: .reason(response.reason))
        }
        return response
    }

    /// Most answers have one of these.
    private static let usualReasons: Set<String> = ["", "OK", "Created", "No Content", "Found", "Not Found"]

    package func redact(_ failure: TransportFailure) -> TransportFailure {
        TransportFailure(failure.kind, redact(failure.message, at: .message))
    }

    /// A command line for the tape and the history.
    ///
    /// - Parameter known: what the document named in the line reveals.
    package func redactLine(_ line: String, knowing known: DocumentSecrets = DocumentSecrets()) -> String {
        redact(line, at: .line(known))
    }

    /// A command line whose document is in a file that has not been read: no variable is kept, because any may be a
    /// secret. Nil for any other line.
    package func redactUnread(_ line: String) -> String? {
        guard Self.namesDocument(line) else { return nil }
        var known = DocumentSecrets()
        known.hidesVariables = true
        // A value hidden only as a precaution must not be searched for as a secret.
        return Redaction(secrets: SecretBook()).redactLine(redactLine(line), knowing: known)
    }

    /// A command line that may name a document; `known` is nil if the document has not been read.
    package func redact(line: String, knowing known: DocumentSecrets?) -> String {
        if let known { return redactLine(line, knowing: known) }
        return redactUnread(line) ?? redactLine(line)
    }

    /// The label if a line assigns a file to a secret's name: `user_password=@FILE`, `--var p=@FILE`.
    package static func label(ofFile name: String, in line: String, _ known: DocumentSecrets) -> String? {
        for word in line.split(whereSeparator: { $0.isWhitespace || $0 == "'" || $0 == "\"" }) {
            guard word.hasSuffix("=@" + name) else { continue }
            var target = word.dropLast(name.count + 2)
            if target.hasPrefix("--var=") { target = target.dropFirst(6) }
            if let label = SecretNames.label(of: Array(target.utf8)) ?? known.forVariables.aliases[String(target)] {
                return label
            }
        }
        return nil
    }

    static func namesDocument(_ line: String) -> Bool {
        let words = line.split(maxSplits: 2, whereSeparator: \.isWhitespace)
        guard words.count > 1, words[0] == "graphql" else { return false }
        return words[1].drop { $0 == "'" || $0 == "\"" }.first == "@"
    }

    /// Rendered output: text that may contain JSON.
    package func redactOutput(_ bytes: [UInt8], knowing known: DocumentSecrets = DocumentSecrets()) -> [UInt8] {
        redactWhole(bytes, type: nil) { redact($0, at: .output($0, known)) }
    }

    package func secrets(inOutput bytes: [UInt8], knowing known: DocumentSecrets) -> [Range<Int>] {
        edits(in: bytes, at: .output(bytes, known)).map(\.range)
    }

    /// Input of a command. A file that becomes a body is redacted like that body.
    package func redactInput(_ bytes: [UInt8], knowing known: DocumentSecrets = DocumentSecrets()) -> [UInt8] {
        redactWhole(bytes, type: nil) { redact($0, at: .input($0, known)) }
    }

    /// A session's settings: JSON with the variables.
    package func redactSettings(_ text: String) -> String { redact(text, at: .settings) }

    package func redactText(_ text: String) -> String { redact(text, at: .message) }

    package func placeholder(forAnswer secret: [UInt8], label: String) -> String {
        redact(String(decoding: secret, as: UTF8.self), at: .secret(label))
    }

    func redactBody(
        _ body: [UInt8], type: String?, isGraphQL: Bool = false, _ known: DocumentSecrets = DocumentSecrets()
    ) -> [UInt8] {
        redactWhole(body, type: type) { redact($0, at: .body($0, type: type, isGraphQL: isGraphQL, known)) }
    }

    /// A body for display: every secret and placeholder is masked, live and in a replay.
    package func masked(
        _ body: [UInt8], type: String? = nil, knowing known: DocumentSecrets = DocumentSecrets()
    ) -> [UInt8] {
        if let whole = EncodedText(opening: body, type: type) {
            let shown = whole.changing { masked($0, type: Self.essence(type, of: whole), knowing: known) } ?? body
            return Self.maskingPlaceholders(in: redact(shown, by: []))
        }
        guard BodyKind(of: body, type: type) != .binary else { return body }
        // What a text is taken for may depend on what is in it, also on a mask.
        let shown = Self.repeated(body) { Self.maskingPlaceholders(in: redactBody($0, type: type, known)) }
        return shown ?? Array(Self.mask.utf8)
    }

    /// A text after a change that is repeated until nothing changes; nil if that takes too long.
    static func repeated(_ bytes: [UInt8], _ change: ([UInt8]) -> [UInt8]) -> [UInt8]? {
        var bytes = bytes
        for _ in 0..<mostRounds {
            let changed = change(bytes)
            if changed == bytes { return bytes }
            bytes = changed
        }
        return nil
    }

    private static let mostRounds = 16

    /// A reason phrase for display.
    package func masked(reason: String) -> String {
        let value = redact(Array(reason.utf8), at: .reason(reason))
        return String(decoding: Self.maskingPlaceholders(in: value), as: UTF8.self)
    }

    package func masked(_ field: HeaderField) -> String {
        let treatment = HeaderPolicy.ofResponse(field.name, harmless: secrets.harmlessHeaders)
        guard treatment == .keep || treatment == .unknown else { return Self.mask }
        let value = redact(Array(field.value.utf8), at: .header(treatment))
        return String(decoding: Self.maskingPlaceholders(in: value), as: UTF8.self)
    }

    static func maskingPlaceholders(in bytes: [UInt8]) -> [UInt8] {
        let plain = Placeholder.ranges(in: bytes).map { Edit(range: $0, replacement: Array(mask.utf8), label: "") }
        let texts =
            Placeholder.mayBeEncoded(in: bytes)
            ? EncodedRedactor.texts(in: bytes) { Placeholder.ranges(in: $0.bytes).first } : []
        let encoded = texts.map {
            Edit(range: $0.range, replacement: $0.text.encode(maskingPlaceholders(in: $0.text.bytes)), label: "")
        }
        return Edit.apply(Edit.merged(plain + encoded), to: bytes)
    }

    /// Decodes a text that is encoded as a whole, redacts it and encodes it again. Secrets are also searched for in the
    /// encoded text, because other bytes may look like UTF-16.
    private func redactWhole(
        _ bytes: [UInt8], type: String?, depth: Int = 0, by redact: ([UInt8]) -> [UInt8]
    ) -> [UInt8] {
        Inspection.within {
            guard let whole = EncodedText(opening: bytes, type: type) else { return redact(bytes) }
            guard Inspection.admits(0, depth: depth + 1) else { return self.redact(bytes, by: []) }
            let type = Self.essence(type, of: whole)
            let changed = whole.changing { part in
                redactWhole(part, type: type, depth: depth + 1) { [self] bytes in
                    whole.isArchive ? self.redact(bytes, at: .body(bytes, type: nil)) : redact(bytes)
                }
            }
            return self.redact(changed ?? bytes, by: [])
        }
    }

    /// The media type of the text in an encoded one: a charset described that, and a file in an archive has none.
    private static func essence(_ type: String?, of whole: EncodedText) -> String? {
        whole.isArchive ? nil : type.map { String($0.prefix { $0 != ";" }) }
    }

    package func redact(_ url: HTTPURL) -> HTTPURL {
        var url = url
        url.path = redact(url.path, at: .path)
        url.query = url.query.map { redact($0, at: .query(after: url.path)) }
        return url
    }

    private func redactPositions(of headers: HeaderFields, isRequest: Bool) -> HeaderFields {
        let plain = plainFields().fields
        let fields = headers.fields.map { field in
            if plain.contains(PlainField(isRequest: isRequest, field: field)) { return field }
            return redactPositions(of: field, isRequest: isRequest)
        }
        return HeaderFields(fields)
    }

    private func redactPositions(of field: HeaderField, isRequest: Bool) -> HeaderField {
        let name = field.name
        let treatment =
            isRequest ? HeaderPolicy.ofRequest(name) : HeaderPolicy.ofResponse(name, harmless: secrets.harmlessHeaders)
        if treatment == .withhold { return HeaderField(name, field.value.isEmpty ? "" : withhold(field.value)) }
        let value = redact(field.value, at: .header(treatment))
        if !isRequest, value != field.value, Mask.isWhole(value.utf8), !HeaderPolicy.isOfInstances(name) {
            noteWithheld(header: name)
        }
        return HeaderField(name, value)
    }

    /// Redacts fields by value, after their positions. Redacting the result again would not change it.
    private func redactValues(of headers: HeaderFields, isRequest: Bool) -> HeaderFields {
        let (plain, secrets) = plainFields()
        var others: [PlainField] = []
        let fields = headers.fields.map { field in
            if plain.contains(PlainField(isRequest: isRequest, field: field)) { return field }
            var redacted = HeaderField(field.name, redact(field.value, by: []))
            // A secret may have contained what ends a value.
            if redacted != field { redacted = redactPositions(of: redacted, isRequest: isRequest) }
            // Texts with other characters may be equal without having the same bytes.
            if redacted.value.utf8.allSatisfy({ $0 < 0x80 }) {
                others.append(PlainField(isRequest: isRequest, field: redacted))
            }
            return redacted
        }
        keep(others, secrets: secrets)
        return HeaderFields(fields)
    }
}
