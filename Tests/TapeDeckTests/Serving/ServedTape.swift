import CassetteStore
import ExchangeModel
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
        guard let site = try TapeSite(of: cassette) else { throw CassetteError(.io, path: "", "No session.") }
        self.site = site
        let messages = messages
        server = TapeServer(
            cassette, site,
            TapeServer.Options(
                acceptPage: Self.acceptPage, acceptAsset: "*/*",
                isRejection: { _, response in response.status == 401 || response.headers["Location"] == "/login.do" },
                relocate: { response, instance in
                    var response = response
                    response.headers.remove("Content-Security-Policy")
                    response.body = Array(
                        String(decoding: response.body, as: UTF8.self).split(
                            separator: instance.origin, omittingEmptySubsequences: false
                        ).joined(separator: "").utf8)
                    return response
                },
                notify: { line in messages.lines.withLock { $0.append(line) } }))
    }

    /// The response to a browser, as lines: status, header lines, body.
    func get(_ target: String, _ headers: HeaderFields = [:]) -> String { ask(.get, target, headers) }

    func ask(_ method: HTTPMethod, _ target: String, _ headers: HeaderFields = [:], body: String? = nil) -> String {
        var request = HTTPRequest(
            method, HTTPURL("http://127.0.0.1:8080" + target) ?? site.origin, headers: headers,
            body: body.map { Array($0.utf8) })
        if headers["Accept"] == nil { request.headers.append("Accept", "text/html, application/xhtml+xml") }
        let response = server.answer(request)
        let lines = response.headers.map { "\($0.name): \($0.value)" }
        return (["\(response.status)"] + lines + [String(decoding: response.body, as: UTF8.self)])
            .joined(separator: "\n")
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
