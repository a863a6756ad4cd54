import ExchangeModel
import Glibc
import TestSupport

/// Code that reads text or bytes from outside, with the properties that must hold for every input.
struct Reader: Sendable {
    /// The name of its corpus folder, and of `READER=` for `make fuzz`.
    let name: String
    /// Reads an input and checks every property.
    let check: @Sendable (_ input: [UInt8]) throws -> Void

    /// To add a reader, add a line here, inputs in `Tests/Fuzz/corpus/NAME`, and, where words help, a dictionary in
    /// `Tests/Fuzz/dictionaries/NAME.dict`.
    static let all: [Reader] = [
        Reader(name: "json", check: JSONReader.check),
        Reader(name: "yaml", check: YAMLProperties.check),
        Reader(name: "graphql", check: GraphQLReader.check),
        Reader(name: "encoded-query", check: EncodedQueryProperties.check),
        Reader(name: "command-line", check: CommandLineReader.check),
        Reader(name: "settings", check: SettingsReader.check),
        Reader(name: "recipe", check: RecipeProperties.check),
        Reader(name: "har") { try ImportReader.check($0, "har") },
        Reader(name: "vcrpy") { try ImportReader.check($0, "vcrpy") },
        Reader(name: "vcr") { try ImportReader.check($0, "vcr") },
        Reader(name: "postman") { try ImportReader.check($0, "postman") },
        Reader(name: "curl") { try ImportReader.check($0, "curl") },
        Reader(name: "headers", check: HeaderReader.check),
        Reader(name: "http-head", check: HTTPHeadReader.check),
        Reader(name: "url", check: URLReader.check),
        Reader(name: "date", check: DateReader.check),
        Reader(name: "multipart", check: MultipartReader.check),
        Reader(name: "base64", check: Base64Reader.check),
        Reader(name: "answer", check: AnswerReader.check),
        Reader(name: "redirect", check: RedirectReader.check),
        Reader(name: "page", check: PageProperties.check),
        Reader(name: "redaction", check: RedactionReader.check),
        Reader(name: "cassette", check: CassetteProperties.check),
        Reader(name: "mcp", check: AgentReader.check),
    ]
}

/// A property that does not hold for an input.
struct Violation: Error, Sendable, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// Throws unless a property holds.
func require(_ holds: Bool, _ property: @autoclosure () -> String) throws {
    guard holds else { throw Violation(property()) }
}

/// The value; throws unless there is one.
func require<Value>(_ value: Value?, _ property: @autoclosure () -> String) throws -> Value {
    guard let value else { throw Violation(property()) }
    return value
}

/// Throws unless two texts have the same bytes: `==` compares canonical equivalents.
func requireSame(_ one: String, _ other: String, _ property: @autoclosure () -> String) throws {
    guard one.utf8.elementsEqual(other.utf8) else {
        throw Violation("\(property()): \(one.debugDescription), then \(other.debugDescription)")
    }
}

/// Throws unless a range is inside a text of that many bytes.
func requireInside(_ range: Range<Int>, _ count: Int, _ what: @autoclosure () -> String) throws {
    guard range.lowerBound >= 0, range.upperBound <= count else {
        throw Violation("\(what()) at \(range) is outside the text of \(count) bytes")
    }
}

extension SeededGenerator {
    /// The random choices of a check, which an input determines.
    init(for input: [UInt8]) { self.init(seed: UInt64(bitPattern: StableHash.of(input))) }
}
