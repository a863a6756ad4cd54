package import CassetteStore
import ExchangeModel
import Notation
import Redactors
import TapeDeck

/// Appends the sessions of tapes to a new one. Numbers and epochs continue as when sessions are recorded one after the
/// other onto one tape.
package struct TapeCopy {
    private let target: Cassette

    package init(onto target: Cassette) { self.target = target }

    /// Appends a tape unchanged.
    package func append(_ source: Cassette) throws(CassetteError) { try append(source, changing: nil) }

    func append(_ source: Cassette, changing change: (any TapeChange)?) throws(CassetteError) {
        let sessions = try source.sessions()
        try TapePolicy.verify(sessions, of: source)
        let editor = RecordEditor(change: change)
        // A command's seed depends on its number, so the session's seed makes up for the new numbers.
        let moved = try Int64(target.commandCount()) + 1 - (source.commands(after: 0, limit: 1).first?.id ?? 1)
        var sessionNumbers: [Int64: Int64] = [:], commandNumbers: [Int64: Int64] = [:]
        for session in sessions {
            var record = editor.changed(session)
            record.seed = CommandSeed.moved(session.seed, by: moved)
            sessionNumbers[session.id] = try target.beginSession(record)
        }
        let epochs = try epochShift(for: source)
        try source.forEachCommand { (command) throws(CassetteError) in
            var record = command
            record.session = sessionNumbers[command.session] ?? 0
            record.line = editor.changed(command.line, .line)
            let number = try target.beginCommand(record)
            commandNumbers[command.id] = number
            for input in try source.inputs(of: command.id) {
                try target.add(editor.changed(input, commandNumbers), to: number)
            }
            for stream in [OutputStream.standardOutput, .standardError] {
                let output = try source.output(of: command.id, stream)
                try target.appendOutput(editor.changed(output, .output), to: stream, of: number)
            }
            if let status = command.exitStatus { try target.finishCommand(number, exitStatus: status) }
        }
        try source.forEachRequest { (exchange) throws(CassetteError) in
            var request = editor.changed(exchange.request)
            request.session = sessionNumbers[request.session] ?? 0
            request.command = request.command.flatMap { commandNumbers[$0] }
            request.epoch = request.epoch.map { $0 + epochs }
            let outcome = try source.answer(exchange.id) ?? .interrupted
            try target.complete(
                target.reserve(request), with: editor.changed(outcome, of: exchange.request.url))
        }
    }

    /// The number added to the epochs of a tape: a replay counts on from where the target ends.
    private func epochShift(for source: Cassette) throws(CassetteError) -> Int64 {
        let counter = try EpochCounter(continuing: target)
        var last: Int64 = 0
        while case let batch = try source.requests(after: last, limit: 64), let end = batch.last?.id {
            last = end
            for exchange in batch {
                guard let epoch = exchange.request.epoch, let request = HTTPRequest(exchange.request) else { continue }
                let placement = counter.placement(of: request)
                // The first request of a tape has no epoch before it that it could share.
                return (placement.epoch ?? counter.epoch) - epoch
            }
        }
        return 0
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

    func changed(_ input: InputRecord, _ commands: [Int64: Int64]) -> InputRecord {
        if input.kind == InputKind.within.rawValue, let number = Int64(input.name), let moved = commands[number] {
            return InputRecord(kind: input.kind, name: String(moved), content: input.content)
        }
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
