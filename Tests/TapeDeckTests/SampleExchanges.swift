import CassetteStore
import ExchangeModel
import Foundation
import Notation
import Synchronization
import TestSupport

@testable import TapeDeck

extension TemporaryFolder {
    /// The cassette of a test that has one.
    var tape: String { file("t.cassette") }
}

/// A clock that advances by one second with each reading.
final class TickingClock: Clock {
    private let time = Mutex(Timestamp(seconds: 1_713_287_778))

    var now: Timestamp {
        time.withLock { time in
            time = time.advanced(bySeconds: 1)
            return time
        }
    }

    func sleep(microseconds: Int64) async throws {}
}

extension SessionRecord {
    static func sample(instance: String = "http://sandbox.localhost") -> SessionRecord {
        SessionRecord(
            startedAt: Timestamp(seconds: 0), instance: instance, user: "john.doe", zone: "UTC", zoneRules: "UTC0",
            width: 80, version: "0.1", policy: TapePolicy.standard.text, settings: "{}", seed: 7)
    }
}

extension HTTPRequest {
    static func get(_ target: String, principal: String? = "john.doe", purpose: RequestPurpose = .command)
        -> HTTPRequest
    {
        HTTPRequest(
            .get, HTTPURL("http://sandbox.localhost" + target)!, headers: ["Accept": "application/json"],
            purpose: purpose, principal: principal)
    }

    static func send(
        _ method: HTTPMethod, _ target: String, _ body: String, type: String = "application/json"
    ) -> HTTPRequest {
        HTTPRequest(
            method, HTTPURL("http://sandbox.localhost" + target)!,
            headers: ["Accept": "application/json", "Content-Type": type], body: Array(body.utf8),
            principal: "john.doe")
    }
}

extension HTTPResponse {
    static func json(_ body: String, status: Int = 200, headers: HeaderFields = [:]) -> HTTPResponse {
        HTTPResponse(
            status: status, reason: "OK",
            headers: HeaderFields([HeaderField("Content-Type", "application/json")] + headers.fields),
            body: Array(body.utf8))
    }

    var text: String { String(decoding: body, as: UTF8.self) }
}

/// A recording deck on a real cassette with a scripted network.
struct Recording {
    let deck: RecordingDeck
    let script: ScriptedTransport
    let secrets = SecretBook()
    let path: String
    /// The tape's, if it is in a folder of its own.
    private let folder: TemporaryFolder?

    /// - Parameter path: the tape; nil for one in a folder of its own.
    init(at path: String? = nil, _ outcomes: [ScriptedTransport.Outcome]) {
        let script = ScriptedTransport(outcomes)
        self.init(at: path, script: script, next: script)
    }

    init(at path: String? = nil, next: any Transport) {
        self.init(at: path, script: ScriptedTransport([]), next: next)
    }

    private init(at given: String?, script: ScriptedTransport, next: any Transport) {
        folder = given == nil ? TemporaryFolder() : nil
        let path = given ?? folder?.tape ?? ""
        (self.path, self.script) = (path, script)
        deck = RecordingDeck(
            session: .sample(), secrets: secrets, clock: TickingClock(),
            open: { () throws(CassetteError) in try Cassette.recording(at: path) }, next: { next })
    }

    /// Ends the recording and opens the tape.
    func played() throws -> Cassette {
        try deck.close()
        return try Cassette.playing(at: path)
    }

    /// Runs one command that sends the requests and writes the responses, and returns them.
    @discardableResult
    func command(_ line: String, _ requests: HTTPRequest...) async throws -> [String] {
        try await TapeDeckTests.command(on: deck, line, requests)
    }
}

/// A tape of commands that sent one request each.
struct RecordedTape {
    private let folder = TemporaryFolder()

    var path: String { folder.tape }

    init(_ commands: [(line: String, request: HTTPRequest, answer: String)]) async throws { try await add(commands) }

    func add(_ commands: [(line: String, request: HTTPRequest, answer: String)]) async throws {
        let recording = Recording(at: path, commands.map { .success(.json($0.answer)) })
        for command in commands { try await recording.command(command.line, command.request) }
        try recording.deck.close()
    }

    func player() throws -> Player { Player(try Cassette.playing(at: path), isStrict: true) }

    func deck(isStrict: Bool) throws -> PlayingDeck {
        PlayingDeck(try Cassette.playing(at: path), isStrict: isStrict, isChecking: true)
    }
}

extension RequestRecord {
    /// A request as written to a tape by hand.
    static func planted(
        session: Int64, command: Int64? = nil, key: String = "k", keyHash: Int64 = 1, principal: String? = nil,
        method: String = "GET", url: String, headers: HeaderFields = [:], body: String? = nil
    ) -> RequestRecord {
        RequestRecord(
            session: session, command: command, epoch: 0, purpose: "command", startedAt: Timestamp(seconds: 0),
            key: key,
            keyHash: keyHash, principal: principal, method: method, url: url, headers: headers,
            body: body.map { [UInt8]($0) })
    }
}

/// Runs one command on any deck.
@discardableResult
func command(on deck: any Deck, _ line: String, _ requests: [HTTPRequest]) async throws -> [String] {
    _ = try await deck.begin(line)
    var answers: [String] = []
    for request in requests {
        do throws(TransportFailure) {
            answers.append(try await deck.transport.send(request).text)
        } catch {
            answers.append("\(error.kind.rawValue): \(error.message)")
        }
    }
    try deck.wrote(Array(answers.map { $0 + "\n" }.joined().utf8), to: .standardOutput)
    try deck.finish(exitStatus: 0)
    return answers
}

func bytes(of path: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(fileURLWithPath: path))) }

extension [UInt8] {
    init(_ text: String) { self = Array(text.utf8) }
    var text: String { String(decoding: self, as: UTF8.self) }
}

/// A text as sent or typed, and as stored on a tape. In the source `‹hunter2|password-1›` is a secret and its
/// placeholder; `‹12|"token-1"›` is quoted on the tape only.
struct MarkedText: Sendable, CustomStringConvertible {
    let description: String
    private(set) var sent = ""
    private(set) var kept = ""

    init(_ source: String) {
        description = source
        for (number, piece) in source.split(separator: "‹", omittingEmptySubsequences: false).enumerated() {
            var rest = piece
            if number > 0, let bar = piece.firstIndex(of: "|"), let end = piece.firstIndex(of: "›") {
                let placeholder = piece[piece.index(after: bar)..<end]
                sent += piece[..<bar]
                kept += placeholder.prefix { !$0.isLetter } + "REDACTED-" + placeholder.drop { !$0.isLetter }
                rest = piece[piece.index(after: end)...]
            }
            sent += rest
            kept += rest
        }
    }

    /// One for each line.
    static func lines(_ source: String) -> [MarkedText] { source.split(separator: "\n").map { MarkedText(String($0)) } }
}
