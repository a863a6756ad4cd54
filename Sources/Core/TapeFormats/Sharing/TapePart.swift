import CassetteStore
import Redactors

/// A text of a tape: where it is, for messages, and what it is.
struct TapePart: Sendable {
    enum Kind: Sendable, Hashable {
        /// The user who signed in, or in whose name a request was sent.
        case user
        /// A request's URL.
        case address
        case line, input, output
        /// A body, with its media type and the URL of its request.
        case body(type: String?, url: String)
        /// Settings, header values, keys, messages.
        case text
    }

    package var place: String
    var kind: Kind
    package var bytes: [UInt8]

    /// Whether the bytes are percent-encoded as a whole.
    var isEncoded: Bool {
        switch kind {
        case .address: true
        case .body(let type, _): BodyKind(of: bytes, type: type) == .form
        default: false
        }
    }

    private var type: String? { if case .body(let type, _) = kind { type } else { nil } }

    /// Whether it is a picture or another file that is not text, encoded or not.
    var isBinary: Bool { BodyKind(of: bytes, type: type) == .binary && EncodedText(whole: bytes, type: type) == nil }

    /// The text of a part that is not in UTF-8; nil for any other.
    var whole: EncodedText? {
        if let whole = EncodedText(whole: bytes, type: type) { return whole }
        return String(validating: bytes, as: UTF8.self) == nil ? EncodedText(latin1: bytes) : nil
    }

    /// Whether it is a script or a style sheet.
    var isScript: Bool {
        let name = (type ?? "").prefix { $0 != ";" }
        return name.hasSuffix("javascript") || name == "text/css"
    }

    /// Whether it is about the table sys_user.
    var isOfUser: Bool {
        switch kind {
        case .body(_, let url): PersonCollector.table(of: url) == "sys_user"
        case .address: PersonCollector.table(of: String(decoding: bytes, as: UTF8.self)) == "sys_user"
        default: false
        }
    }

    /// Passes on every text of a tape: exchanges, then sessions and commands.
    static func forEach(of cassette: Cassette, _ body: @escaping (TapePart) -> Void) throws(CassetteError) {
        let texts = TapeTexts { part in
            body(part)
            return part.bytes
        }
        var names = RequestNames()
        try cassette.forEachRequest { (exchange) throws(CassetteError) in
            let name = names.next(exchange.id, of: exchange.request.command)
            _ = texts.changed(exchange.request, name)
            _ = texts.changed(try cassette.answer(exchange.id) ?? .interrupted, name, of: exchange.request.url)
        }
        for session in try cassette.sessions() { _ = texts.changed(session) }
        try cassette.forEachCommand { (command) throws(CassetteError) in
            _ = texts.changed(command)
            for input in try cassette.inputs(of: command.id) { _ = texts.changed(input, of: command.id) }
            for stream in [OutputStream.standardOutput, .standardError] {
                _ = texts.changed(try cassette.output(of: command.id, stream), to: stream, of: command.id)
            }
        }
    }
}
