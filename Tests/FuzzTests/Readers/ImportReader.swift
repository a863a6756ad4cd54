import CassetteStore
import ExchangeModel
import Notation

@testable import TapeDeck
@testable import TapeFormats

/// Files of other programs that `tape import` reads.
enum ImportReader {
    static func check(_ input: [UInt8], _ name: String) throws {
        let context = ImportContext(name: nil, now: Timestamp(seconds: 1_713_287_778), bodyLimit: 1 << 16) {
            $0.url.path.hasSuffix("/login.do")
        }
        let format = try require(TapeFormat.named(name), "there is no format \(name)")
        let file: ImportedFile
        do throws(ImportError) { file = try format.read(ImportSource(input), context) } catch {
            return try check(error)
        }
        for exchange in file.exchanges { try check(exchange) }
        try require(file.exchanges.count <= file.count, "more exchanges than entries")
        for sentence in file.losses.sentences {
            try require(sentence.utf8.count <= 8 * input.count + 1000, "a note of \(sentence.utf8.count) bytes")
        }
        let options = TapeImport.Options(instance: nil, bodyLimit: 1 << 16, version: "0.1")
        do {
            let taken = try TapeImport([file], options, secrets: SecretBook())
            try require(taken.count <= file.exchanges.count, "more exchanges than were read")
        } catch let error as ImportError {
            try check(error)
        }
    }

    /// An error is one sentence without the content.
    private static func check(_ error: ImportError) throws {
        try require(error.kind != .libraryMissing, "a library is missing")
        try require(
            TerminalText.isPlain(error.description) && error.description.utf8.count < 400,
            "a long error, or one with control characters: \(error.description.debugDescription)")
    }

    /// What is read can be sent: the URL is one, and no name or value can break out of its line.
    private static func check(_ exchange: ImportedExchange) throws {
        let request = exchange.request
        try require(HTTPURL(request.url.description) == request.url, "not a URL: \(request.url)")
        try require(
            request.method.rawValue.utf8.allSatisfy(HeaderValue.isToken) && !request.method.rawValue.isEmpty,
            "not a method: \(request.method.rawValue.debugDescription)")
        var fields = request.headers.fields
        if case .response(let response) = exchange.outcome {
            fields += response.headers.fields
            try require(response.body.count <= 1 << 16, "a body of \(response.body.count) bytes")
            try require((100...999).contains(response.status), "the status \(response.status)")
        }
        for field in fields {
            let isName = !field.name.isEmpty && field.name.utf8.allSatisfy(HeaderValue.isToken)
            let isValue = field.value.utf8.allSatisfy { $0 != 0 && $0 != 0x0A && $0 != 0x0D }
            try require(isName && isValue, "not a header field: \(field.name.debugDescription) \(field.value)")
        }
    }
}
