import Redactors
import Workbench
import Tables
import ExchangeModel
import Notation
import NowData
import Rendering
import TapeDeck

extension Command {
    static let graphqlFormat = Command(
        "graphql format", "Format a GraphQL document",
        details: "Keeps comments. Sends nothing and needs no variables.",
        arguments: [.document],
        traits: Traits(value: .answer),
        examples: [
            Example(
                "graphql format { GlideRecord_Query { incident { _results { number { value } } } } }",
                "the document, one field per line"),
            Example("graphql format @articles.graphql", "a file's document"),
        ]
    ) { run in
        let source = try await GraphQLRun.source(run, run.arguments)
        let text: String
        do throws(GraphQL.SyntaxError) {
            // The output is recorded. Secrets are masked before formatting, so that lines break alike in a replay.
            let masked = withoutSecrets(source.text)
            text = try GraphQL.format(source.text)
            if masked != source.text, let shown = try? GraphQL.format(masked) {
                return CommandResult(.text(shown)) { .string(shown) }
            }
        } catch {
            throw source.usageError(
                "The document cannot be read: \(error.message).", at: error.range,
                notes: [place(of: error, in: source.text)])
        }
        return CommandResult(.text(text)) { .string(text) }
    }
}

/// Line and column, which do not depend on the length of a secret.
private func place(of error: GraphQL.SyntaxError, in text: String) -> String {
    let bytes = Array(text.utf8)
    let place = min(error.range.lowerBound, bytes.count)
    let start = bytes[..<place].lastIndex { $0 == .lineFeed || $0 == .carriageReturn }.map { $0 + 1 } ?? 0
    let isBehindSecret = Redaction.secrets(inDocument: bytes).contains {
        $0.lowerBound < place && $0.upperBound > start
    }
    return isBehindSecret
        ? "Line \(error.line) of the document."
        : "Line \(error.line), column \(error.column) of the document."
}

/// The document with its secrets masked.
private func withoutSecrets(_ document: String) -> String {
    let bytes = Array(document.utf8), quote = UInt8(ascii: "\"")
    var out: [UInt8] = [], done = 0
    for range in Redaction.secrets(inDocument: bytes) where range.lowerBound >= done && !range.isEmpty {
        let isBare = range.lowerBound == 0 || bytes[range.lowerBound - 1] != quote
        out += bytes[done..<range.lowerBound]
        out += Array((isBare ? "\"\(Redaction.mask)\"" : Redaction.mask).utf8)
        done = range.upperBound
    }
    out += bytes[done...]
    return String(decoding: out, as: UTF8.self)
}
