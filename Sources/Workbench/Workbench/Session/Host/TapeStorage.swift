package import CassetteStore
import Notation
package import TapeDeck

/// The cassettes and how they are opened.
package protocol TapeStorage: Sendable {
    /// The path of a cassette: a path stays as it is, a bare name is a file in the project's `sessions` folder.
    func path(_ name: String) -> String
    func newPath() -> String
    /// Whether there is a file at a path.
    func exists(_ path: String) -> Bool
    /// The numbers of tapes and the index of their texts.
    var catalog: TapeCatalog { get }
    /// The project's and the user's cassettes, newest first.
    @Sendable func list() -> [CassetteInfo]
    /// A deck that records to a file, which is opened at the first command or exchange.
    func record(onto path: String, replacing: Bool, session: SessionRecord) throws(Problem) -> RecordingDeck
    /// A deck that records onto the tape of this day and instance, which single commands share. If another command has
    /// it for more than a second, a second tape is begun.
    ///
    /// - Parameter place: the instance's short name.
    func recordOfDay(at place: String, session: SessionRecord) throws(Problem) -> (deck: RecordingDeck, path: String)
    /// Makes a cassette that `write` fills, completely or not at all.
    func make(at path: String, replacing: Bool, bodyLimit: Int, _ write: (Cassette) throws -> Void) throws
    func play(_ path: String) throws(CassetteError) -> Cassette
    /// A path for a temporary cassette that nobody shares; those of processes that have ended are deleted.
    func scratchPath(_ name: String) throws(Problem) -> String
    /// Opens an existing cassette for changes, without waiting for other processes.
    func edit(_ path: String) throws(CassetteError) -> Cassette
    func discard(_ path: String) throws(Problem)
    /// Locks a cassette to delete or rename it, without opening it.
    func hold(_ path: String) throws(CassetteError) -> CassetteHold
    /// What killed programs left beside the project's and the user's cassettes.
    func leftovers() -> [CassetteLeftover]
    /// How much the user's tapes without a name and a note take, if that is much and was not reported today.
    ///
    /// - Parameter path: the tape that was recorded; other folders than the user's are not measured.
    func usageToReport(after path: String) -> TapeUsage?
    func move(_ path: String, to other: String) throws(Problem)
    /// Copies a cassette that no process records. With `isNew`, a file or a link that is there is an error.
    func copy(_ path: String, to other: String, isNew: Bool) throws(Problem)
    /// The store at an address, and an empty private folder for files on their way. `discardFolder` removes the folder.
    func store(at address: String) throws(Problem) -> (store: any TapeStore, folder: String)
    func discardFolder(_ path: String)
    /// The digests of tapes that this repository has named, in any commit of any branch.
    func digestsInGit() async throws(StoreFailure) -> Set<String>
}

extension TapeStorage {
    package func path(_ name: String) -> String { name }
    func newPath() -> String { "" }
    package func exists(_ path: String) -> Bool { list().contains { $0.path == path } }
    /// An index of its own in memory.
    package var catalog: TapeCatalog { TapeCatalog(path: "") { _ in } }
    package func recordOfDay(
        at place: String, session: SessionRecord
    ) throws(Problem) -> (deck: RecordingDeck, path: String) {
        let path = newPath()
        return (try record(onto: path, replacing: false, session: session), path)
    }
    package func copy(_ path: String, to other: String) throws(Problem) { try copy(path, to: other, isNew: false) }
    @Sendable package func list() -> [CassetteInfo] { [] }
    package func make(at path: String, replacing: Bool, bodyLimit: Int, _ write: (Cassette) throws -> Void) throws {
        throw Problem(.tape, "No tape can be made here.")
    }
    package func scratchPath(_ name: String) throws(Problem) -> String {
        throw Problem(.tape, "No tape can be made here.")
    }
    package func edit(_ path: String) throws(CassetteError) -> Cassette {
        throw CassetteError(.denied, path: path, "No tape is changed here.")
    }
    package func discard(_ path: String) throws(Problem) { throw Problem(.internal, "No tape is deleted here.") }
    package func hold(_ path: String) throws(CassetteError) -> CassetteHold {
        throw CassetteError(.denied, path: path, "No tape is changed here.")
    }
    package func leftovers() -> [CassetteLeftover] { [] }
    package func usageToReport(after path: String) -> TapeUsage? { nil }
    package func move(_ path: String, to other: String) throws(Problem) {
        throw Problem(.internal, "No tape is renamed here.")
    }
    package func copy(_ path: String, to other: String, isNew: Bool) throws(Problem) {
        throw Problem(.internal, "No tape is copied here.")
    }
    package func store(at address: String) throws(Problem) -> (store: any TapeStore, folder: String) {
        throw Problem(.tape, "No store is used here.")
    }
    package func discardFolder(_ path: String) {}
    package func digestsInGit() async throws(StoreFailure) -> Set<String> { [] }
}

/// The size of several tapes, in bytes.
package struct TapeUsage: Sendable, Hashable {
    let count: Int
    package let size: Int
    let folder: String

    package init(count: Int, size: Int, folder: String) { (self.count, self.size, self.folder) = (count, size, folder) }

    /// From here on it is reported.
    package static let limit = 1_000_000_000

    /// A warning with the command that deletes tapes.
    package var warning: String {
        """
        warning: \(Phrase.counted(count, "tape")) without a name take \(ByteText.short(size)) in \(folder).
        hint: tape remove --older 30d

        """
    }
}

extension TapeStorage {
    /// The facts of the project's and the user's tapes; the project's are first.
    package func facts() throws(CassetteError) -> [TapeFacts] {
        let tapes = list()
        let own = tapes.filter(\.isInProject) + tapes.filter { !$0.isInProject }
        let changed = Dictionary(own.map { ($0.path, $0.changed) }) { first, _ in first }
        return try catalog.facts(of: own.map(\.path), open: play).map { tape in
            var tape = tape
            tape.changed = changed[tape.path] ?? tape.changed
            return tape
        }
    }

    /// A tape's first command line, read from the tape; empty if it has none.
    package func firstLine(of tape: TapeFacts) -> String {
        guard tape.content?.commands ?? 0 > 0, let cassette = try? play(tape.path) else { return "" }
        defer { try? cassette.close() }
        return (try? cassette.commands(after: 0, limit: 1).first?.line) ?? ""
    }
}
