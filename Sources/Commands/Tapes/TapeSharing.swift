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
        let paths = try await run.pushedPaths()
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
                    outcome.failed(path, error.message, error)
                }
            }
            let failures = try await outcome.asking(address) { () throws(StoreFailure) in
                try await store.put(Set(refs.map(\.ref.digest)).sorted(), from: folder)
            }
            for (path, ref) in refs {
                if let failure = failures[ref.digest] {
                    outcome.failed(path, SafeText.line(failure))
                } else {
                    try run.write(ref, of: path)
                    outcome.done += 1
                }
                try? run.tapes.discard(folder + "/" + StorePath.of(ref.digest))
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
    /// The lines about each tape that is not done.
    private var failures: [[String]] = []
    private var hints: [String] = []

    mutating func failed(_ path: String, _ why: String, _ cause: Problem? = nil) {
        let notes = cause?.notes.prefix(5).map { "  " + $0 } ?? []
        failures.append(["\(TapeName.name(of: path)): \(why)\(why.hasSuffix(".") ? "" : ".")"] + notes)
        hints += cause?.hints ?? []
    }

    /// What the store answers; its failure is a problem.
    func asking<Value>(
        _ address: String, isolation: isolated (any Actor)? = #isolation, _ work: () async throws(StoreFailure) -> Value
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
        let count = failures.count, most = 20
        guard count > 0 else { return }
        throw Problem(
            .tape, "\(Phrase.counted(count, "tape")) \(count == 1 ? "was" : "were") not \(verb).",
            notes: failures.prefix(most).flatMap(\.self) + (count > most ? ["and \(count - most) more"] : []),
            hints: Array(hints.prefix(3)))
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
        Dictionary(refPaths.compactMap { path in ref(of: path).map { (path, $0) } }) { first, _ in first }
    }

    fileprivate var refPaths: [String] {
        let folder = String(tapes.path("x").dropLast("x.cassette".count)), end = ".cassette" + TapeRef.suffix
        return files.contents(folder).map(\.name).filter { $0.hasSuffix(end) }.map {
            folder + $0.dropLast(TapeRef.suffix.count)
        }
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

    fileprivate func pushedPaths() async throws -> [String] {
        let own = Dictionary(tapes.list().map { ($0.path, $0.isInProject) }) { first, _ in first }
        if arguments[.everyChanged] {
            let refs = refs()
            let changed = own.filter(\.value).keys.sorted().filter { path in
                refs[path].map { place(of: path, $0) != "both" } ?? true
            }
            // A colleague's tape is newer than one that a commit names.
            let known = changed.allSatisfy { refs[$0] == nil } ? [] : (try? await tapes.digestsInGit()) ?? []
            return changed.filter { path in
                if files.isLink(path) {
                    notes.add("\(path) is a link and is not sent.")
                } else if refs[path] != nil, known.contains(SHA256.hex(ofFile: path) ?? "") {
                    notes.add("\(path) is older than its .ref and is not sent: tape pull gets the newer one.")
                } else {
                    return true
                }
                return false
            }
        }
        var paths: [String] = []
        for word in arguments[.pushed] {
            let path = try CassetteLookup.path(word, self)
            // Says what is missing.
            if !tapes.exists(path) { try tapes.play(path).close() }
            guard own[path] == true, !files.isLink(path) else {
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
            try tapes.play(path).close()
            let held = try holdWhole(path)
            defer { held.release() }
            try tapes.copy(path, to: copy)
            let cassette = try tapes.play(copy)
            defer { try? cassette.close() }
            let left = try allowing(Audit(of: cassette, secrets: host.secrets).findings, of: path, self).left
            guard left.isEmpty else {
                throw Problem(
                    .tape, "it has \(Phrase.counted(left.count, "finding"))", notes: left.map(\.description),
                    hints: ["tape audit \(Quoting.word(TapeName.name(of: path)))"])
            }
            guard let digest = SHA256.hex(ofFile: copy) else { throw Problem(.tape, "its copy cannot be read") }
            let facts = try tapes.catalog.facts(of: [path], open: tapes.play).first
            var ref = TapeRef(digest: digest, size: facts?.size ?? 0)
            (ref.instances, ref.commands) = (facts?.content?.instances ?? [], facts?.content?.commands ?? 0)
            ref.note = note(of: path).map { SafeText.line($0) }
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

extension Parameter {
    fileprivate static let pulled = Argument<[String]>(
        "tape", .word("NAME"), .repeated, "A tape that has a .ref file: its name")
    fileprivate static let everyMissing = Flag<Bool>("all", "Every tape that has a .ref file and is not here")
}

extension Command {
    static let tapePull = Command(
        "tape pull", arguments: [.pulled], flags: [.everyMissing], rules: [.exactlyOne([.pulled, .everyMissing])],
        traits: .aboutTapes
    ) { run in
        try run.checkMayWriteFiles()
        let address = try run.storeAddress()
        var outcome = StoreOutcome(), here = 0
        var missing: [(path: String, ref: TapeRef, isNew: Bool)] = [], known: Set<String>?
        for (path, ref) in try run.pulledRefs(&outcome) {
            if !run.tapes.exists(path) {
                missing.append((path, ref, true))
                continue
            }
            guard run.place(of: path, ref) != "both" else {
                here += 1
                continue
            }
            // What a commit names is an older version, and not a change that would be lost.
            if known == nil { known = (try? await run.tapes.digestsInGit()) ?? [] }
            if !run.files.isLink(path), known?.contains(SHA256.hex(ofFile: path) ?? "") == true {
                missing.append((path, ref, false))
            } else {
                outcome.failed(
                    path, "the tape here is another one than its .ref names: tape remove makes room, tape push sends it"
                )
            }
        }
        if !missing.isEmpty {
            let (store, folder) = try run.tapes.store(at: address)
            defer { run.tapes.discardFolder(folder) }
            for start in stride(from: 0, to: missing.count, by: StoreOutcome.atOnce) {
                let part = missing[start..<min(start + StoreOutcome.atOnce, missing.count)]
                run.count(start, of: missing.count, "tapes")
                let failures = try await outcome.asking(address) { () throws(StoreFailure) in
                    try await store.get(Set(part.map(\.ref.digest)).sorted(), into: folder)
                }
                for (path, ref, isNew) in part {
                    if let failure = run.take(ref, from: folder, to: path, isNew: isNew) {
                        outcome.failed(path, failures[ref.digest].map { SafeText.line($0) } ?? failure)
                    } else {
                        outcome.done += 1
                    }
                }
                for (_, ref, _) in part { try? run.tapes.discard(folder + "/" + StorePath.of(ref.digest)) }
                try Task.checkCancellation()
            }
        }
        if outcome.done > 0 { run.notes.add("Pulled \(Phrase.counted(outcome.done, "tape")) from \(address).") }
        if here > 0 { run.notes.add("\(Phrase.counted(here, "tape")) \(here == 1 ? "was" : "were") here already.") }
        try outcome.check("pulled")
        return CommandResult(.none)
    }
}

extension Run {
    fileprivate func pulledRefs(_ outcome: inout StoreOutcome) throws(Problem) -> [(path: String, ref: TapeRef)] {
        if arguments[.everyMissing] {
            let refs = refs()
            for path in refPaths where refs[path] == nil { outcome.failed(path, "its .ref file cannot be read") }
            return refs.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        }
        var found: [(path: String, ref: TapeRef)] = []
        for (number, word) in arguments[.pulled].enumerated() {
            var path = tapes.path(word)
            if path.hasSuffix(TapeRef.suffix) { path = String(path.dropLast(TapeRef.suffix.count)) }
            guard let ref = ref(of: path) else {
                throw arguments.problem(
                    .tape, "There is no readable file \(path)\(TapeRef.suffix), which names a tape of the store.",
                    at: .pulled, value: number, hints: ["tape list"])
            }
            found.append((path, ref))
        }
        return found
    }

    /// Puts a file that came from the store in its place if it is the one that the `.ref` names.
    ///
    /// - Returns: why not; nil if it is there.
    fileprivate func take(_ ref: TapeRef, from folder: String, to path: String, isNew: Bool) -> String? {
        let file = folder + "/" + StorePath.of(ref.digest)
        guard let digest = SHA256.hex(ofFile: file) else { return "it is not in the store" }
        guard digest == ref.digest else { return "its file in the store is damaged; push it again from a good copy" }
        // SQLite would read them with the tape.
        let beside = ["-wal", "-shm", "-journal"].map { path + $0 }
        if let other = beside.first(where: { files.isLink($0) || files.realPath($0) != nil }) {
            return "\(other) is in the way"
        }
        do { try tapes.play(file).close() } catch { return "its file in the store is not a tape" }
        do throws(Problem) { try tapes.copy(file, to: path, isNew: isNew) } catch { return error.message }
        return nil
    }

    /// Removes files of the store that no commit of this repository has named.
    func removeStored() async throws {
        let address = try storeAddress(), month: Int64 = 30 * 86400
        let (store, folder) = try tapes.store(at: address)
        defer { tapes.discardFolder(folder) }
        let outcome = StoreOutcome()
        let named: Set<String>
        do throws(StoreFailure) { named = try await tapes.digestsInGit() } catch {
            throw Problem(.refused, "Nothing was deleted: \(SafeText.line(error.message)).")
        }
        guard !named.isEmpty else { throw Problem(.refused, "Nothing was deleted: no commit has a .ref file.") }
        let kept = named.union(refs().values.map(\.digest)), limit = host.clock.now.advanced(bySeconds: -month)
        let all = try await outcome.asking(address) { () throws(StoreFailure) in try await store.list() }
        let left = all.filter { !kept.contains($0.digest) && $0.changed < limit }.map(\.digest).sorted()
        guard !left.isEmpty else {
            return notes.add("The store has no file that is a month old and that no commit of this repository names.")
        }
        show(left)
        let files = Phrase.counted(left.count, "file")
        notes.add(
            "Run git fetch first: commits of others name files, too, and so do other repositories with this store.")
        try await confirm("Delete \(files) from \(address)?")
        try await outcome.asking(address) { () throws(StoreFailure) in try await store.remove(left) }
        notes.add("Deleted \(files) from \(address).")
    }
}
