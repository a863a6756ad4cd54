import Redactors
package import CassetteStore
package import ExchangeModel

package struct RecordedCommand: Sendable, Hashable {
    package var id: Int64
    package var session: Int64
    package var line: String
    package var now: Timestamp
    package var exitStatus: Int?
    /// The number of the command that it is a step of; nil for a typed command.
    package var within: Int64?

    package init(_ record: CommandRecord, within: Int64? = nil) {
        self.within = within
        id = record.id
        session = record.session
        line = record.line
        now = record.now
        exitStatus = record.exitStatus
    }
}

/// Which commands of a tape are steps of others. The steps of `recipe run` are recorded as commands with an input that
/// names the outer command.
package enum Nesting {
    /// The outer command of each step, by number; typed commands are not included. Commands are in recorded order.
    package static func outer(
        of commands: [CommandRecord], on cassette: Cassette
    ) throws(CassetteError) -> [Int64: Int64] {
        guard let first = commands.first?.id, let last = commands.last?.id, first <= last else { return [:] }
        var outer: [Int64: Int64] = [:]
        for (command, name) in try cassette.inputNames(ofKind: InputKind.within.rawValue, commands: first...last) {
            // A step must come after its outer command; an untrusted tape may say anything.
            if let number = Int64(name), number > 0, number < command { outer[command] = number }
        }
        return outer
    }
}

/// A played command and its record.
package struct CommandComparison: Sendable, Hashable {
    package struct Ending: Sendable, Hashable {
        package var exitStatus: Int?
        package var standardOutput: [UInt8]
        package var standardError: [UInt8]

        package init(exitStatus: Int? = nil, standardOutput: [UInt8], standardError: [UInt8]) {
            self.exitStatus = exitStatus
            self.standardOutput = standardOutput
            self.standardError = standardError
        }
    }

    package var command: RecordedCommand
    package var recorded: Ending
    package var played: Ending

    package init(command: RecordedCommand, recorded: Ending, played: Ending) {
        self.command = command
        self.recorded = recorded
        self.played = played
    }

    /// Whether exit status and standard output are equal, byte by byte. Standard error contains progress and notes; it
    /// is kept for display and not compared.
    package var isSame: Bool {
        recorded.exitStatus == played.exitStatus && recorded.standardOutput == played.standardOutput
    }
}

/// What remains of an interrupted command's record while it is played.
struct InterruptedRecord: Sendable {
    /// 128 + SIGINT, the exit status of an interrupted command.
    static let exitStatus = 130

    private var bytes: Int
    private var requests: Int

    init(bytes: Int, requests: Int) {
        self.bytes = bytes
        self.requests = requests
    }

    mutating func takes(_ count: Int) -> Bool {
        guard count <= bytes else { return false }
        bytes -= count
        return true
    }

    mutating func takesRequest() -> Bool {
        guard requests > 0 else { return false }
        requests -= 1
        return true
    }
}
