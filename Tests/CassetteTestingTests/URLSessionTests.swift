import Foundation
import FoundationNetworking
import TestSupport
import Testing

@testable import CassetteTesting

/// `URLSession` with a tape.
struct URLSessionTests {
    private static func url(_ target: String) throws -> URL {
        try #require(URL(string: target, relativeTo: CassetteTesting.instanceURL)).absoluteURL
    }

    private static func get(_ target: String, _ session: URLSession) async throws -> (Int, String, URL?) {
        let (data, response) = try await session.data(from: url(target))
        let answer = try #require(response as? HTTPURLResponse)
        return (answer.statusCode, String(decoding: data, as: UTF8.self), answer.url)
    }

    @Test(
        .cassette(stubs: [
            Stub("GET", "/a", status: 418, headers: ["X-Tea": "green"], body: Data("pot".utf8)),
            Stub("GET", "/moved", status: 302, headers: ["Location": "/a"]),
            Stub(
                "GET", "/secret", status: 401, headers: ["WWW-Authenticate": "Basic realm=\"x\""], body: Data("no".utf8)
            ),
            .failure("GET", "/down", .refused),
        ])) func responsesRedirectsAndFailuresArePassedThrough() async throws
    {
        let session = URLSession(configuration: try .cassette())
        let (data, response) = try await session.data(from: Self.url("/a"))
        let answer = try #require(response as? HTTPURLResponse)
        #expect(answer.statusCode == 418 && answer.value(forHTTPHeaderField: "x-tea") == "green")
        expectEqual(data, Data("pot".utf8))
        let moved = try await Self.get("/moved", session)
        #expect(moved.0 == 418 && moved.1 == "pot" && moved.2?.path == "/a")
        let refused = try await Self.get("/secret", session)
        #expect(refused.0 == 401 && refused.1 == "no")
        await #expect { _ = try await Self.get("/down", session) } throws: { error in
            (error as? URLError)?.code == .cannotConnectToHost
        }
    }

    @Test func missIsErrorWithExplanation() async throws {
        let fixture = try TapeFixture()
        var setup = fixture.setup("none", .replay, stubs: [.get("/a", json: "1")])
        setup.name = nil
        _ = try await fixture.visit(setup, as: "a", hasFailed: true) {
            let session = URLSession(configuration: try .cassette())
            await #expect {
                _ = try await Self.get("/none", session)
            } throws: { error in
                guard let error = error as? URLError else { return false }
                return error.code == .resourceUnavailable
                    && error.localizedDescription.hasPrefix("No stub answers GET /none.")
            }
        }
    }

    @Test func eachConfigurationHasItsOwnTape() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<40 {
                group.addTask {
                    try await withCassette(stubs: [.get("/n", json: "\(number)")]) {
                        let session = URLSession(configuration: try .cassette())
                        for _ in 0..<3 { try await expectEqual(Self.get("/n", session).1, "\(number)") }
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func sessionOutlivingItsTestFails() async throws {
        let (session, url) = try await withCassette(stubs: [.get("/n", json: "1")]) {
            (URLSession(configuration: try .cassette()), try Self.url("/n"))
        }
        await #expect { _ = try await session.data(from: url) } throws: { error in
            error.localizedDescription == "The test that GET http://sandbox.localhost/n belongs to has ended."
        }
    }

    /// Bodies in every form that a protocol can see, distinguished by the tape.
    @Test func bodiesAreRecordedAndMatched() async throws {
        let fixture = try TapeFixture()
        func send(_ text: String, _ way: Int) async throws -> String {
            let session = URLSession(configuration: try .cassette())
            var request = URLRequest(url: try Self.url("/api/now/v2/table/incident?sysparm_fields=short_description"))
            request.httpMethod = "POST"
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
            request.setValue("application/json", forHTTPHeaderField: "Accept")
            request.setValue(
                "Basic " + Data("john.doe:password".utf8).base64EncodedString(), forHTTPHeaderField: "Authorization")
            let body = Data(#"{"short_description":"\#(text)"}"#.utf8)
            if way == 1 { request.httpBodyStream = InputStream(data: body) } else { request.httpBody = body }
            let data =
                way == 2 ? try await session.upload(for: request, from: body).0 : try await session.data(for: request).0
            return String(decoding: data, as: UTF8.self)
        }
        func all() async throws -> [String] {
            var answers: [String] = []
            for way in 0..<3 { answers.append(try await send("way \(way)", way)) }
            return answers
        }
        let (recorded, _) = try await fixture.visit(fixture.setup("t", .record), as: "a", all)
        expectEqual(recorded, (0..<3).map { #"{"result":{"short_description":"way \#($0)"}}"# })
        let (played, verdict) = try await fixture.visit(fixture.setup("t", .replay), as: "a", all)
        #expect(played == recorded && verdict.warnings == [])
        let (_, wrong) = try await fixture.visit(fixture.setup("t", .replay), as: "a", hasFailed: true) {
            await #expect(throws: URLError.self) { _ = try await send("another", 2) }
            return true
        }
        expectEqual(wrong.attachments.first?.text.contains("another"), true)
        // Without the password and without an `Accept` header.
        try expectEqual(URLSessionConfiguration.cassette("t", in: fixture.folder.path).protocolClasses?.count, 1)
    }

    /// The body of an upload is not visible, so it is never matched as an empty one.
    @Test(.cassette(stubs: [.post("/n", json: "1")])) func invisibleBodyIsReported() async throws {
        let session = URLSession(configuration: try .cassette())
        var request = URLRequest(url: try Self.url("/n"))
        request.httpMethod = "POST"
        let body = Data("x".utf8), sent = request
        let error = await #expect(throws: URLError.self) { try await session.upload(for: sent, from: body) }
        #expect(error?.code == .unsupportedURL && error?.localizedDescription.hasSuffix("httpBody.") == true)
    }

    @Test(.cassette(stubs: [.get("/n", json: "1")])) func unsupportedRequestIsRejectedAndReported() async throws {
        let session = URLSession(configuration: try .cassette()), url = try Self.url("/n")
        let error = await withCheckedContinuation { continuation in
            session.downloadTask(with: url) { _, _, error in continuation.resume(returning: error) }.resume()
        }
        expectEqual((error as? URLError)?.code, .unsupportedURL)
        expectEqual(error?.localizedDescription, "A cassette answers data tasks and upload tasks only.")
    }

    @Test(.cassette(stubs: [.get("/n", json: "1")])) func canceledRequestCompletesOnce() async throws {
        let session = URLSession(configuration: try .cassette()), url = try Self.url("/n")
        for _ in 0..<50 {
            let (data, error) = await withCheckedContinuation { continuation in
                let task = session.dataTask(with: url) { data, _, error in
                    continuation.resume(returning: (data, error))
                }
                task.resume()
                task.cancel()
            }
            #expect(data == Data("1".utf8) && error == nil || (error as? URLError)?.code == .cancelled)
        }
    }
}
