import CassetteStore
import Database
import ExchangeModel
import Notation
import Synchronization
import TestSupport

@testable import TapeDeck

/// A served tape of pages, with the server's messages.
final class ServedTape: Sendable {
    static let acceptPage = "text/html,*/*;q=0.8"
    let server: TapeServer
    let site: TapeSite
    private let folder: TemporaryFolder
    private let messages = MessageLog()

    private final class MessageLog: Sendable {
        let lines = Mutex<[String]>([])
    }

    /// Records the exchanges, one command each, and serves them.
    init(_ exchanges: [(HTTPRequest, ScriptedTransport.Outcome)], sessions: Int = 1) async throws {
        folder = TemporaryFolder()
        for _ in 0..<sessions {
            let recording = Recording(at: folder.tape, exchanges.map(\.1))
            for (request, _) in exchanges { try await recording.command("page open \(request.url.path)", request) }
            try recording.deck.close()
        }
        let cassette = try Cassette.playing(at: folder.tape)
        guard let site = try TapeSites(of: cassette).instances.first?.first else {
            throw CassetteError(.io, path: "", "No session.")
        }
        self.site = site
        let messages = messages
        var options = TapeServer.Options.sample { line in messages.lines.withLock { $0.append(line) } }
        options.isLenient = true
        options.relocate = { response, instance in
            var response = response
            response.headers.remove("Content-Security-Policy")
            response.body = Array(response.text.replacing(instance.origin, with: "").utf8)
            return response
        }
        server = TapeServer([cassette], site, options)
    }

    /// The response to a browser, as lines: status, header lines, body.
    func get(_ target: String, _ headers: HeaderFields = [:]) -> String { ask(.get, target, headers) }

    func ask(_ method: HTTPMethod, _ target: String, _ headers: HeaderFields = [:], body: String? = nil) -> String {
        var request = HTTPRequest(local: method, target, headers, body)
        if headers["Accept"] == nil { request.headers.append("Accept", "text/html, application/xhtml+xml") }
        let response = server.reply(to: request, as: ProgramClient("")).response
        let lines = response.headers.map { "\($0.name): \($0.value)" }
        return (["\(response.status)"] + lines + [response.text]).joined(separator: "\n")
    }

    /// The messages since the last call.
    func takeMessages() -> [String] {
        messages.lines.withLock { lines in
            defer { lines = [] }
            return lines
        }
    }

    static func page(_ target: String, accept: String? = acceptPage, principal: String? = "john.doe") -> HTTPRequest {
        var request = HTTPRequest.get(target, principal: principal)
        request.headers = accept.map { ["Accept": $0] } ?? [:]
        return request
    }

    static func html(_ text: String, status: Int = 200, _ headers: HeaderFields = [:]) -> ScriptedTransport.Outcome {
        .success(
            HTTPResponse(
                status: status,
                headers: HeaderFields([HeaderField("Content-Type", "text/html;charset=UTF-8")] + headers.fields),
                body: Array(text.utf8)))
    }
}

/// A tape of API requests served to programs, with its journal.
final class ServedAPITape: Sendable {
    let instance: ServedInstance
    let clients: ProgramClients
    let control: ServedControl
    private let folder: TemporaryFolder

    init(
        _ exchanges: [(HTTPRequest, ScriptedTransport.Outcome)], isLenient: Bool = false, journal: Int = 100,
        clients limit: Int = 100, keepsLinks: Bool = false, edit: String? = nil,
        isUnordered: Bool = false, ignoring rules: [String] = []
    ) async throws {
        folder = TemporaryFolder()
        let recording = Recording(at: folder.tape, exchanges.map(\.1))
        for (request, _) in exchanges { try await recording.command("rest \(request.url.path)", request) }
        try recording.deck.close()
        if let edit { try Connection(path: folder.tape, mode: .readWrite).execute(edit) }
        let cassette = try Cassette.playing(at: folder.tape)
        var ignored = IgnoredParts()
        for rule in rules where !ignored.add(rule) { throw CassetteError(.io, path: "", "No rule: \(rule)") }
        guard let site = try TapeSites(of: cassette, ignoring: ignored).instances.first?.first else {
            throw CassetteError(.io, path: "", "No session.")
        }
        let journal = ServedJournal(limit: journal)
        clients = ProgramClients(
            limit: limit, journal: journal, isUnordered: isUnordered, notify: { _ in })
        var options = TapeServer.Options.sample()
        (options.isLenient, options.keepsLinks) = (isLenient, keepsLinks)
        instance = ServedInstance([site], clients, [cassette], options)
        control = ServedControl([instance], cassette, journal)
    }

    /// The response to a client.
    func reply(
        _ client: String, _ method: HTTPMethod, _ target: String, _ headers: HeaderFields = ["Accept": "*/*"],
        body: String? = nil
    ) -> ServedReply {
        var request = HTTPRequest(local: method, target, headers, body)
        if body != nil { request.headers.append("Content-Type", "application/json") }
        return instance.reply(to: request, as: clients.named(client))
    }

    /// Status and body.
    func ask(
        _ client: String, _ method: HTTPMethod, _ target: String, _ headers: HeaderFields = ["Accept": "*/*"],
        body: String? = nil
    ) -> String {
        let response = reply(client, method, target, headers, body: body).response
        return "\(response.status) \(response.text)"
    }

    /// Status and body of a response on the control port.
    func control(_ method: HTTPMethod, _ target: String, _ headers: HeaderFields = [:]) -> String {
        let response = control.answer(HTTPRequest(local: method, target, headers, nil))
        return "\(response.status) \(response.text)"
    }

    /// A record that is read, changed and read again, and one that is read only after the change.
    static let change: [(HTTPRequest, ScriptedTransport.Outcome)] = [
        (.get("/api/now/table/incident/1"), .success(.json("before", headers: ["ETag": "\"a\""]))),
        (.get("/api/now/table/incident?a=1&b=2"), .success(.json("list"))),
        (.send(.patch, "/api/now/table/incident/1", #"{"state":"2","note":"x"}"#), .success(.json("changed"))),
        (.get("/api/now/table/incident/1"), .success(.json("after"))),
        (.get("/api/now/table/incident/2"), .success(.json("later"))),
    ]
}

/// The instances of a tape, served.
struct ServedSites {
    let instances: [ServedInstance]
    let first: ServedInstance

    init(_ path: String, isLenient: Bool = false) throws {
        let cassette = try Cassette.playing(at: path)
        var options = TapeServer.Options.sample()
        options.isLenient = isLenient
        let instances = try TapeSites(of: cassette).instances.map { sites in
            ServedInstance(sites, ProgramClients(sites: sites, notify: { _ in }), [cassette], options)
        }
        guard let first = instances.first else { throw CassetteError(.io, path: path, "No session.") }
        self.instances = instances
        self.first = first
    }
}

extension TapeServer.Options {
    fileprivate static func sample(notify: @escaping @Sendable (String) -> Void = { _ in }) -> TapeServer.Options {
        TapeServer.Options(
            acceptPage: ServedTape.acceptPage, acceptAsset: "*/*",
            isRejection: { _, response in response.status == 401 || response.headers["Location"] == "/login.do" },
            relocate: { response, _ in response }, notify: notify)
    }
}

extension HTTPRequest {
    /// A request to the server of a tape.
    fileprivate init(local method: HTTPMethod, _ target: String, _ headers: HeaderFields, _ body: String?) {
        self.init(
            method, HTTPURL("http://127.0.0.1:8080" + target)!, headers: headers, body: body.map { Array($0.utf8) })
    }
}
