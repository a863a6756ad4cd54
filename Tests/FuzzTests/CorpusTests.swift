import Foundation
import TestSupport
import Testing

/// Every input of the corpus, and damaged copies of it, through the properties that `make fuzz` checks.
struct CorpusTests {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Fuzz/corpus")

    /// The inputs of a reader, by file name.
    private static func inputs(of reader: String) throws -> [(file: String, bytes: [UInt8])] {
        let own = folder.appending(path: reader)
        return try FileManager.default.contentsOfDirectory(atPath: own.path).sorted().map { file in
            (file, Array(try Data(contentsOf: own.appending(path: file))))
        }
    }

    @Test(arguments: Reader.all.map(\.name)) func `properties hold for the corpus`(name: String) async throws {
        let reader = try #require(Reader.all.first { $0.name == name })
        let inputs = try Self.inputs(of: name)
        #expect(inputs.count >= 3 && inputs.count <= 40, "\(inputs.count) inputs")
        // On a thread of the pool, whose stack is a sixteenth of the main thread's: sessions parse there.
        let failures = await Task.detached {
            var failures: [String] = []
            for input in inputs {
                for text in Self.variants(of: input.bytes) {
                    do { try reader.check(text) } catch {
                        failures.append("\(input.file): \(error)\n\(String(decoding: text, as: UTF8.self))")
                    }
                }
            }
            return failures
        }.value
        expectEqual(failures, [])
        #expect(inputs.allSatisfy { $0.bytes.count <= 2048 })
    }

    @Test func `every folder of the corpus has a reader`() throws {
        let folders = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
        expectEqual(Set(folders), Set(Reader.all.map(\.name)))
    }

    /// An input as it is, cut off, and with some bytes changed, removed and repeated.
    private static func variants(of input: [UInt8]) -> [[UInt8]] {
        var random = SeededGenerator(for: input)
        var variants = [input]
        guard !input.isEmpty else { return variants }
        for change in 0..<8 {
            var text = input
            let place = random.below(text.count)
            switch change % 4 {
            case 0: text.removeSubrange(place...)
            case 1: text[place] = random.pick(Array("\"\\{}[]<>:,;%=&^'\n\r\t 0".utf8) + [0x00, 0x80, 0xC3, 0xFF])
            case 2: text.removeSubrange(place..<min(text.count, place + 1 + random.below(8)))
            default: text.insert(contentsOf: text[place..<min(text.count, place + 40)], at: random.below(text.count))
            }
            variants.append(text)
        }
        return variants
    }
}
