package import CassetteStore
package import ExchangeModel
import Notation
import Redactors

/// Searches a tape for secrets: whatever redacting it again would change is a finding, as is text that looks like a
/// token or cannot be read.
package struct Audit {
    private let cassette: Cassette
    private let redaction: Redaction
    private let harmless: Set<String>
    private let maxFindings: Int
    private var publicValues = PublicValues()

    /// Sessions and commands first, then exchanges, each in recorded order.
    package private(set) var findings: [AuditFinding] = []
    package private(set) var exchanges = 0
    /// Whether the audit stopped at the maximum number of findings, with the rest of the tape unread.
    package var isCapped: Bool { findings.count >= maxFindings }

    /// Audits a whole tape. `secrets` are the ones this process knows; they are searched for by value.
    package init(of cassette: Cassette, secrets: SecretBook = SecretBook(), maxFindings: Int = 1000) {
        self.cassette = cassette
        self.maxFindings = maxFindings
        redaction = Redaction(secrets: secrets)
        harmless = secrets.harmlessHeaders
        var place = "the tape"
        do throws(CassetteError) {
            // Exchanges first: the values they name are then recognized in the output of commands.
            try auditExchanges(&place)
            let count = findings.count
            try auditSessions(&place)
            findings = Array(findings[count...] + findings[..<count])
        } catch {
            findings.append(AuditFinding(holder: place, part: "content", offset: nil, kind: .unreadable(error.message)))
        }
        findings.removeLast(max(0, findings.count - maxFindings))
    }

    private mutating func auditSessions(_ place: inout String) throws(CassetteError) {
        for session in try cassette.sessions() {
            place = "session \(session.id)"
            look(at: session.settings, "settings", of: place, at: .settings)
            look(at: session.instance, "instance", of: place, at: .message)
        }
        try cassette.forEachCommand { (command) throws(CassetteError) in
            guard !isCapped else { return }
            place = "command \(command.id)"
            look(at: command.line, "line", of: place, at: .line())
            for input in try cassette.inputs(of: command.id) {
                look(at: input.name, "input name", of: place, at: .message)
                let isSecret = input.kind == InputKind.secret.rawValue
                look(
                    at: input.content, "input " + input.name, of: place,
                    isSecret ? { _ in .secret("password") } : { .input($0) })
            }
            for (stream, name) in [(OutputStream.standardOutput, "output"), (.standardError, "error output")] {
                look(at: try cassette.output(of: command.id, stream), name, of: place) { .output($0) }
            }
        }
    }

    private mutating func auditExchanges(_ place: inout String) throws(CassetteError) {
        let harmless = harmless.union(HeaderPolicy.requestIdentifiers)
        var names = RequestNames()
        try cassette.forEachRequest { (listed) throws(CassetteError) in
            guard !isCapped else { return }
            place = names.next(listed.id, of: listed.request.command)
            let count = findings.count
            defer { for index in findings.indices.dropFirst(count) { findings[index].exchange = listed.id } }
            look(at: listed.request, of: place)
            exchanges += 1
            switch try cassette.answer(listed.id) {
            case .response(let response):
                look(at: response.reason, "reason phrase", of: place, at: .reason(response.reason))
                for field in response.headers where harmless.contains(ASCII.lowercased(field.name)) {
                    publicValues.take(tokensOf: field)
                }
                look(at: response.headers, "answer", of: place) { HeaderPolicy.ofResponse($0, harmless: harmless) }
                let type = response.headers["Content-Type"]
                let known = HTTPRequest(listed.request).map { DocumentSecrets(of: $0) } ?? DocumentSecrets()
                look(at: response.body, "answer body", of: place, body: response.headers) {
                    .body($0, type: type, known)
                }
            case .failure(let failure): look(at: failure.message, "failure", of: place, at: .message)
            case .interrupted, nil: break
            }
        }
    }

    private mutating func look(at request: RequestRecord, of holder: String) {
        let url = HTTPURL(request.url)
        let isGraphQL = url.map { GraphQLEndpoint.isEndpoint(at: $0.path) } ?? false
        look(at: request.url, "address", of: holder, at: .address(url))
        if url == nil {
            findings.append(
                AuditFinding(holder: holder, part: "address", offset: nil, kind: .unreadable("it is not an address.")))
        }
        look(at: request.key, "key", of: holder, at: .key)
        look(at: request.headers, "request", of: holder, HeaderPolicy.ofRequest)
        guard let body = request.body else { return }
        let type = request.headers["Content-Type"]
        look(at: body, "request body", of: holder, body: request.headers) {
            .body($0, type: type, isGraphQL: isGraphQL)
        }
    }

    private mutating func look(
        at headers: HeaderFields, _ side: String, of holder: String, _ policy: (String) -> HeaderPolicy.Treatment
    ) {
        for field in headers {
            let part = side + " header " + field.name
            publicValues.read(field)
            let treatment = policy(field.name)
            if treatment == .withhold {
                guard !field.value.isEmpty, !Mask.isWhole(field.value.utf8) else { continue }
                findings.append(AuditFinding(holder: holder, part: part, offset: 0, kind: .position("header")))
            } else {
                look(at: field.value, part, of: holder, at: .header(treatment))
            }
        }
    }

    private mutating func look(at text: String, _ part: String, of holder: String, at place: TapePlace) {
        look(at: Array(text.utf8), part, of: holder) { _ in place }
    }

    /// - Parameter headers: those of the message, if the text is its body.
    private mutating func look(
        at bytes: [UInt8], _ part: String, of holder: String, body headers: HeaderFields? = nil,
        _ place: ([UInt8]) -> TapePlace
    ) {
        guard !isCapped else { return }
        let (_, obstacles) = Inspection.reading {
            if let headers { EncodedText.noteCompression(of: bytes, coding: headers["Content-Encoding"]) }
            search(bytes, part, of: holder, type: headers?["Content-Type"], depth: 0, place)
        }
        for obstacle in obstacles {
            findings.append(
                AuditFinding(holder: holder, part: part, offset: nil, kind: .unchecked(obstacle.description)))
        }
    }

    /// A text that is encoded or UTF-16 as a whole is decoded first; offsets refer to the decoded text.
    private mutating func search(
        _ bytes: [UInt8], _ part: String, of holder: String, type: String?, depth: Int, _ place: ([UInt8]) -> TapePlace
    ) {
        Inspection.grant(bytes.count)
        if let whole = EncodedText(opening: bytes, type: type) {
            guard Inspection.admits(0, depth: depth + 1) else { return }
            for (range, name) in whole.parts where !isCapped {
                search(
                    Array(whole.bytes[range]), part + (name.map { ", file \($0)" } ?? ""), of: holder, type: nil,
                    depth: depth + 1, name == nil ? place : { .body($0, type: nil) })
            }
            return
        }
        var seen: [Range<Int>] = []
        for edit in redaction.edits(in: bytes, at: place(bytes))
        where !seen.contains(where: { $0.overlaps(edit.range) }) {
            guard seen.count < maxFindings else { return }
            seen.append(edit.range)
            let kind = edit.label == "value" ? AuditFinding.Kind.known : .position(edit.label)
            findings.append(AuditFinding(holder: holder, part: part, offset: edit.range.lowerBound, kind: kind))
        }
        let tokens = TokenScan.tokens(in: bytes)
        if !tokens.isEmpty { publicValues.read(bytes) }
        for token in tokens where !seen.contains(where: { $0.overlaps(token) }) {
            guard seen.count < maxFindings else { return }
            if publicValues.contains(bytes[token]) || isReadText(token, of: bytes) { continue }
            seen.append(token)
            findings.append(AuditFinding(holder: holder, part: part, offset: token.lowerBound, kind: .token))
        }
    }

    /// Whether a token-like run is encoded text that was decoded and contains no token. Text without any structure does
    /// not count: it may be the `user:password` of HTTP Basic authentication.
    private mutating func isReadText(_ token: Range<Int>, of bytes: [UInt8]) -> Bool {
        let run = Base64Text.run(around: token, in: bytes)
        guard let text = EncodedText(run: bytes[run]) else { return false }
        let plain = EncodedText(whole: text.bytes)?.bytes ?? text.bytes
        let hasStructure = plain.contains { "{<=*".utf8.contains($0) } || EncodedText(run: plain[...]) != nil
        // A key has placeholders without a number.
        guard hasStructure || plain.firstPlace(of: Array(Placeholder.mark.utf8)) != nil else { return false }
        let unnumbered = Placeholder.unnumbered(plain)
        publicValues.read(unnumbered)
        for token in TokenScan.tokens(in: unnumbered)
        where !publicValues.contains(unnumbered[token]) && !isReadText(token, of: unnumbered) { return false }
        return true
    }
}
