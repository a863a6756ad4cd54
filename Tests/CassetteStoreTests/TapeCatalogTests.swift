import Database
import ExchangeModel
import Foundation
import TestSupport
import Testing

@testable import CassetteStore

/// Numbers of tapes and the index of their texts.
struct TapeCatalogTests {
    private let temporary = TemporaryFolder()
    private var folder: String { temporary.path }

    private func catalog() -> TapeCatalog { TapeCatalog(path: folder + "/tapes.sqlite") { _ in } }
    private func path(_ name: String) -> String { "\(folder)/\(name).cassette" }
    private static let open: TapeCatalog.Opener = { path throws(CassetteError) in try Cassette.playing(at: path) }

    /// Records one command that gets these answers.
    private func record(_ answers: [String], onto name: String, startedAt second: Int64 = 0) throws {
        let cassette = try Cassette.recording(at: path(name))
        var session = SessionRecord.example
        session.startedAt = Timestamp(seconds: second)
        let number = try cassette.beginSession(session)
        let command = try cassette.beginCommand(
            CommandRecord(session: number, line: "table list of \(name)", now: session.startedAt))
        for answer in answers {
            let request = RequestRecord.example("/\(name)?q=a%20b", session: number, command: command)
            try cassette.complete(cassette.reserve(request), with: .response(.example(answer)))
        }
        try cassette.appendOutput(Array("shown by \(name)\n".utf8), to: .standardOutput, of: command)
        try cassette.finishCommand(command, exitStatus: 0)
        try cassette.close()
    }

    private func facts(_ names: String..., in catalog: TapeCatalog) throws -> [TapeFacts] {
        try catalog.facts(of: names.map(path), open: Self.open)
    }

    private func index(_ tapes: [TapeFacts], in catalog: TapeCatalog) throws -> [String] {
        try catalog.index(tapes, open: Self.open) { _, _ in }.map(\.path)
    }

    /// The tapes, commands and exchanges of the passages with a text.
    private func found(_ text: String, in catalog: TapeCatalog) throws -> [[Int64]] {
        try catalog.passages(with: text, before: nil, limit: 100).flatMap { passage in
            passage.places.map { [passage.tape, $0.command ?? 0, $0.exchange ?? 0] }
        }
    }

    @Test func tapesKeepTheirNumbers() throws {
        try record(["{}"], onto: "one")
        try record(["{}", "{}"], onto: "two")
        let first = try facts("one", "two", "none", in: catalog())
        expectEqual(first.map(\.number), [1, 2])
        expectEqual(first[1].content?.exchanges, 2)
        #expect(first[0].content?.instances == ["http://sandbox.localhost"] && first[0].content?.users == ["john.doe"])
        try record(["{}"], onto: "one")
        let again = try facts("two", "one", in: catalog())
        #expect(again.map(\.number) == [2, 1] && again[1].content?.commands == 2)
        // A renamed tape keeps its number; a removed one's is not given again.
        try FileManager.default.moveItem(atPath: path("two"), toPath: path("other"))
        try catalog().renamed(path("two"), to: path("other"))
        try catalog().forget(path("one"))
        try record(["{}"], onto: "three")
        try expectEqual(facts("other", "one", "three", in: catalog()).map(\.number), [2, 3, 4])
        try expectEqual(catalog().path(numbered: 2)?.hasSuffix("/other.cassette"), true)
    }

