package import ExchangeModel
import Notation
import Synchronization

/// Replaces secrets with placeholders, equal secrets of a session with equal ones. First by position (header fields,
/// cookies, secret fields), then by value: secrets found by position or in the `SecretBook` are replaced everywhere.
/// Redacting twice is the same as once.
package final class Redaction: Sendable {
    /// A header field of requests or of responses.
    struct PlainField: Hashable {
        let isRequest: Bool
        let field: HeaderField
    }

    /// What to do with secrets in traffic that this process does not sign in with.
    package enum SecretSharing: Sendable {
        case none
        case publishes
        case subscribes
    }

    let secrets: SecretBook
    private let sharing: SecretSharing
    let state = Mutex(State())

    /// Whether values with that name (a column, a variable) are always secret.
    package static func isSecret(_ name: String) -> Bool { SecretNames.label(of: name) != nil }

    /// The ranges of secrets in a GraphQL document, by argument names, in order, for display. Placeholders are
    /// included.
    package static func secrets(inDocument document: [UInt8]) -> [Range<Int>] {
        GraphQLSecretScan(document).finds.map(\.range)
    }

    package static let mask = "********"

    /// `secrets` may grow at any time; new entries are found from then on.
    package init(secrets: SecretBook, sharing: SecretSharing = .none) {
        self.secrets = secrets
        self.sharing = sharing
    }

    /// Adds a user's name. From now on it is never redacted by value, even if it is also a secret: a replay, which
    /// knows no secrets, must find the requests that contain it.
    package func note(user name: String?) {
        guard let name, !name.isEmpty else { return }
        state.withLock { _ = $0.names.insert(Array(name.utf8)) }
    }

    /// Redacts a text by the redactors' finds, then by value, until nothing changes: where a value ends may depend on
    /// what was in it, as in `?token=a#b;c`. A text that changes too often is withheld.
    package func redact(_ bytes: [UInt8], by redactors: [any Redactor]) -> [UInt8] {
        guard !bytes.isEmpty else { return bytes }
        return Inspection.within { redactRepeatedly(bytes, by: redactors) }
    }

    private func redactRepeatedly(_ bytes: [UInt8], by redactors: [any Redactor]) -> [UInt8] {
        let redacted = Self.repeated(bytes) { bytes in
            Inspection.grant(bytes.count)
            var bytes = bytes
            for redactor in redactors {
                let edits = edits(for: redactor.finds(in: bytes), in: bytes)
                bytes = Edit.apply(widened(edits, in: bytes), to: bytes)
            }
            return Edit.apply(edits(byValueIn: bytes), to: bytes)
        }
        return redacted ?? Array(Placeholder.text("text").utf8)
    }

    /// Edits that end inside a known secret extended to its ends: a value may seem to end at one of its characters, as in
    /// `password=a;b`, and the rest would no longer be found by value.
    private func widened(_ edits: [Edit], in bytes: [UInt8]) -> [Edit] {
        guard !edits.isEmpty else { return [] }
        let search = currentSearch()
        let occurrences = search.occurrences(in: bytes).filter {
            $0.spelling == .plain && search.secrets[$0.secret].count >= PatternSearch.window
        }
        let secrets = Edit.merged(occurrences.map { Edit(range: $0.range, replacement: [], label: "") })
        guard !secrets.isEmpty else { return edits }
        var next = 0
        return Edit.merged(
            edits.map { edit in
                var edit = edit
                while next < secrets.count, secrets[next].range.upperBound <= edit.range.lowerBound { next += 1 }
                for secret in secrets[next...].prefix(while: { $0.range.lowerBound < edit.range.upperBound }) {
                    let start = min(secret.range.lowerBound, edit.range.lowerBound)
                    edit.range = start..<max(secret.range.upperBound, edit.range.upperBound)
                }
                return edit
            })
    }

    package func redact(_ text: String, by redactors: [any Redactor]) -> String {
        let before = Array(text.utf8)
        let after = redact(before, by: redactors)
        return after == before ? text : String(decoding: after, as: UTF8.self)
    }

    package func redact(_ bytes: [UInt8], at place: TapePlace) -> [UInt8] { redact(bytes, by: place.redactors) }
    package func redact(_ text: String, at place: TapePlace) -> String { redact(text, by: place.redactors) }

    /// The edits that redaction would make, by position and by value; used by the audit.
    package func edits(in bytes: [UInt8], at place: TapePlace) -> [Edit] {
        Inspection.within {
            Inspection.grant(bytes.count)
            return place.redactors.flatMap { edits(for: $0.finds(in: bytes), in: bytes) } + edits(byValueIn: bytes)
        }
    }

    private func edits(for finds: [Find], in bytes: [UInt8]) -> [Edit] {
        guard !finds.isEmpty else { return [] }
        return finds.compactMap { find in
            if let encoded = find.encoded { return edit(for: find, encoded) }
            if let known = find.known {
                let placeholder = state.withLock { $0.placeholder(for: known, label: "secret") }
                return Edit(range: find.range, replacement: Array(placeholder.utf8), label: find.label)
            }
            let written = bytes[find.range]
            if written.isEmpty { return nil }
            if find.label == SecretWords.Kind.credential.rawValue, Self.describesCredentials(written) { return nil }
            let secret = find.secret(in: bytes)
            if Mask.isWhole(secret) { return nil }
            var placeholder = Array(
                (find.label == "header"
                    ? withhold(String(decoding: secret, as: UTF8.self))
                    : self.placeholder(for: secret, label: find.label)).utf8)
            if find.isBare {
                let quote = find.written([UInt8(ascii: "\"")])
                placeholder = quote + placeholder + quote
            }
            return Edit(range: find.range, replacement: placeholder, label: find.label)
        }
    }

    /// An encoded text with its secrets replaced, encoded again; nil if it contains none.
    private func edit(for find: Find, _ encoded: Find.Encoded) -> Edit? {
        let inner = edits(for: encoded.finds, in: encoded.text.bytes)
        guard let first = inner.first, let text = encoded.text.applying(Edit.merged(inner)) else { return nil }
        return Edit(range: find.range, replacement: find.written(text), label: first.label)
    }

    /// Whether a value is a sys_id or a record's URL, because a field named like credentials is often a reference to the
    /// record that contains them, or a credentials mode of the Fetch standard.
    private static func describesCredentials(_ value: ArraySlice<UInt8>) -> Bool {
        if ["omit", "same-origin", "include"].contains(where: { value.elementsEqual($0.utf8) }) { return true }
        let id = value.suffix(32)
        guard SysIDForm.isStored(id) else { return false }
        return value.count == 32 || value[id.startIndex - 1] == UInt8(ascii: "/")
    }

    private func placeholder(for secret: [UInt8], label: String) -> String {
        let (placeholder, new) = state.withLock { state -> (String, [CredentialPart]) in
            if let known = state.numbers[secret] {
                state.line.add(secret, known)
                return (known, [])
            }
            var new = state.learn(secret, label: label) ? [CredentialPart(secret: secret, label: label)] : []
            let placeholder = state.placeholder(for: secret, label: label)
            state.line.add(secret, placeholder)
            // The server may answer with the password alone.
            for part in CredentialPart.parts(of: secret, label) where state.learn(part.secret, label: part.label) {
                state.line.add(part.secret, state.placeholder(for: part.secret, label: part.label))
                new.append(part)
            }
            return (placeholder, new)
        }
        if sharing == .publishes {
            for part in new {
                if let text = String(validating: part.secret, as: UTF8.self) { secrets.overhear(text, as: part.label) }
            }
        }
        return placeholder
    }

    private func edits(byValueIn bytes: [UInt8]) -> [Edit] {
        let search = currentSearch()
        if search.isEmpty { return [] }
        let redactor = KnownValueRedactor(search: search, names: state.withLock(\.names))
        return edits(for: redactor.finds(in: bytes), in: bytes)
    }

    /// The search, updated with new entries of the book.
    func currentSearch() -> SecretSearch {
        let version = secrets.version
        return state.withLock { state in
            if version > state.readCount {
                let entries = secrets.all
                for entry in entries[state.readCount...] where !entry.isOverheard || sharing == .subscribes {
                    let text = Array(entry.text.utf8)
                    if state.learn(text, label: entry.label) { _ = state.placeholder(for: text, label: entry.label) }
                }
                state.readCount = entries.count
            }
            return state.search
        }
    }

    // MARK: The line of a command

    /// Forgets the secrets of earlier commands, when a command begins that is not a step.
    package func beginLine() { state.withLock { $0.line = LineSecrets() } }

    /// Registers a value that was withheld without being a known secret, so that the command's line does not keep it.
    func withhold(_ value: String) -> String {
        if Mask.isWhole(value.utf8) { return value }
        let placeholder = Placeholder.text("header")
        state.withLock { $0.line.add(Array(value.utf8), placeholder) }
        return placeholder
    }

    /// A line without the secrets that its own requests and responses revealed.
    package func hidingLineSecrets(in line: String) -> String {
        let bytes = Array(line.utf8)
        let secrets = state.withLock { $0.line }
        let hidden = secrets.hidden(in: bytes)
        return hidden == bytes ? line : String(decoding: hidden, as: UTF8.self)
    }
}

