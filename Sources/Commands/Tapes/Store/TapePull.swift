import CassetteStore
import ExchangeModel
import Notation
import Rendering
import Workbench

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
        var missing: [(path: String, ref: TapeRef)] = []
        for (path, ref) in try run.pulledRefs() {
            if !run.tapes.exists(path) {
                missing.append((path, ref))
            } else if run.place(of: path, ref) == "both" {
                here += 1
            } else {
                outcome.failed(
                    path, "the tape here is another one than its .ref names: tape push sends it, tape remove makes room"
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
                for (path, ref) in part {
                    if let failure = run.take(ref, from: folder, to: path) {
                        outcome.failed(path, failures[ref.digest] ?? failure)
                    } else {
                        outcome.done += 1
                    }
                }
                for (_, ref) in part { try? run.tapes.discard(folder + "/" + StorePath.of(ref.digest)) }
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
    fileprivate func pulledRefs() throws(Problem) -> [(path: String, ref: TapeRef)] {
        if arguments[.everyMissing] { return refs().sorted { $0.key < $1.key }.map { ($0.key, $0.value) } }
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
    fileprivate func take(_ ref: TapeRef, from folder: String, to path: String) -> String? {
        let file = folder + "/" + StorePath.of(ref.digest)
        guard let digest = SHA256.hex(ofFile: file) else { return "it is not in the store" }
        guard digest == ref.digest else { return "its file in the store is damaged; push it again from a good copy" }
        do throws(Problem) { try tapes.copy(file, to: path) } catch { return error.message }
        return nil
    }

    /// Removes files of the store that no commit of this repository has named.
    func removeStored() async throws {
        let address = try storeAddress(), month: Int64 = 30 * 86400
        let (store, folder) = try tapes.store(at: address)
        defer { tapes.discardFolder(folder) }
        let outcome = StoreOutcome()
        let named = try await outcome.asking(address) { () throws(StoreFailure) in try await tapes.digestsInGit() }
        let kept = named.union(refs().values.map(\.digest)), limit = host.clock.now.advanced(bySeconds: -month)
        let all = try await outcome.asking(address) { () throws(StoreFailure) in try await store.list() }
        let left = all.filter { !kept.contains($0.digest) && $0.changed < limit }.map(\.digest).sorted()
        guard !left.isEmpty else {
            return notes.add("The store has no file that is a month old and that no commit of this repository names.")
        }
        show(left)
        let files = Phrase.counted(left.count, "file")
        notes.add("Other repositories that use this store need files that this one does not name.")
        try await confirm("Delete \(files) from \(address)?")
        try await outcome.asking(address) { () throws(StoreFailure) in try await store.remove(left) }
        notes.add("Deleted \(files) from \(address).")
    }
}
