import Foundation

/// A running server of the program, which ends with the value.
final class ServedProgram: Sendable {
    private let child: ChildProcess
    /// The lines of standard output.
    let addresses: [String]
    /// `https://127.0.0.1:PORT`.
    var address: String { addresses.first ?? "" }
    var port: Int { address.split(separator: ":").last.flatMap { Int($0) } ?? 0 }

    struct Failure: Error {
        let ended: ProcessResult
    }

    convenience init(_ workspace: Workspace, _ arguments: String...) async throws {
        try await self.init(workspace, arguments)
    }

    init(_ workspace: Workspace, _ arguments: [String]) async throws {
        child = try workspace.start(["serve"] + arguments)
        guard await child.wrote({ output, errors in output.hasSuffix("\n") && errors.hasSuffix("\n") }) else {
            throw Failure(ended: await child.end())
        }
        addresses = child.soFar.output.split(separator: "\n").map(String.init)
    }

    /// The most memory that it has used, in kilobytes.
    var peakMemory: Int? {
        let status = try? String(contentsOfFile: "/proc/\(child.id)/status", encoding: .utf8)
        let line = status?.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return line.flatMap { Int($0.filter(\.isNumber)) }
    }

    /// Ends it with a signal.
    func end(_ signal: Int32 = SIGINT) async -> ProcessResult {
        child.send(signal)
        return await child.end()
    }
}
