import CassetteStore
import ExchangeModel
import Redactors
import TapeDeck

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

    /// Whether it is a picture or another file that is not text, encoded or not.
    var isBinary: Bool {
        let type: String? = if case .body(let type, _) = kind { type } else { nil }
        return BodyKind(of: bytes, type: type) == .binary && EncodedText(whole: bytes, type: type) == nil
    }

    /// The text of a part that is not in UTF-8; nil for any other.
    var whole: EncodedText? {
        let type: String? = if case .body(let type, _) = kind { type } else { nil }
        if let whole = EncodedText(whole: bytes, type: type) { return whole }
        return String(validating: bytes, as: UTF8.self) == nil ? EncodedText(latin1: bytes) : nil
    }

    /// Whether it is a script or a style sheet.
    var isScript: Bool {
        guard case .body(let type, _) = kind else { return false }
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
}

/// Changes the texts of a tape while it is copied.
protocol TapeChange {
    func changed(_ part: TapePart) -> [UInt8]
}

extension TapePart {
    /// Passes on every text of a tape: exchanges, then sessions and commands.
    static func forEach(
        of cassette: Cassette, _ body: (TapePart) throws(CassetteError) -> Void
    ) throws(CassetteError) {
        try cassette.forEachRequest { (exchange) throws(CassetteError) in
            for part in parts(of: exchange.request, exchange.id) { try body(part) }
            let outcome = try cassette.answer(exchange.id) ?? .interrupted
            for part in parts(of: outcome, exchange.id, exchange.request.url) { try body(part) }
        }
        for session in try cassette.sessions() {
            let place = "session \(session.id), "
            try body(TapePart(place: place + "user", kind: .user, bytes: Array((session.user ?? "").utf8)))
            try body(TapePart(place: place + "settings", kind: .text, bytes: Array(session.settings.utf8)))
        }
        try cassette.forEachCommand { (command) throws(CassetteError) in
            let place = "command \(command.id), "
            try body(TapePart(place: place + "line", kind: .line, bytes: Array(command.line.utf8)))
            for input in try cassette.inputs(of: command.id) {
                try body(TapePart(place: place + "input name", kind: .text, bytes: Array(input.name.utf8)))
                try body(TapePart(place: place + "input", kind: .input, bytes: input.content))
            }
            for (stream, name) in [(OutputStream.standardOutput, "output"), (.standardError, "error output")] {
                let bytes = try cassette.output(of: command.id, stream)
                try body(TapePart(place: place + name, kind: .output, bytes: bytes))
            }
        }
    }

    private static func parts(of request: RequestRecord, _ number: Int64) -> [TapePart] {
        let place = "exchange \(number), "
        var parts = [
            TapePart(place: place + "address", kind: .address, bytes: Array(request.url.utf8)),
            TapePart(place: place + "user", kind: .user, bytes: Array((request.principal ?? "").utf8)),
            TapePart(place: place + "key", kind: .text, bytes: Array(request.key.utf8)),
        ]
        parts += request.headers.map {
            TapePart(place: place + "request header \($0.name)", kind: .text, bytes: Array($0.value.utf8))
        }
        if let body = request.body {
            let kind = Kind.body(type: request.headers["Content-Type"], url: request.url)
            parts.append(TapePart(place: place + "request body", kind: kind, bytes: body))
        }
        return parts
    }

    private static func parts(of outcome: OutcomeRecord, _ number: Int64, _ url: String) -> [TapePart] {
        let place = "exchange \(number), "
        switch outcome {
        case .interrupted: return []
        case .failure(let failure):
            return [TapePart(place: place + "failure", kind: .text, bytes: Array(failure.message.utf8))]
        case .response(let response):
            let kind = Kind.body(type: response.headers["Content-Type"], url: url)
            return response.headers.map {
                TapePart(place: place + "answer header \($0.name)", kind: .text, bytes: Array($0.value.utf8))
            } + [
                TapePart(place: place + "reason", kind: .text, bytes: Array(response.reason.utf8)),
                TapePart(place: place + "answer body", kind: kind, bytes: response.body),
            ]
        }
    }
}
