package import CassetteStore
package import ExchangeModel

/// A command with its input and output.
package struct TapedCommand: Sendable {
    package var record: CommandRecord
    package var inputs: [InputRecord]
    package var output: [UInt8]
    package var errorOutput: [UInt8]

    package func redacted(by redaction: Redaction) -> TapedCommand {
        var command = self
        let known = DocumentSecrets(of: Array(record.line.utf8))
        command.record.line = redaction.redactLine(record.line, knowing: known)
        command.inputs = inputs.map {
            InputRecord(
                kind: $0.kind, name: redaction.redactText($0.name),
                content: $0.kind == InputKind.secret.rawValue
                    ? Array(redaction.placeholder(forAnswer: $0.content, label: "password").utf8)
                    : redaction.redactInput($0.content, knowing: known))
        }
        command.output = redaction.redactOutput(output, knowing: known)
        command.errorOutput = redaction.redactOutput(errorOutput, knowing: known)
        return command
    }
}

/// A tape as it may leave the machine: everything is redacted again, so a secret that an older version recorded is not
/// exported.
package struct RedactedTape: Sendable {
    package struct Exchange: Sendable {
        package var record: ExchangeRecord
        /// False for a request that cannot be parsed, possible only on a damaged tape: it cannot be redacted, so its
        /// content is left out.
        package var isReadable = true
        package var hadSecrets = false
    }

    package let cassette: Cassette
    private let redaction: Redaction

    package init(_ cassette: Cassette, secrets: SecretBook) {
        self.cassette = cassette
        redaction = Redaction(secrets: secrets)
    }

    /// All sessions. Their users are needed to redact commands and exchanges, so they are read first.
    package func sessions() throws(CassetteError) -> [SessionRecord] {
        try cassette.sessions().map { session in
            var session = session
            redaction.note(user: session.user)
            session.settings = redaction.redactSettings(session.settings)
            return session
        }
    }

    package func command(_ record: CommandRecord) throws(CassetteError) -> TapedCommand {
        TapedCommand(
            record: record, inputs: try cassette.inputs(of: record.id),
            output: try cassette.output(of: record.id, .standardOutput),
            errorOutput: try cassette.output(of: record.id, .standardError)
        ).redacted(by: redaction)
    }

    package func exchange(_ id: Int64) throws(CassetteError) -> Exchange? {
        guard let before = try cassette.exchange(id) else { return nil }
        var record = before
        let request = HTTPRequest(before.request)
        if let request {
            let redacted = redaction.redact(request)
            record.request.url = redacted.url.description
            record.request.headers = redacted.headers
            record.request.body = redacted.body
            if case .response(let response) = record.outcome {
                record.outcome = .response(redaction.redact(response, knowing: DocumentSecrets(of: request)))
            }
        } else {
            record.request.url = "about:blank"
            record.request.headers = HeaderFields()
            record.request.body = nil
            record.outcome = .interrupted
        }
        return Exchange(record: record, isReadable: request != nil, hadSecrets: record != before)
    }
}

extension HTTPRequest {
    package init?(_ record: RequestRecord) {
        guard let url = HTTPURL(record.url) else { return nil }
        self.init(
            HTTPMethod(rawValue: record.method), url, headers: record.headers, body: record.body,
            purpose: RequestPurpose(rawValue: record.purpose) ?? .command, principal: record.principal)
    }
}
