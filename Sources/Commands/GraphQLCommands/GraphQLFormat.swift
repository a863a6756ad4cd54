import ExchangeModel
import Notation
import NowData
import Redactors
import Rendering
import Tables
import TapeDeck
import Workbench

extension Command {
    static let graphqlFormat = Command(
        "graphql format", arguments: [.document], traits: Traits(value: .answer)
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
        ? "Line \(error.line) of the document." : "Line \(error.line), column \(error.column) of the document."
}

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

extension Parameter {
    fileprivate static let command = Argument<[String]>(
        "command", .tableCommand, .repeatedAtLeastOnce, "A table list, get, count, create, update or delete")
}

extension Command {
    static let graphqlFrom = Command("graphql from", arguments: [.command], traits: Traits(value: .answer)) { run in
        let command = try boundCommand(run.arguments, run)
        let question = GraphQLConversion(command), inner = run.inner(command)
        let document: String
        do {
            document = try GraphQL.format(try await question.document(inner), folds: true)
        } catch {
            // The error names the missing table in the inner command, which is not run.
            throw await MissingTable.explain(error, command, in: run) ?? ProblemMapper.problem(error, of: command)
        }
        // Double braces in a string would be a prompt variable where the document is pasted.
        let text = document.split(separator: "{{", omittingEmptySubsequences: false).joined(separator: "\\u007B{")
        return CommandResult(.text(text)) { .string(text) }
    }
}

private func boundCommand(_ outer: BoundArguments, _ run: isolated Run) throws(Problem) -> BoundArguments {
    let words = outer.given(.command).map(\.word)
    let match = try CommandTable.match(Invocation(text: outer.line, words: words))
    if match.asksForHelp {
        throw Problem(
            .usage, "Ask for help separately.", source: words.last.map { .init(text: outer.line, span: $0.span) },
            hints: ["help \(match.command.name)", "help \(outer.command.name)"])
    }
    return try match.bind(in: outer.line, variables: Expansion(run.variables))
}
