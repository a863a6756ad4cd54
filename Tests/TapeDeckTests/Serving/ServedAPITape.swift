import CassetteStore
import Database
import ExchangeModel
import Notation
import Synchronization
import TestSupport

@testable import TapeDeck

/// A tape of API requests served to programs, with its journal.
final class ServedAPITape: Sendable {
    let server: TapeServer
    let site: TapeSite
    let clients: ProgramClients
    let control: ServedControl
    private let folder: TemporaryFolder
    private let messages = Mutex<[String]>([])

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
        self.site = site
        let journal = ServedJournal(limit: journal)
        clients = ProgramClients(
            limit: limit, journal: journal, isUnordered: isUnordered, notify: { _ in })
        let refuses: @Sendable (HTTPRequest, HTTPResponse) -> Bool = { _, response in response.status == 401 }
        server = TapeServer(
            cassette, site,
            TapeServer.Options(
                acceptPage: ServedTape.acceptPage, acceptAsset: "*/*", isRejection: refuses,
                relocate: { response, _ in response }, notify: { _ in }),
            programs: isLenient
                ? nil
                : ProgramServer(
                    [cassette], site, keepsLinks: keepsLinks, isRejection: refuses,
                    mayReject: { $0.value.isWord("false") }))
        let server = server
        let instance = ServedInstance([site], clients) { _ in server }
        control = ServedControl([instance], cassette, journal)
    }

    /// The response to a client.
    func reply(
        _ client: String, _ method: HTTPMethod, _ target: String, _ headers: HeaderFields = ["Accept": "*/*"],
        body: String? = nil
    ) -> ProgramReply {
        var request = HTTPRequest(
            method, HTTPURL("http://127.0.0.1:8080" + target) ?? site.origin, headers: headers,
            body: body.map { Array($0.utf8) })
        if body != nil { request.headers.append("Content-Type", "application/json") }
        return server.reply(to: request, as: clients.named(client))
    }

    /// The body of a response chosen by URL alone; nil when more is needed.
    func plain(_ client: String, _ target: String) -> String? {
        var target = target
        return target.withUTF8 { target in
            server.plainReply(to: target, at: "http://127.0.0.1:8080", as: clients.named(client)) {
                String(decoding: $0.body, as: UTF8.self)
            }
        }?.response
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
        let request = HTTPRequest(
            method, HTTPURL("http://127.0.0.1:9090" + target) ?? site.origin, headers: headers)
        let response = control.answer(request)
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
