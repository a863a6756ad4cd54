import Glibc

/// A running `snowdeck serve sandbox`. It ends with its value.
final class ServedSandbox: Sendable {
    private let child: Child
    /// `https://127.0.0.1:PORT`.
    let address: String

    convenience init(_ desk: Desk, _ arguments: String...) async throws { try await self.init(desk, arguments) }

    init(_ desk: Desk, _ arguments: [String]) async throws {
        child = try desk.start(["serve", "sandbox"] + arguments)
        guard await child.wrote({ output, errors in output.hasSuffix("\n") && errors.hasSuffix("\n") }) else {
            throw Failure(await child.end())
        }
        address = String(child.soFar.output.dropLast())
    }

    /// Ends it as Ctrl-C does.
    func end() async -> Ended {
        child.send(SIGINT)
        return await child.end()
    }

    /// Why there is no server.
    struct Failure: Error, CustomStringConvertible {
        let description: String
        init(_ ended: Ended) { description = "The sandbox is not served: \(ended)" }
    }
}
