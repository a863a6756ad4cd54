package import CassetteStore
package import LineEditing
import TapeDeck

package struct ScriptRunner: Sendable {
    private let session: ShellSession
    private let name: String
    private let keepsGoing: Bool

    package init(_ session: ShellSession, name: String, keepsGoing: Bool = false) {
        self.session = session
        self.name = name
        self.keepsGoing = keepsGoing
    }

    package func run(_ text: String) async -> Int32 {
        var first: Int32 = 0
        for command in Script(text).commands {
            let status = await run(command, startingAt: command.line)
            if first == 0 { first = status }
            if await isDone(after: status) { break }
        }
        return first
    }

    /// Runs lines as they arrive, so that a program can drive the shell through a pipe.
    package func run(_ reader: any LineReader) async -> Int32 {
        var first: Int32 = 0
        var pending = "", begun = 0, number = 0
        var closers: Set<UInt8>?
        while true {
            var status: Int32 = 0
            let result = await reader.readLine(prompt: Prompt(""))
            switch result {
            case .line(let line):
                number += 1
                if pending.isEmpty { begun = number }
                pending += pending.isEmpty ? line : "\n" + line
                if let closers, !line.utf8.contains(where: closers.contains) { continue }
                closers = nil
                if Parser.mayContinue(pending) {
                    closers = Parser.closers(of: pending)
                    continue
                }
            case .end, .interrupted: break
            case .failed(let error):
                number += 1
                status = await session.say(
                    Problem(.usage, "Nothing was run: \(error)."), from: nil)
                (pending, closers) = ("", nil)
            }
            if !pending.isEmpty {
                for command in Script(pending).commands {
                    status = await run(command, startingAt: begun + command.line - 1)
                    if await isDone(after: status) { break }
                }
                (pending, closers) = ("", nil)
            }
            if first == 0 { first = status }
            if result == .end || result == .interrupted { return first }
            if await isDone(after: status) { return first }
        }
    }

    private func run(_ command: Script.Command, startingAt line: Int) async -> Int32 {
        let place = ScriptLocation(name: name, line: line)
        switch command.invocation {
        case .success(let invocation): return await session.run(invocation, from: place)
        case .failure(let error): return await session.say(command.problem(error), from: place)
        }
    }

    private func isDone(after status: Int32) async -> Bool {
        if await session.isOver || status == Problem.Kind.interrupted.exitStatus { return true }
        return status != 0 && !keepsGoing
    }
}

/// The location of a line in a script.
package struct ScriptLocation: Sendable, Hashable {
    var name: String
    var line: Int

    package init(name: String, line: Int) {
        self.name = name
        self.line = line
    }
}

/// On a tape the location is an input of the command, like a file.
extension ScriptLocation {
    /// Records the location, because error messages contain it.
    func keep(on deck: (any Deck)?) async {
        let line = Array(String(line).utf8)
        // If the tape cannot take it, the error is reported when the command ends. A tape being played may lack it.
        _ = try? await deck?.input(.place, name) { line }
    }

    package init?(of command: CommandRecord, on cassette: Cassette) throws(CassetteError) {
        let kept = try cassette.inputs(of: command.id).last { $0.kind == InputKind.place.rawValue }
        guard let kept, let line = Int(String(decoding: kept.content, as: UTF8.self)), line > 0 else { return nil }
        self.init(name: kept.name, line: line)
    }
}
