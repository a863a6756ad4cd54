import Chromium
import Foundation
import TestSupport

/// A server of a few pages on 127.0.0.1.
final class TestSite: Sendable {
    private let server: RawServer

    /// - Parameter pages: content by path; other paths get no response.
    init(_ pages: [String: String]) {
        server = RawServer { connection in
            while let request = connection.readRequest() {
                let target = request.split(separator: " ").dropFirst().first.map(String.init) ?? ""
                let path = target.split(separator: "?").first.map(String.init) ?? ""
                if path == "/favicon.ico" {
                    connection.write("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
                } else if let page = pages[path] {
                    let shown = page.replacing("TARGET", with: target)
                    connection.write(
                        "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n"
                            + "Content-Length: \(shown.utf8.count)\r\n\r\n\(shown)")
                }
            }
        }
    }

    var address: String { "http://pages.localhost:\(server.port)" }
    var numeric: String { server.address }
    var visits: Int { server.connectionCount }
}

/// Debian's Chromium with only PATH from this process's environment.
enum Browser {
    static var program: ChromiumProgram { get throws { try ChromiumProgram.find(path: nil) } }
    static let environment = ["PATH": "/usr/bin:/bin"]

    static func with<Value: Sendable>(
        folder: String = "/tmp", hosts: [String] = ["*.localhost"], timeout: Duration = .seconds(600),
        _ work: @Sendable (ChromiumSession) async throws -> Value
    ) async throws -> Value {
        try await ChromiumSession.with(
            try program, environment: environment, folder: folder, hosts: hosts, timeout: timeout, work)
    }

    /// The kind of failure that `work` throws; nil when it succeeds.
    static func failure(_ work: () async throws -> Void) async -> ChromiumFailure.Kind? {
        do {
            try await work()
            return nil
        } catch {
            return (error as? ChromiumFailure)?.kind
        }
    }

    /// Width and height of a PNG.
    static func size(_ picture: [UInt8]) -> [Int] {
        guard picture.count > 24 else { return [] }
        return [16, 20].map { start in picture[start..<(start + 4)].reduce(0) { $0 << 8 | Int($1) } }
    }
}

/// A folder with a path short enough for Unix domain sockets inside it.
final class ShortFolder: Sendable {
    let path: String

    init() {
        path = "/tmp/sd-" + String(UInt32.random(in: 0...UInt32.max), radix: 36)
        try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path).sorted()) ?? [] }
}
