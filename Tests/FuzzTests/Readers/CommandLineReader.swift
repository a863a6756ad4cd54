import CommandLanguage
import LineEditing
import Notation

@testable import GraphQLCommands
@testable import Recipes
@testable import Workbench

/// Command lines: lexer, parser, quoting, expansion, the binder of arguments, scripts and colors.
enum CommandLineReader {
    static func check(_ input: [UInt8]) throws {
        let text = String(decoding: input, as: UTF8.self), count = text.utf8.count
        try checkTokens(Array(text.utf8))
        do {
            try check(try Parser.parse(text), in: text)
        } catch let error as ParseError {
            try requireInside(error.span, count, "an error")
            try require(!error.message.isEmpty, "an error without a message")
            try require(Parser.mayContinue(text) == error.mayContinue, "a line may continue, and may not")
        }
        for highlight in LineHighlighter.highlights(text) { try requireInside(highlight.bytes, count, "a color") }
        try checkScript(text)
        try checkQuoting(text)
    }

    /// Tokens are in order and inside the command.
    private static func checkTokens(_ bytes: [UInt8]) throws {
        var start = 0
        while start <= bytes.count {
            let command = Lexer.lex(bytes, from: start)
            try requireInside(command.span, bytes.count, "a command")
            var last = command.span.lowerBound
            for token in command.tokens {
                try require(
                    token.span.lowerBound >= last && token.span.upperBound <= command.span.upperBound,
                    "a token at \(token.span) of a command at \(command.span)")
                last = token.span.upperBound
            }
            start = max(command.span.upperBound, start) + 1
        }
    }

    private static func check(_ invocation: Invocation, in text: String) throws {
        let count = text.utf8.count
        for capture in invocation.captures { try requireInside(capture.span, count, "a capture") }
        if let span = invocation.destinationSpan { try requireInside(span, count, "a destination") }
        // Values are inserted as they are: braces, quotes and line ends in them mean nothing.
        let variables = Expansion(names: ["a"]) { $0 == "a" ? "{{a}} '\"\\\n" : nil }
        for word in invocation.words {
            try requireInside(word.span, count, "a word")
            do {
                let expanded = try variables.expand(word)
                if let literal = word.literal { try requireSame(expanded.text, literal, "a word without variables") }
                let whole = word.span(of: 0..<expanded.text.utf8.count, variableLengths: expanded.variableLengths)
                try requireInside(whole, count, "an expanded word")
            } catch let error as ParseError {
                try requireInside(error.span, count, "an error of expansion")
            }
            do throws(ParseError) { _ = try DocumentExpansion(variables).expand(word) } catch {
                try requireInside(error.span, count, "an error in a document")
            }
        }
        guard !invocation.isEmpty else { return }
        do throws(Problem) {
            let bound = try CommandTable.match(invocation)
            _ = try bound.bind(in: invocation.text, variables: variables)
        } catch {
            for problem in [error] + error.further {
                if let source = problem.source { try requireInside(source.span, source.text.utf8.count, "a problem") }
            }
        }
    }

    private static func checkScript(_ text: String) throws {
        let lines = text.utf8.count { $0 == 0x0A } + 1
        var last = 0
        for command in Script(text).commands {
            try require(command.line > last && command.line <= lines, "line \(command.line) of \(lines)")
            last = command.line
            if case .failure(let error) = command.invocation {
                try requireInside(error.span, command.text.utf8.count, "an error of a script")
            }
        }
    }

    /// Quoted arguments are read back exactly.
    private static func checkQuoting(_ text: String) throws {
        guard !text.utf8.contains(0) else { return }
        let arguments = text.utf8.split(separator: 0x1F, omittingEmptySubsequences: false).map { String(Substring($0)) }
        let line = Quoting.line(of: ["table"] + arguments)
        let words = try require(try? Parser.parse(line).words, "a quoted line cannot be parsed: \(line)")
        try require(words.count == arguments.count + 1, "\(words.count) words, not \(arguments.count + 1): \(line)")
        for (word, argument) in zip(words.dropFirst(), arguments) {
            try requireSame(word.literal ?? "{{}}", argument, "a quoted argument")
        }
        let assignment = "set " + Quoting.assignment("x", text)
        let word = try require(
            try? Parser.parse(assignment).words.last, "an assignment cannot be parsed: \(assignment)")
        try requireSame(word.literal ?? "{{}}", "x=" + text, "an assigned value")
        try require(!assignment.utf8.contains(0x0A), "an assignment has two lines")
    }
}
