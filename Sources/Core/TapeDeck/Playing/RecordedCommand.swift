package import CassetteStore
package import ExchangeModel
import Notation
import Redactors

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
    /// The requests that the tape had no answer to.
    package var misses: [Miss] = []

    package init(command: RecordedCommand, recorded: Ending, played: Ending, misses: [Miss] = []) {
        (self.command, self.recorded, self.played, self.misses) = (command, recorded, played, misses)
    }

    /// Whether exit status and standard output are equal, byte by byte. Standard error contains progress and notes; it
    /// is kept for display and not compared.
    package var isSame: Bool {
        recorded.exitStatus == played.exitStatus && recorded.standardOutput == played.standardOutput
    }

    /// What differs, by meaning, the worst first; empty if both are the same.
    package var findings: [Finding] { Finding.worstFirst(AnswerComparison(recorded, played).findings) }
}

/// What remains of an interrupted command's record while it is played.
struct InterruptedRecord: Sendable {
    /// 128 + SIGINT, the exit status of an interrupted command.
    static let exitStatus = 130

    var bytes: Int
    var requests: Int

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

/// Finds recorded commands by their text, each once, in recorded order; a step only within its command. The tape is
/// read forward only as far as needed, so replaying in order costs the same for every step.
struct CommandQueue: Sendable {
    /// What is looked up: a typed line, or a step of another command.
    private struct Place: Hashable {
        package var line: String
        var within: Int64?
    }

    /// Commands with the same line, and how many were already used.
    private struct Line {
        var commands: [CommandRecord] = []
        var given = 0

        var next: CommandRecord { commands[given] }
        var isLast: Bool { given + 1 == commands.count }
    }

    private var waiting: [Place: Line] = [:]
    /// The commands with steps, as far as the tape was read.
    private var outers: Set<Int64> = []
    private var last: Int64 = 0
    private var isAtEnd = false
    private static let batch = 64

    /// The next unused command with that line; nil if there is none.
    ///
    /// - Parameter within: the command that it is a step of; nil for a typed command.
    mutating func next(
        _ line: String, within: Int64? = nil, of cassette: Cassette
    ) throws(CassetteError) -> CommandRecord? {
        let found = try find(Place(line: Self.comparable(line), within: within), of: cassette)
        // If no command on the tape is marked as a step of this one, its steps may be unmarked.
        guard found == nil, let within, !outers.contains(within) else { return found }
        return try find(Place(line: Self.comparable(line)), of: cassette)
    }

    mutating func pass(to command: Int64) {
        last = max(last, command - 1)
        for (place, line) in waiting {
            let given = line.commands.firstIndex { $0.id >= command }
            waiting[place] = given.map { Line(commands: line.commands, given: max($0, line.given)) }
        }
    }

    private mutating func find(_ place: Place, of cassette: Cassette) throws(CassetteError) -> CommandRecord? {
        while true {
            if let found = waiting[place] {
                let command = found.next
                if found.isLast { waiting[place] = nil } else { waiting[place]?.given += 1 }
                return command
            }
            if isAtEnd { return nextUnread(place) }
            let batch = try cassette.commands(after: last, limit: Self.batch)
            guard let end = batch.last?.id else {
                isAtEnd = true
                return nextUnread(place)
            }
            last = end
            let outer = try Nesting.outer(of: batch, on: cassette)
            outers.formUnion(outer.values)
            for command in batch {
                let place = Place(line: Self.comparable(command.line), within: outer[command.id])
                waiting[place, default: Line()].commands.append(command)
            }
        }
    }

    /// Matches a line with a placeholder for a secret that only its requests revealed; any typed text matches the
    /// placeholder.
    private mutating func nextUnread(_ place: Place) -> CommandRecord? {
        let found = waiting.filter { $0.key.within == place.within && Self.matches($0.key.line, for: place.line) }
        guard let next = found.min(by: { $0.value.next.id < $1.value.next.id }) else { return nil }
        if next.value.isLast { waiting[next.key] = nil } else { waiting[next.key]?.given += 1 }
        return next.value.next
    }

    /// Whether a recorded line equals the typed one except for placeholders.
    private static func matches(_ recorded: String, for typed: String) -> Bool {
        let recorded = Array(recorded.utf8), typed = Array(typed.utf8), mark = Array(Placeholder.mark.utf8)
        guard var end = recorded.firstPlace(of: mark), typed.starts(with: recorded[..<end]) else { return false }
        var place = end
        while true {
            let start = end + mark.count
            let next = recorded.firstPlace(of: mark, from: start)
            let piece = Array(recorded[start..<(next ?? recorded.count)])
            guard let next else {
                return typed.count - place >= piece.count && typed.suffix(piece.count).elementsEqual(piece)
            }
            if !piece.isEmpty {
                guard let found = typed.firstPlace(of: piece, from: place) else { return false }
                place = found + piece.count
            }
            end = next
        }
    }

    /// Lines are compared without surrounding white space and without the numbers of placeholders.
    private static func comparable(_ line: String) -> String {
        Placeholder.unnumbered(String(ASCII.trimmed(line[...])))
    }
}
