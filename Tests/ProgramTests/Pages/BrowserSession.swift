import ExchangeModel
import Chromium
import Foundation
import Glibc
import Notation
import TestSupport
import Testing

/// The program serving a page, and Debian's Chromium visiting it.
struct BrowserSession {
    let child: ChildProcess
    /// The URL that the program printed.
    let address: String

    /// Starts the program and waits for the URL.
    init(
        _ workspace: Workspace, _ arguments: [String], through wrapper: [String] = [], variables: [String: String] = [:]
    ) async throws {
        child = try workspace.start(arguments, variables: variables, through: wrapper)
        let shown = await child.wrote { _, errors in BrowserSession.address(in: errors) != nil }
        try #require(shown, "\(child.soFar)")
        address = BrowserSession.address(in: child.soFar.errors) ?? ""
    }

    /// Starts a server, which prints its URL as the first line of standard output.
    init(serving workspace: Workspace, _ arguments: [String], through wrapper: [String] = []) async throws {
        child = try workspace.start(
            arguments, variables: ["PATH": "/usr/sbin:/usr/bin:/bin"], through: wrapper)
        let shown = await child.wrote { output, _ in output.hasSuffix("\n") }
        try #require(shown, "\(child.soFar)")
        address = String(child.soFar.output.dropLast())
    }

    private static func address(in errors: String) -> String? {
        guard errors.hasSuffix("\n") else { return nil }
        return errors.split(separator: "\n").first { $0.hasPrefix("http://") }.map(String.init)
    }

    /// Host and port of the address.
    var origin: String { address.split(separator: "/").prefix(2).joined(separator: "//") }

    /// Runs Chromium in the program's network namespace.
    func browse<Value: Sendable>(
        _ workspace: Workspace, inside: Bool = false, _ work: @Sendable (ChromiumSession) async throws -> Value
    ) async throws -> Value {
        var program = try ChromiumProgram.find(path: nil)
        if inside {
            let path = workspace.folder + "/chromium"
            let ways = geteuid() == 0 ? "--net" : "--user --preserve-credentials --net"
            let script = "#!/bin/sh\nexec nsenter \(ways) --target \(child.id) -- \(program.path) \"$@\"\n"
            try Data(script.utf8).write(to: URL(filePath: path + ".text"))
            // Another program makes the copy: a file that this process has open for writing cannot be executed while a
            // child of another test has a copy of the descriptor.
            let made = try await workspace.runOther("install", "-m", "700", path + ".text", path)
            guard made.status == 0 else { throw ChromiumFailure(.didNotStart, made.errors) }
            program = ChromiumProgram(path: path)
        }
        return try await ChromiumSession.with(
            program, environment: ["PATH": "/usr/bin:/bin:/usr/sbin"], hosts: ["*.localhost", "127.0.0.1"],
            timeout: .seconds(600),
            work)
    }

    /// Ends the program with SIGINT.
    func end(_ signal: Int32 = SIGINT) async -> ProcessResult {
        child.send(signal)
        return await child.end()
    }
}
