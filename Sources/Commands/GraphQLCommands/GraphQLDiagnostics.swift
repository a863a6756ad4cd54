import Notation
import NowData
import Workbench

struct GraphQLDiagnostics {
    private let run: GraphQLRun

    init(_ run: GraphQLRun) { self.run = run }

    /// An error of a response as a problem.
    func problem(_ error: GraphQLError, of number: Int?, isRewritten: Bool = false) -> Problem {
        let source = place(of: error, number, isRewritten: isRewritten).map(run.source.source(of:))
        let message = error.message.isEmpty ? "The instance does not say what went wrong" : error.message
        let ended = message.last.map { ".!?".contains($0) } ?? false ? message : message + "."
        var members: [JSON.Member] = []
        if let type = error.errorType { members.append(JSON.Member("errorType", .string(type))) }
        if !error.path.isEmpty { members.append(JSON.Member("path", .array(error.path.map(JSON.string)))) }
        return Problem(
            .refused, ended, source: source, hints: hints(for: error),
            details: members.isEmpty ? nil : .object(members))
    }

    private func hints(for error: GraphQLError) -> [String] {
        if error.cause == .introspectionDisabled { return ["graphql describe shows what a document may ask."] }
        guard error.cause == .undefinedField, error.messagePath.count == 1 else { return [] }
        let name = error.messagePath[0]
        let isWrite = run.entries.contains { $0.operation.kind == .mutation }
        let root = isWrite ? "mutation { GlideRecord_Mutation" : "{ GlideRecord_Query"
        return ["Records are one level deeper: \(root) { \(name) … } }", "graphql describe"]
    }

    /// The token at the error's line and column, or else the name that its path and its message lead to: each name of
    /// the path is looked for behind the one before.
    private func place(of error: GraphQLError, _ number: Int?, isRewritten: Bool) -> Range<Int>? {
        let bytes = Array(run.source.text.utf8)
        let tokens = GraphQL.Lexer.tokens(of: bytes).filter { $0.kind != .comment }
        if !isRewritten, let location = error.locations.first, let place = offset(of: location) {
            guard place < bytes.count else { return bytes.count..<bytes.count }
            return tokens.first { $0.range.contains(place) }?.range ?? place..<place + 1
        }
        let start = number.map { run.entries[$0].operation.place.range.lowerBound } ?? 0
        var next = tokens.firstIndex { $0.range.lowerBound >= start } ?? tokens.count
        var found: Int?
        func take(_ isMeant: (String) -> Bool) {
            let place = tokens[next...].firstIndex {
                $0.kind == .name && isMeant(String(decoding: bytes[$0.range], as: UTF8.self))
            }
            guard let place else { return }
            (found, next) = (place, place + 1)
        }
        let path = error.path.isEmpty ? error.messagePath : error.path
        for name in path { take { $0 == name } }
        // The field behind an alias.
        if let alias = found, tokens.dropFirst(alias + 1).first?.kind == .punctuator(UInt8(ascii: ":")) {
            found = min(alias + 2, tokens.count - 1)
        }
        // An argument, a field or a variable that the message quotes.
        let quoted = error.names.map { $0.hasPrefix("$") ? String($0.dropFirst()) : $0 }.filter { !path.contains($0) }
        take(quoted.contains)
        return found.map { tokens[$0].range }
    }

    private func offset(of location: GraphQLError.Location) -> Int? {
        let text = run.source.text
        let lines = text.utf8.split(separator: UInt8.lineFeed, omittingEmptySubsequences: false)
        guard lines.indices.contains(location.line - 1) else { return nil }
        let line = Substring(lines[location.line - 1])
        let end = line.utf16.index(line.startIndex, offsetBy: max(location.column - 1, 0), limitedBy: line.endIndex)
        return text.utf8.distance(from: text.startIndex, to: end ?? line.endIndex)
    }
}
