import CassetteStore
import ExchangeModel
import Foundation
import TestSupport
import Testing

@testable import TapeDeck
@testable import TapeFormats

/// Files that the named programs wrote while talking to one server.
enum InteropFixture {
    static func bytes(_ name: String) throws -> [UInt8] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")
        return try Array(Data(contentsOf: folder.appending(path: name)))
    }
}

extension ImportedHAR {
    /// A text in a format that is recognized.
    init(recognizing text: [UInt8], called file: String = "text") throws {
        let source = ImportSource(text)
        let read = try #require(try TapeFormat.recognized(source, called: file)?.read)
        try self.init([read(source, .test)])
    }
}

extension Cassette {
    /// The tape in another format.
    func exported(
        to format: TapeFormat, isJSON: Bool = false, secrets: SecretBook = SecretBook()
    ) throws -> (bytes: [UInt8], losses: [String]) {
        let start = try #require(format.export)
        var export = try start(self, ExportOptions(version: "0.1", secrets: secrets, isJSON: isJSON))
        var bytes: [UInt8] = []
        while let piece = try export.next() { bytes += piece }
        return (bytes, export.losses.sentences)
    }
}
