package import CassetteStore
import ExchangeModel
import Notation
import TapeDeck

/// Copies a tape onto a new one, which gives its records the same numbers, unless commands are left out.
package enum TapeCopy {
    /// - Parameter cut: the commands that are left out with their requests, and with the commands that they ran.
    /// - Returns: the new number of each command.
    @discardableResult
    package static func copy(
        _ source: Cassette, onto target: Cassette, without cut: Set<Int64> = [], changing change: Pseudonymizer? = nil
    ) throws(CassetteError) -> [Int64: Int64] {
        var numbers: [Int64: Int64] = [:], epochs = KeptEpochs()
        let sessions = try source.sessions()
        try TapePolicy.verify(sessions, of: source)
        let texts = change.map { change in
            TapeTexts { $0.bytes.isEmpty ? [] : change.changed($0) }
        }
        for session in sessions { _ = try target.beginSession(texts?.changed(session) ?? session) }
        try source.forEachCommand { (command) throws(CassetteError) in
            let id = command.id
            if cut.contains(id) { return }
            let number = try target.beginCommand(texts?.changed(command) ?? command)
            numbers[id] = number
            for var input in try source.inputs(of: id) {
                if input.kind == InputKind.within.rawValue, let outer = Int64(input.name).flatMap({ numbers[$0] }) {
                    input.name = String(outer)
                }
                try target.add(texts?.changed(input, of: id) ?? input, to: number)
            }
            for stream in [OutputStream.standardOutput, .standardError] {
                let output = try source.output(of: id, stream)
                try target.appendOutput(texts?.changed(output, to: stream, of: id) ?? output, to: stream, of: number)
            }
            if let status = command.exitStatus { try target.finishCommand(number, exitStatus: status) }
        }
        try source.forEachRequest { (exchange) throws(CassetteError) in
            var request = exchange.request
            let isKept = request.command.map { !cut.contains($0) } ?? true
            if !cut.isEmpty { request.epoch = request.epoch.map { epochs.number($0, isKept: isKept) } }
            guard isKept else { return }
            request.command = request.command.flatMap { numbers[$0] }
            let outcome = try source.answer(exchange.id) ?? .interrupted
            try target.complete(
                target.reserve(texts?.changed(request, "") ?? request),
                with: texts?.changed(outcome, "", of: request.url) ?? outcome)
        }
        return numbers
    }
}

/// Numbers epochs without those that a change begins that is left out.
private struct KeptEpochs {
    private var numbers: [Int64: Int64] = [:]
    /// The newest number of each range, by its start.
    private var newest: [Int64: Int64] = [:]

    /// To be called for each request in order; the first one of an epoch begins it.
    mutating func number(_ epoch: Int64, isKept: Bool) -> Int64 {
        if let known = numbers[epoch] { return known }
        let start = EpochRange(containing: epoch).start
        let number = epoch == start ? start : (newest[start] ?? start) + (isKept ? 1 : 0)
        (numbers[epoch], newest[start]) = (number, number)
        return number
    }
}

/// The texts of a tape's records, to change or only to read them. Keys are computed from the changed requests.
struct TapeTexts {
    let change: (TapePart) -> [UInt8]

    init(_ change: @escaping (TapePart) -> [UInt8]) { self.change = change }

    private func changed(_ bytes: [UInt8], _ place: String, _ kind: TapePart.Kind) -> [UInt8] {
        change(TapePart(place: place, kind: kind, bytes: bytes))
    }

    private func changed(_ text: String, _ place: String, _ kind: TapePart.Kind = .text) -> String {
        String(decoding: changed(Array(text.utf8), place, kind), as: UTF8.self)
    }

    func changed(_ session: SessionRecord) -> SessionRecord {
        var session = session
        session.user = session.user.map { changed($0, "session \(session.id), user", .user) }
        session.settings = changed(session.settings, "session \(session.id), settings")
        return session
    }

    func changed(_ command: CommandRecord) -> CommandRecord {
        var command = command
        command.line = changed(command.line, "command \(command.id), line", .line)
        return command
    }

    func changed(_ input: InputRecord, of command: Int64) -> InputRecord {
        // The number of a command.
        if input.kind == InputKind.within.rawValue { return input }
        return InputRecord(
            kind: input.kind, name: changed(input.name, "command \(command), input name"),
            content: changed(input.content, "command \(command), input", .input))
    }

    func changed(_ output: [UInt8], to stream: OutputStream, of command: Int64) -> [UInt8] {
        let name = stream == .standardError ? "error output" : "output"
        return changed(output, "command \(command), \(name)", .output)
    }

    func changed(_ before: RequestRecord, _ name: String) -> RequestRecord {
        var request = before
        let place = "\(name), "
        let kind = TapePart.Kind.body(type: request.headers["Content-Type"], url: request.url)
        request.url = changed(request.url, place + "address", .address)
        request.principal = request.principal.map { changed($0, place + "user", .user) }
        request.key = changed(request.key, place + "key")
        request.body = request.body.map { changed($0, place + "request body", kind) }
        request.headers = changed(request.headers, place + "request", before.body?.count, request.body?.count)
        if request == before { return request }
        if let parts = RequestParts(of: request) {
            let key = RequestKey(of: parts)
            (request.key, request.keyHash) = (key.text, key.hash)
        } else {
            request.keyHash = StableHash.of(request.key)
        }
        return request
    }

    func changed(_ outcome: OutcomeRecord, _ name: String, of url: String) -> OutcomeRecord {
        let place = "\(name), "
        switch outcome {
        case .interrupted: return outcome
        case .failure(let failure):
            return .failure(TransportFailure(failure.kind, changed(failure.message, place + "failure")))
        case .response(var response):
            let size = response.body.count
            let kind = TapePart.Kind.body(type: response.headers["Content-Type"], url: url)
            response.body = changed(response.body, place + "answer body", kind)
            response.headers = changed(response.headers, place + "answer", size, response.body.count)
            response.reason = changed(response.reason, place + "reason")
            return .response(response)
        }
    }

    /// The headers with the length of the changed body.
    private func changed(_ headers: HeaderFields, _ place: String, _ size: Int?, _ newSize: Int?) -> HeaderFields {
        HeaderFields(
            headers.fields.map { field in
                if let size, let newSize, field.value == String(size), ASCII.lowercased(field.name) == "content-length"
                {
                    return HeaderField(field.name, String(newSize))
                }
                return HeaderField(field.name, changed(field.value, place + " header " + field.name))
            })
    }
}