/// A secret inside another one: the password of `Authorization: Basic`, the text of a percent-encoded cookie.
///
/// A server may repeat only this part, so it is searched for by value like the whole. A user name is no secret.
struct CredentialPart {
    package let secret: [UInt8]
    package let label: String

    package static func parts(of secret: [UInt8], _ label: String) -> [CredentialPart] {
        switch label {
        case "authorization": passwords(of: secret) ?? parameters(of: secret)
        case "cookie": decoded(secret).map { [CredentialPart(secret: $0, label: label)] } ?? []
        default: []
        }
    }

    /// The password of `user:password` in base64 (RFC 7617), in UTF-8 also if it was sent in Latin-1, and decoded if it
    /// is the percent-encoded secret of an OAuth client (RFC 6749, 2.3.1). Nil for other credentials.
    private static func passwords(of credentials: [UInt8]) -> [CredentialPart]? {
        guard let bytes = Base64.decode(credentials[...]), let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else {
            return nil
        }
        var password = Array(bytes[(colon + 1)...])
        // A key may be sent as the user, with nothing after it. A password equal to the name is everywhere.
        if password.isEmpty {
            password = Array(bytes[..<colon])
        } else if password == Array(bytes[..<colon]) {
            return []
        }
        var forms = [password]
        if String(validating: password, as: UTF8.self) == nil {
            forms.append(password.flatMap { UTF8.encode(Unicode.Scalar($0)).map(Array.init) ?? [] })
        }
        if let plain = decoded(password) { forms.append(plain) }
        return forms.map { CredentialPart(secret: $0, label: "password") }
    }

