import ExchangeModel
import Foundation
import LoopbackServer
import TestSupport
import Testing

/// How the program shows responses that are hardly pages. For links see the `pageErrors` transcripts in ShellTests;
/// for huge and broken pages see PageBoundsTests, PageLoadingTests and BrokenPageTests in NowWebTests.
struct PageBytesTests {
    private static let odd: [(String, HTTPResponse)] = [
        ("/json", HostileInstance.page(Array("{\"a\":[1,2]}\n".utf8), "application/json")),
        ("/plain", HostileInstance.page(Array("plain, <b>not bold</b>\n".utf8), "text/plain")),
        ("/unsaid", HostileInstance.page(Array(" <p>Begins with a tag.".utf8))),
        ("/unsaid_text", HostileInstance.page(Array("No tag.\n".utf8))),
        ("/empty", HostileInstance.page("")), ("/204", HostileInstance.page([], status: 204)),
        ("/500", HostileInstance.page("<title>Broken</title><p>Ask Ann.</p>", status: 500)),
        ("/501", HostileInstance.page([], status: 501)), ("/404", HostileInstance.page([], status: 404)),
        ("/403_json", HostileInstance.page(Array("{\"no\":1}\n".utf8), "application/json", status: 403)),
        (
            "/binary",
            HostileInstance.page(
                Array("<p>\u{0}\u{1}\u{7}\u{8}\u{1B}[31m\u{7F}".utf8) + [0x9B, 0xFF, 0xFE], "text/html")
        ),
        ("/title", HostileInstance.page("<title>\u{1B}]0;mine\u{7}\u{202E}</title><p>after")),
    ]

    @Test func nonPagesAreShownAsSuch() async throws {
        let instance = try HostileInstance(Dictionary(uniqueKeysWithValues: Self.odd))
        let visit = try await HostilePageRun(Self.odd.map { "page open \($0.0)\n" }.joined(), at: instance)
        expectEqual(visit.text(at: instance.address), Self.said, "now reads:\n\(visit.text(at: instance.address))")
        #expect(visit.ended.outputBytes.allSatisfy { $0 == 0x0A || $0 >= 0x20 && $0 != 0x7F })
    }

    @Test func imagesAreSavedNotShown() async throws {
        let picture = [0x89] + Array("PNG\r\n\u{1A}\n\u{0}\u{1B}[31m".utf8)
        let instance = try HostileInstance(["/picture": HostileInstance.page(picture, "image/png")])
        let visit = try await HostilePageRun(
            "page open /picture > one.png\npage source > two.png\npage links\n", at: instance)
        #expect(visit.ended.errors == "The page has no link.\n" && visit.ended.status == 0, "\(visit.ended)")
        #expect(try visit.workspace.bytes(of: "one.png") == picture && visit.workspace.bytes(of: "two.png") == picture)
        let session = try PromptSession(
            visit.workspace, ["--instance", instance.address, "--user", "jane", "page", "open", "/picture"],
            variables: ["SNOWDECK_PASSWORD": "secret-of-jane"])
        await session.shows("hint: Append > FILE to save them.")
        await expectEqual(session.end(), 2)
    }

    private static let said = """
        {"a":[1,2]}
        plain, <b>not bold</b>
        http://HOST/unsaid

        Begins with a tag.
        No tag.
        http://HOST/empty
        Broken
        http://HOST/500

        Ask Ann.
        {"no":1}
        http://HOST/binary

        �����[31m�›ÿþ

        ────

        1 byte of the page is no text in its character set, shown as �.
        �]0;mine�
        http://HOST/title

        after
        —
        There is nothing on the page: the answer is empty (200 OK).
        There is nothing on the page: the answer is empty (204 No Content).
        script:7: error: HOST answered with 500 Internal Server Error.
          page open /500
          ^^^^^^^^^^^^^^
        script:8: error: HOST answered with 501 Not Implemented.
          page open /501
          ^^^^^^^^^^^^^^
        note: No page came with it.
        script:9: error: HOST answered with 404 Not Found.
          page open /404
          ^^^^^^^^^^^^^^
        note: No page came with it.
        script:10: error: HOST answered with 403 Forbidden.
          page open /403_json
          ^^^^^^^^^^^^^^^^^^^
        exit 3

        """
}

/// An instance that responds to each path as a table says.
private final class HostileInstance: Sendable {
    private let listener: LoopbackListener
    /// `http://127.0.0.1:PORT`.
    var address: String { "http://127.0.0.1:\(listener.port)" }

    private struct TableTransport: ImmediateTransport {
        let answers: [String: HTTPResponse]

        func answer(_ request: HTTPRequest) throws(TransportFailure) -> HTTPResponse {
            answers[request.url.path] ?? HostileInstance.page("", status: 404)
        }
    }

    init(_ answers: [String: HTTPResponse]) throws {
        listener = try LoopbackListener(TableTransport(answers: answers), options: ListenerOptions())
    }

    deinit { listener.stop() }

    /// A page of text.
    static func page(_ text: String, status: Int = 200, _ headers: [HeaderField] = []) -> HTTPResponse {
        page(Array(text.utf8), "text/html;charset=UTF-8", status: status, headers)
    }

    /// A response of bytes; without a type, no `Content-Type` is sent.
    static func page(
        _ bytes: [UInt8], _ type: String? = nil, status: Int = 200, _ headers: [HeaderField] = []
    ) -> HTTPResponse {
        let line = type.map { [HeaderField("Content-Type", $0)] } ?? []
        return HTTPResponse(status: status, headers: HeaderFields(line + headers), body: bytes)
    }
}

/// A script of `page` commands, recorded at a hostile instance and replayed.
private struct HostilePageRun {
    let workspace: Workspace
    /// How the recorded run ended.
    let ended: ProcessResult

    init(_ script: String, at instance: HostileInstance) async throws {
        workspace = try Workspace()
        try workspace.write(script, to: "script")
        let words = [
            "--instance", instance.address, "--tape", "visit", "--user", "jane", "run", "--keep-going", "script",
        ]
        ended = try await workspace.run(words, variables: ["SNOWDECK_PASSWORD": "secret-of-jane"])
        try await expectEqual(workspace.run("replay", workspace.tape("visit"), "--check").status, 0)
        try await expectEqual(workspace.run(["--mode", "replay", "--trust"] + words), ended)
    }

    /// Standard output, errors and exit status, with the instance's address as `HOST` and shortened rules.
    func text(at address: String) -> String {
        let host = address.split(separator: "/").last.map(String.init) ?? ""
        let all = ended.output + "—\n" + ended.errors + "exit \(ended.status)\n"
        return all.replacingOccurrences(of: host, with: "HOST")
            .replacingOccurrences(of: String(repeating: "─", count: 80), with: "────")
    }
}
