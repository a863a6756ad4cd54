package import CassetteStore
import ExchangeModel
import Notation
import Redactors
import TapeDeck

/// Copies a tape onto a new one, which gives its records the same numbers.
package enum TapeCopy {
    package static func copy(_ source: Cassette, onto target: Cassette) throws(CassetteError) {
        try copy(source, onto: target, changing: nil)
    }

    static func copy(
        _ source: Cassette, onto target: Cassette, changing change: (any TapeChange)?
    ) throws(CassetteError) {
        let sessions = try source.sessions()
        try TapePolicy.verify(sessions, of: source)
        let editor = RecordEditor(change: change)
        for session in sessions { _ = try target.beginSession(editor.changed(session)) }
        try source.forEachCommand { (command) throws(CassetteError) in
            var record = command
            record.line = editor.changed(command.line, .line)
            let number = try target.beginCommand(record)
            for input in try source.inputs(of: command.id) { try target.add(editor.changed(input), to: number) }
            for stream in [OutputStream.standardOutput, .standardError] {
                let output = try source.output(of: command.id, stream)
                try target.appendOutput(editor.changed(output, .output), to: stream, of: number)
            }
            if let status = command.exitStatus { try target.finishCommand(number, exitStatus: status) }
        }
        try source.forEachRequest { (exchange) throws(CassetteError) in
            let outcome = try source.answer(exchange.id) ?? .interrupted
            try target.complete(
                target.reserve(editor.changed(exchange.request)),
                with: editor.changed(outcome, of: exchange.request.url))
        }
    }
}

/// Applies a change to the texts of records. Keys are computed from the changed requests.
private struct RecordEditor {
    let change: (any TapeChange)?

    func changed(_ bytes: [UInt8], _ kind: TapePart.Kind) -> [UInt8] {
        guard let change, !bytes.isEmpty else { return bytes }
        return change.changed(TapePart(place: "", kind: kind, bytes: bytes))
    }

    func changed(_ text: String, _ kind: TapePart.Kind) -> String {
        change == nil ? text : String(decoding: changed(Array(text.utf8), kind), as: UTF8.self)
    }

    func changed(_ session: SessionRecord) -> SessionRecord {
        var session = session
        session.user = session.user.map { changed($0, .user) }
        session.settings = changed(session.settings, .text)
        return session
    }

    func changed(_ input: InputRecord) -> InputRecord {
        // The number of a command.
        if input.kind == InputKind.within.rawValue { return input }
        return InputRecord(
            kind: input.kind, name: changed(input.name, .text), content: changed(input.content, .input))
    }

    func changed(_ request: RequestRecord) -> RequestRecord {
        guard change != nil else { return request }
        var request = request
        let kind = TapePart.Kind.body(type: request.headers["Content-Type"], url: request.url)
        let size = request.body?.count
        request.body = request.body.map { changed($0, kind) }
        request.url = changed(request.url, .address)
        request.principal = request.principal.map { changed($0, .user) }
        request.headers = changed(request.headers, size, request.body?.count)
        if let parts = RequestParts(of: request) {
            let key = RequestKey(of: parts)
            (request.key, request.keyHash) = (key.text, key.hash)
        } else {
            request.key = changed(request.key, .text)
            request.keyHash = StableHash.of(request.key)
        }
        return request
    }

    func changed(_ outcome: OutcomeRecord, of url: String) -> OutcomeRecord {
        guard change != nil else { return outcome }
        switch outcome {
        case .interrupted: return outcome
        case .failure(let failure):
            return .failure(TransportFailure(failure.kind, changed(failure.message, .text)))
        case .response(var response):
            let size = response.body.count
            response.body = changed(response.body, .body(type: response.headers["Content-Type"], url: url))
            response.headers = changed(response.headers, size, response.body.count)
            response.reason = changed(response.reason, .text)
            return .response(response)
        }
    }

    /// The headers with the length of the changed body.
    private func changed(_ headers: HeaderFields, _ size: Int?, _ newSize: Int?) -> HeaderFields {
        HeaderFields(
            headers.fields.map { field in
                if let size, let newSize, field.value == String(size), ASCII.lowercased(field.name) == "content-length"
                {
                    return HeaderField(field.name, String(newSize))
                }
                return HeaderField(field.name, changed(field.value, .text))
            })
    }
}