    /// What follows a scheme that is not kept (`Token abc`), and the secret parameters of any scheme (`oauth_token="…"`,
    /// the `response` of Digest).
    private static func parameters(of credentials: [UInt8]) -> [CredentialPart] {
        var start = 0
        if let space = credentials.firstIndex(of: UInt8(ascii: " ")),
            credentials[..<space].allSatisfy({ ASCII.isName($0) && $0 != UInt8(ascii: "=") })
        {
            start = space + 1
        }
        let rest = credentials[start...]
        guard rest.contains(UInt8(ascii: "=")), rest.contains(UInt8(ascii: ",")) else {
            return start > 0 ? [CredentialPart(secret: Array(rest), label: "authorization")] : []
        }
        return rest.split(separator: UInt8(ascii: ",")).compactMap { pair in
            guard let sign = pair.firstIndex(of: UInt8(ascii: "=")), let value = CookieRedactor.value(of: pair) else {
                return nil
            }
            let name = pair[..<sign].filter { !ASCII.isSpace($0) }
            guard name.elementsEqual("response".utf8) || SecretNames.label(of: name[...]) != nil else { return nil }
            return CredentialPart(secret: Array(credentials[value.range]), label: "authorization")
        }
    }

    /// A percent-encoded text decoded; nil for one without escapes.
    private static func decoded(_ text: [UInt8]) -> [UInt8]? {
        guard text.contains(UInt8(ascii: "%")), let plain = EscapedView(text[...], of: .form)?.bytes, plain != text
        else { return nil }
        return plain
    }
}
