import CassetteStore

/// A recording that takes a tape's place only when it is complete. It is made beside the tape, in a file that no list of
/// tapes contains, so a failure or a kill leaves the tape as it was.
package struct TapeDraft: Sendable {
    package let target: String
    /// Whether there is a tape at the target.
    package let replaces: Bool

    package var path: String { target + ".recording" }

    /// Moves what an earlier recording left there aside, and reports it.
    ///
    /// - Throws: if the target is not a cassette, or one of both is being recorded.
    package init(of target: String, _ host: HostEnvironment, say: (String) -> Void) throws(Problem) {
        self.target = target
        do throws(CassetteError) {
            try host.tapes.play(target).close()
            // Opening it for changes would change it, so only if it is being recorded or was left by a kill.
            if ["-wal", ".lock"].contains(where: { host.files.realPath(target + $0) != nil }) {
                try host.tapes.edit(target).close()
            }
            replaces = true
        } catch {
            guard error.kind == .missing else { throw Problem(.tape, error.message) }
            replaces = false
        }
        guard Self.suffixes.contains(where: { host.files.realPath(path + $0) != nil }) else { return }
        // A process that is making it has its lock before its file.
        var isTape = true
        do throws(CassetteError) { try host.tapes.edit(path).close() } catch {
            isTape = false
            // A full disk leaves an empty file.
            let isEmpty = error.kind == .foreign && (try? host.files.readRegular(path)) == []
            guard isEmpty || ![.locked, .foreign, .denied].contains(error.kind) else {
                throw Problem(.tape, error.message)
            }
        }
        guard isTape else {
            try discard(host)
            say("Removed \(path), which an earlier recording that failed had left.\n")
            return
        }
        // It may be all that is left of a session, or a tape of the user.
        let left = path
        let kept = (1...).lazy.map { "\(left).\($0)" }.first { host.files.realPath($0) == nil } ?? left
        try host.tapes.move(left, to: kept)
        try discard(host)
        say("An earlier recording failed and left \(left); it was renamed to \(kept).\n")
    }

    /// Begins with the tape's recordings, to add others to them.
    func copyTarget(_ host: HostEnvironment) throws(Problem) {
        guard replaces else { return }
        do {
            // Nothing is recorded onto it meanwhile.
            let hold = try host.tapes.hold(target)
            try host.tapes.copy(target, to: path)
            hold.release()
        } catch { throw ProblemMapper.problem(error) }
    }

    package func discard(_ host: HostEnvironment) throws(Problem) {
        for suffix in Self.suffixes where host.files.realPath(path + suffix) != nil {
            try host.tapes.discard(path + suffix)
        }
    }

    /// Puts the closed recording in the tape's place, in one step.
    package func place(_ host: HostEnvironment) throws(Problem) {
        if replaces {
            do throws(CassetteError) { try host.tapes.edit(target).close() } catch {
                throw unplaced(Problem(.tape, error.message))
            }
        }
        // A log beside either file belongs to it, and would be read with the other.
        for file in [path, target] where host.files.realPath(file + "-wal") != nil {
            throw unplaced(Problem(.tape, "\(file) is being read by another program."))
        }
        do throws(Problem) { try host.tapes.move(path, to: target) } catch { throw unplaced(error) }
    }

    private func unplaced(_ problem: Problem) -> Problem {
        var problem = problem
        problem.notes.append("\(target) \(replaces ? "is unchanged" : "was not made"); this recording is in \(path).")
        return problem
    }

    private static let suffixes = ["", "-wal", "-shm", "-journal", ".new"]
}
