import Foundation

/// A running server of the program, which ends with the value.
final class ServedProgram: Sendable {
    private let child: ChildProcess
    /// The lines of standard output.
    let addresses: [String]

    struct NotServed: Error {
        let ended: ProcessResult
    }

    init(_ workspace: Workspace, _ arguments: String...) async throws {
        child = try workspace.start(["serve"] + arguments)
        guard await child.wrote({ output, errors in output.hasSuffix("\n") && errors.hasSuffix("\n") }) else {
            throw NotServed(ended: await child.end())
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
