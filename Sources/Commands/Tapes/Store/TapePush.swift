import CassetteStore
import ExchangeModel
import Notation
import TapeDeck
import Rendering
import Workbench

extension Parameter {
    fileprivate static let pushed = Argument<[String]>(
        "tape", .cassette, .repeated, "A tape of the project: its name, file or %NUMBER")
    fileprivate static let everyChanged = Flag<Bool>(
        "all", "Every tape of the project that is not in the store as it is")
}

extension Command {
    static let tapePush = Command(
        "tape push", arguments: [.pushed], flags: [.everyChanged], rules: [.exactlyOne([.pushed, .everyChanged])],
        traits: .aboutTapes
    ) { run in
        try run.checkMayWriteFiles()
        let address = try run.storeAddress()
        let paths = try run.pushedPaths()
        guard !paths.isEmpty else {
            run.notes.add("Every tape of the project is in the store.")
            return CommandResult(.none)
        }
        let (store, folder) = try run.tapes.store(at: address)
        defer { run.tapes.discardFolder(folder) }
        var outcome = StoreOutcome()
        // In parts, so that an interrupted push keeps what it has done.
        for start in stride(from: 0, to: paths.count, by: StoreOutcome.atOnce) {
            let part = paths[start..<min(start + StoreOutcome.atOnce, paths.count)]
            var refs: [(path: String, ref: TapeRef)] = []
            for path in part {
                run.count(refs.count + start, of: paths.count, "tapes")
                do throws(Problem) { refs.append((path, try run.draft(of: path, in: folder))) } catch {
                    outcome.failed(path, error.message, error.notes)
                }
            }
            let failures = try await outcome.asking(address) { () throws(StoreFailure) in
                try await store.put(refs.map(\.ref.digest), from: folder)
            }
            for (path, ref) in refs {
                if let failure = failures[ref.digest] {
                    outcome.failed(path, SafeText.line(failure))
                } else {
                    try run.write(ref, of: path)
                    outcome.done += 1
                }
            }
            try Task.checkCancellation()
        }
        if outcome.done > 0 {
            run.notes.add("Pushed \(Phrase.counted(outcome.done, "tape")) to \(address); commit the .ref files.")
        }
        try outcome.check("pushed")
        return CommandResult(.none)
    }
}

/// What became of tapes on their way to or from a store.
struct StoreOutcome {
    /// How many are sent or fetched before their result is kept.
    static let atOnce = 64

    var done = 0
    private var failures: [String] = []

    mutating func failed(_ path: String, _ why: String, _ notes: [String] = []) {
        failures.append("\(TapeName.name(of: path)): \(why)\(why.hasSuffix(".") ? "" : ".")")
        failures += notes.prefix(5).map { "  " + $0 }
    }

    /// What the store answers; its failure is a problem.
    func asking<Value>(
        _ address: String, isolation: isolated (any Actor)? = #isolation,
        _ work: () async throws(StoreFailure) -> Value
    ) async throws(Problem) -> Value {
        do throws(StoreFailure) { return try await work() } catch {
            guard !error.isInterrupted else { throw Problem(.interrupted, "Interrupted.") }
            throw Problem(
                .network, "The store \(address) cannot be used: \(SafeText.line(error.message)).",
                notes: done == 0 ? [] : ["\(Phrase.counted(done, "tape")) before that are done."],
                hints: [error.missing.map { "apt-get install \($0)" } ?? "set store"])
        }
    }

    func check(_ verb: String) throws(Problem) {
        let count = failures.count { !$0.hasPrefix(" ") }
        guard count > 0 else { return }
        throw Problem(
            .tape, "\(Phrase.counted(count, "tape")) \(count == 1 ? "was" : "were") not \(verb).",
            notes: failures.prefix(40) + (failures.count > 40 ? ["and more"] : []))
    }
}

extension Run {
    /// The address that the project keeps.
    func storeAddress() throws(Problem) -> String {
        guard let address = projectStore else { throw Run.noStore }
        return address
    }

    /// What git keeps of the project's tapes, by the path of the tape.
    func refs() -> [String: TapeRef] {
        let folder = String(tapes.path("x").dropLast("x.cassette".count)), end = ".cassette" + TapeRef.suffix
        let paths = files.contents(folder).map(\.name).filter { $0.hasSuffix(end) }.map {
            folder + $0.dropLast(TapeRef.suffix.count)
        }
        return Dictionary(paths.compactMap { path in ref(of: path).map { (path, $0) } }) { first, _ in first }
    }

    func ref(of path: String) -> TapeRef? {
        guard let bytes = try? files.readRegular(path + TapeRef.suffix), bytes.count <= TapeRef.limit else {
            return nil
        }
        return TapeRef(String(decoding: bytes, as: UTF8.self))
    }

    /// Where a tape is that is here and has a `.ref`.
    func place(of path: String, _ ref: TapeRef) -> String {
        SHA256.hex(ofFile: path) == ref.digest ? "both" : "here, changed"
    }

    fileprivate func pushedPaths() throws -> [String] {
        let own = Dictionary(tapes.list().map { ($0.path, $0.isInProject) }) { first, _ in first }
        if arguments[.everyChanged] {
            let refs = refs()
            return own.filter(\.value).keys.sorted().filter { path in
                refs[path].map { place(of: path, $0) != "both" } ?? true
            }
        }
        var paths: [String] = []
        for word in arguments[.pushed] {
            let path = try CassetteLookup.path(word, self)
            guard own[path] == true else {
                throw Problem(
                    .refused, "\(path) is not among the project's tapes.",
                    hints: ["tape keep \(Quoting.word(TapeName.name(of: path))) NAME"])
            }
            if !paths.contains(path) { paths.append(path) }
        }
        return paths
    }

    /// Copies a tape that nobody records into the folder, under its digest, and looks through the copy.
    fileprivate func draft(of path: String, in folder: String) throws(Problem) -> TapeRef {
        let copy = folder + "/tape"
        do {
            let held = try holdWhole(path)
            defer { held.release() }
            try tapes.copy(path, to: copy)
            let cassette = try tapes.play(copy)
            defer { try? cassette.close() }
            let left = try allowing(Audit(of: cassette, secrets: host.secrets).findings, of: path, self).left
            guard left.isEmpty else {
                throw Problem(
                    .tape, "it has \(Phrase.counted(left.count, "finding")), see tape audit",
                    notes: left.map(\.description))
            }
            let digest = SHA256.hex(ofFile: copy) ?? ""
            var ref = TapeRef(digest: digest, size: tapes.list().first { $0.path == path }?.size ?? 0)
            let content = try tapes.catalog.facts(of: [path], open: tapes.play).first?.content
            (ref.instances, ref.commands) = (content?.instances ?? [], content?.commands ?? 0)
            ref.note = note(of: path)
            files.makeFolders(above: folder + "/" + StorePath.of(digest))
            try tapes.move(copy, to: folder + "/" + StorePath.of(digest))
            return ref
        } catch {
            throw ProblemMapper.problem(error)
        }
    }

    fileprivate func write(_ ref: TapeRef, of path: String) throws(Problem) {
        let file = path + TapeRef.suffix
        guard !host.files.isLink(file) else {
            throw Problem(.refused, "\(TerminalText.plain(file)) is a link; remove it first.")
        }
        try files.make(file, Array(ref.text.utf8), replacing: true)
    }
}
