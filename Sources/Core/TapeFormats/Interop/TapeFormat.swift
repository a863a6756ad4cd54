package import CassetteStore
package import ExchangeModel
import Notation
import Redactors

/// A file format of another program, in which exchanges are imported or exported. To add one, write its file and add a
/// line to `all`.
package struct TapeFormat: Sendable {
    package typealias Read = @Sendable (ImportSource, ImportContext) throws(ImportError) -> ImportedFile
    package typealias Export = @Sendable (Cassette, ExportOptions) throws(ImportError) -> any TapeExport

    /// The word for `--from` and `--to`.
    package let name: String
    /// As in messages: `a HAR file`.
    package let title: String
    /// The endings of its file names, without the dot.
    package let endings: [String]
    let recognize: @Sendable (FileSample) -> Bool
    package let read: Read
    /// Nil for formats that are only read.
    package let export: Export?

    /// Every format; HAR is the default.
    package static let all: [TapeFormat] = [.har, .vcrpy, .rubyVCR, .postman, .curl]

    package static func named(_ name: String) -> TapeFormat? { all.first { $0.name == name } }

    /// The formats with the ending of a file's name, in either case; the longest ending decides.
    package static func ofEnding(_ file: String, among formats: [TapeFormat] = all) -> [TapeFormat] {
        guard let ending = ending(of: file, among: formats) else { return [] }
        return formats.filter { $0.endings.contains(ending) }
    }

    /// The longest ending of a file's name that belongs to a format, without the dot; nil if there is none.
    package static func ending(of file: String, among formats: [TapeFormat] = all) -> String? {
        let name = ASCII.lowercased(file)
        let fitting = formats.flatMap(\.endings).filter { name.hasSuffix("." + $0) }
        return fitting.max { $0.utf8.count < $1.utf8.count }
    }

    package static let writable = all.filter { $0.export != nil }

    /// The format of a file's content, or of its name if only one format has that ending; nil if unknown.
    package static func recognized(_ source: ImportSource, called file: String) throws(ImportError) -> TapeFormat? {
        let named = ofEnding(file)
        if named.count == 1 { return named[0] }
        let sample = try FileSample(source)
        return all.first { $0.recognize(sample) }
    }
}

struct FileSample: Sendable {
    package let bytes: [UInt8]
    /// The names in the root object of a JSON text; nil for other texts.
    private let members: Set<String>?

    init(_ source: ImportSource) throws(ImportError) {
        bytes = source.bytes
        members = source.isJSON ? Set(try source.json().members.map(\.name)) : nil
    }

    /// Whether the root of a JSON or YAML text has that member.
    func has(_ member: String) -> Bool {
        if let members { return members.contains(member) }
        let line = Array(member.utf8) + [UInt8(ascii: ":")]
        return bytes.starts(with: line) || bytes.firstPlace(of: [10] + line, from: 0) != nil
    }
}

package struct ExportOptions: Sendable {
    package var version: String
    package var secrets: SecretBook
    /// Whether a format that has both is written as JSON and not as YAML.
    package var isJSON: Bool

    package init(version: String, secrets: SecretBook, isJSON: Bool = false) {
        (self.version, self.secrets, self.isJSON) = (version, secrets, isJSON)
    }
}

/// A tape in another format, piece by piece.
package protocol TapeExport {
    /// The next piece; nil at the end.
    mutating func next() throws -> [UInt8]?
    /// The number of exchanges written so far.
    var count: Int { get }
    var losses: ConversionLosses { get }
}

/// A YAML or JSON text as a value.
struct DataFile {
    let root: DataNode
    /// The number of ignored YAML tags.
    let tags: Int

    init(_ source: ImportSource) throws(ImportError) {
        if source.isJSON {
            (root, tags) = (DataNode(try source.json()), 0)
            return
        }
        do throws(YAMLError) {
            (root, tags) = try YAMLReader.read(source.bytes)
        } catch {
            throw ImportError(error)
        }
    }
}

extension ImportError {
    init(_ error: YAMLError) {
        switch error.kind {
        case .malformed: self.init(.malformed, "It is not YAML: \(error.description).")
        case .tooLarge: self.init(.malformed, "Its YAML is refused: \(error.description).")
        case .libraryMissing: self.init(.libraryMissing, error.description + ".")
        }
    }
}