    @Test func textsAreFoundInLinesOutputsAddressesAndBodies() throws {
        let catalog = catalog()
        try record([#"{"result":[{"name":"Zoë \"quoted\"","n":12345}]}"#, "<p>plain page</p>"], onto: "one")
        let tapes = try facts("one", in: catalog)
        try expectEqual(index(tapes, in: catalog), [])
        try expectEqual(found("list of", in: catalog), [[1, 1, 0]])
        try expectEqual(found("shown BY one", in: catalog), [[1, 1, 0]])
        try expectEqual(found("q=a b", in: catalog), [[1, 1, 2], [1, 1, 1]])
        try expectEqual(found("zoë \"quo", in: catalog), [[1, 1, 1]])
        try expectEqual(found("12345", in: catalog), [[1, 1, 1]])
        try expectEqual(found("plain page", in: catalog), [[1, 1, 2]])
        try expectEqual(found("absent", in: catalog), [])
        // One or two characters: every passage is offered.
        try expectEqual(found("q", in: catalog).count, 3)
    }

    /// The trigrams of a number are in other texts too, its six digits are not.
    @Test func numbersAreFoundByTheirDigits() throws {
        let catalog = catalog()
        let numbers = ["INC0010148", "INC0010148-1480010", "101480 INC0010140", "x123456789012y", "000000000"]
        try record(numbers.map { #"{"n":"\#($0)"}"# }, onto: "one")
        try expectEqual(index(facts("one", in: catalog), in: catalog), [])
        func exchanges(_ text: String) throws -> [Int64] {
            try found(text, in: catalog).map { $0[2] }.filter { $0 > 0 }.sorted()
        }
        try expectEqual(exchanges("INC0010148"), [1, 2])
        try expectEqual(exchanges("inc0010148-1"), [1, 2])
        try expectEqual(exchanges("C001014"), [1, 2, 3])
        try expectEqual(exchanges("010148"), [1, 2])
        try expectEqual(exchanges("234567"), [4])
        try expectEqual(exchanges("3456789012y"), [4])
        try expectEqual(exchanges("1234567890123"), [])
        try expectEqual(exchanges("0000000"), [5])
        // Five digits have no pairs of their own; their trigrams are searched.
        try expectEqual(exchanges("10148"), [1, 2, 3])
    }

    /// A transaction holds texts of several tapes, and a tape may need several.
    @Test func manyTextsAreIndexedInSeveralTransactions() throws {
        let catalog = catalog()
        try record((1...2600).map { #"{"a":"text \#($0) of one"}"# }, onto: "one")
        try record((1...2600).map { #"{"a":"text \#($0) of two"}"# }, onto: "two")
        let tapes = try facts("one", "two", in: catalog)
        var steps: [[Int]] = []
        #expect(try catalog.index(tapes, open: Self.open) { steps.append([$0, $1]) }.isEmpty)
        #expect(steps.count == 2 && steps.last == [5200, 5200])
        try expectEqual(found("text 2600 of one", in: catalog), [[1, 1, 2600]])
        try expectEqual(found("text 2600 of two", in: catalog), [[2, 1, 2600]])
        try expectEqual(index(facts("one", "two", in: catalog), in: catalog), [])
        try expectEqual(found("list of", in: catalog).count, 2)
    }

    @Test func tapesBehindLinksAndOfSeveralFoldersHaveOneNumberEach() throws {
        try record(["{}"], onto: "one")
        try FileManager.default.createDirectory(atPath: folder + "/below", withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: path("below/link"), withDestinationPath: path("one"))
        try FileManager.default.createSymbolicLink(atPath: folder + "/other", withDestinationPath: folder)
        let catalog = catalog()
        let tapes = try facts("one", "below/link", "other/one", "below", "below/none", in: catalog)
        #expect(tapes.map(\.number) == [1, 1, 1] && Set(tapes.map(\.size)).count == 1)
    }

    @Test func onlyWhatIsNewIsIndexedAndEqualTextsOnce() throws {
        let catalog = catalog()
        try record([#"{"a":"same text"}"#, #"{"a":"same text"}"#], onto: "one")
        try expectEqual(index(facts("one", in: catalog), in: catalog), [])
        try expectEqual(catalog.passages(with: "same text", before: nil, limit: 9).count, 1)
        try expectEqual(found("same text", in: catalog), [[1, 1, 1], [1, 1, 2]])
        try record([#"{"a":"later text"}"#], onto: "one")
        // A second catalog is another process.
        let other = self.catalog()
        try expectEqual(index(facts("one", in: other), in: other), [])
        try expectEqual(index(facts("one", in: catalog), in: catalog), [])
        try expectEqual(found("later text", in: catalog), [[1, 2, 3]])
    }

    @Test func removedAndReplacedTapesAreForgotten() throws {
        let catalog = catalog()
        try record([#"{"a":"old text"}"#], onto: "one")
        try record([#"{"a":"kept text"}"#], onto: "two")
        try expectEqual(index(facts("one", "two", in: catalog), in: catalog), [])
        try FileManager.default.removeItem(atPath: path("one"))
        try record([#"{"a":"new text"}"#], onto: "one", startedAt: 60)
        try expectEqual(index(facts("one", "two", in: catalog), in: catalog), [])
        try expectEqual(found("old text", in: catalog), [])
        try expectEqual(found("new text", in: catalog), [[3, 1, 1]])
        try expectEqual(found("kept text", in: catalog), [[2, 1, 1]])
        // No text can be read in the index.
        let bytes = try Data(contentsOf: URL(filePath: folder + "/tapes.sqlite"))
        let log = (try? Data(contentsOf: URL(filePath: folder + "/tapes.sqlite-wal"))) ?? Data()
        #expect(!(bytes + log).contains(Data("kept text".utf8)) && !(bytes + log).contains(Data("old text".utf8)))
    }

    private func fileBytes() -> Data {
        ["", "-wal"].map { (try? Data(contentsOf: URL(filePath: folder + "/tapes.sqlite" + $0))) ?? Data() }
            .reduce(Data(), +)
    }

    /// A command line is only on its tape; what describes a deleted tape goes when tapes are listed.
    @Test func catalogKeepsNothingOfDeletedTapes() throws {
        let catalog = catalog()
        try record([#"{"a":"text"}"#], onto: "one")
        try record([#"{"a":"text"}"#], onto: "two")
        _ = try facts("one", "two", in: catalog)
        #expect(!fileBytes().contains(Data("table list of".utf8)))
        #expect(fileBytes().contains(Data("/one.cassette".utf8)))
        try FileManager.default.removeItem(atPath: path("one"))
        try expectEqual(facts("two", in: catalog).map(\.number), [2])
        #expect(!fileBytes().contains(Data("/one.cassette".utf8)))
    }

    @Test func catalogOfOtherVersionIsMadeAgain() throws {
        try record([#"{"a":"text"}"#], onto: "one")
        try record([#"{"a":"text"}"#], onto: "two")
        try expectEqual(facts("two", "one", in: catalog()).map(\.number), [1, 2])
        try Connection(path: folder + "/tapes.sqlite", mode: .create).execute(
            "ALTER TABLE tape ADD COLUMN first TEXT;UPDATE tape SET first='secret line '||id;PRAGMA user_version=2")
        #expect(fileBytes().contains(Data("secret line".utf8)))
        try expectEqual(facts("one", "two", in: catalog()).map(\.number), [1, 2])
        #expect(!fileBytes().contains(Data("secret line".utf8)))
    }

    /// Nothing of a removed tape stays in the index, and the other tapes are indexed again with their numbers.
    @Test(arguments: [true, false]) func removedTapeLeavesNoTrigrams(isRemovedHere: Bool) throws {
        let catalog = catalog(), other = self.catalog()
        try record([#"{"a":"old text"}"#], onto: "one")
        try record([#"{"a":"kept text"}"#], onto: "two")
        try expectEqual(index(facts("one", "two", in: catalog), in: catalog), [])
        try expectEqual(found("old text", in: other), [[1, 1, 1]])
        if isRemovedHere { try catalog.forget(path("one")) }
        try FileManager.default.removeItem(atPath: path("one"))
        if isRemovedHere { try expectEqual(found("text", in: other), []) }
        try expectEqual(index(facts("two", in: other), in: other), [])
        try expectEqual(found("old text", in: catalog), [])
        try expectEqual(found("kept text", in: catalog), [[2, 1, 1]])
        try expectEqual(catalog.path(numbered: 1), nil)
        try record([#"{"a":"third text"}"#], onto: "three")
        try expectEqual(index(facts("two", "three", in: catalog), in: catalog), [])
        try expectEqual(found("third text", in: other), [[3, 1, 1]])
    }

    /// With many tapes, one of them is too little to index all of them again.
    @Test func littleIsKeptUntilMoreIsRemoved() throws {
        let catalog = catalog()
        for number in 1...12 { try record([#"{"a":"text of tape"}"#], onto: "t\(number)") }
        let tapes = try (1...12).flatMap { try facts("t\($0)", in: catalog) }
        try expectEqual(index(tapes, in: catalog), [])
        try FileManager.default.removeItem(atPath: path("t1"))
        try expectEqual(index(tapes.suffix(1), in: catalog), [])
        try expectEqual(found("text of tape", in: catalog).filter { $0[0] != 0 }.count, 11)
        try FileManager.default.removeItem(atPath: path("t2"))
        try expectEqual(index(tapes.suffix(1), in: catalog), [])
        try expectEqual(found("text of tape", in: catalog), [[12, 1, 1]])
    }

    @Test func changedTapeIsIndexedAgain() throws {
        let catalog = catalog()
        try record([#"{"a":"first text"}"#], onto: "one")
        try expectEqual(index(facts("one", in: catalog), in: catalog), [])
        let cassette = try Cassette.recording(at: path("one"))
        try cassette.replaceOutcome(of: 1, with: .example(#"{"a":"second text"}"#))
        try cassette.close()
        try catalog.textsChanged(on: path("one"))
        try expectEqual(index(facts("one", in: catalog), in: catalog), [])
        try expectEqual(found("first text", in: catalog), [])
        try expectEqual(found("second text", in: catalog), [[1, 1, 1]])
    }

    @Test func damagedCatalogIsMadeAgainAndOtherFilesAreNotTapes() throws {
        try record(["{}"], onto: "one")
        try Data("no tape".utf8).write(to: URL(filePath: path("bad")))
        try Data(repeating: 0x41, count: 5000).write(to: URL(filePath: folder + "/tapes.sqlite"))
        let catalog = catalog()
        let tapes = try facts("one", "bad", in: catalog)
        expectEqual(tapes.map { $0.content != nil }, [true, false])
        try expectEqual(index(tapes, in: catalog), [])
        try expectEqual(found("list of one", in: catalog), [[1, 1, 0]])
    }

    /// As on a full disk: tapes have no number and are found nevertheless. FullDiskTests has a catalog that is read.
    @Test func catalogThatCannotBeMadeIsKeptInMemory() throws {
        try record([#"{"number":"INC1"}"#], onto: "one")
        let full = TapeCatalog(path: folder + "/none/tapes.sqlite") { _ in }
        let tapes = try facts("one", in: full)
        #expect(tapes.map(\.isNumbered) == [false] && tapes.map(\.content?.exchanges) == [1])
        #expect(full.failure != nil)
        try expectEqual(index(tapes, in: full), [])
        try expectEqual(found("INC1", in: full), [[tapes[0].number, 1, 1]])
        #expect(throws: CassetteError.self) { try full.forget(path("one")) }
        #expect(throws: CassetteError.self) { try full.renamed(path("one"), to: path("three")) }
    }
}
