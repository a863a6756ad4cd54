import Notation
import NowData
import Tables
import Workbench

/// Reports the instance's GraphQL errors at the user's own text.
struct GraphQLDiagnostics {
    private let run: GraphQLRun
    private let fragments: GraphQL.Fragments

    init(_ run: GraphQLRun) {
        self.run = run
        fragments = GraphQL.Fragments(run.document)
    }

    /// An error of a response as a problem.
    ///
    /// - Parameters:
    ///   - number: the index of the entry that the response belongs to; nil if unknown.
    ///   - isRewritten: whether the sent text differs from the user's, so that lines and columns do not apply.
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

    /// Suggestions for the most common beginners' errors.
    private func hints(for error: GraphQLError) -> [String] {
        if error.cause == .introspectionDisabled { return ["graphql describe shows what a document may ask."] }
        guard error.cause == .undefinedField, error.messagePath.count == 1 else { return [] }
        let name = error.messagePath[0]
        let isWrite = run.entries.contains { $0.operation.kind == .mutation }
        let root = isWrite ? "mutation { GlideRecord_Mutation" : "{ GlideRecord_Query"
        return ["Records are one level deeper: \(root) { \(name) … } }", "graphql describe"]
    }

    private func place(of error: GraphQLError, _ number: Int?, isRewritten: Bool) -> Range<Int>? {
        if !isRewritten, let location = error.locations.first, let range = token(at: location) { return range }
        let path = error.path.isEmpty ? error.messagePath : error.path
        let entries = number.map { [run.entries[$0]] } ?? run.entries
        if error.cause == .variable, let variable = variable(among: error.names, entries) { return variable }
        guard let field = field(at: path, entries) else { return name(among: error.names) }
        return part(of: field, called: error.names) ?? field.name.place.range
    }

    /// The first name of the document that the error quotes: `Undefined fragment 'F'`.
    private func name(among names: [String]) -> Range<Int>? {
        let bytes = Array(run.source.text.utf8)
        return GraphQL.Lexer.tokens(of: bytes).first { token in
            token.kind == .name && names.contains(String(decoding: bytes[token.range], as: UTF8.self))
        }?.range
    }

    /// The declaration of a variable that the error names: `Variable 'q' has an invalid value`.
    private func variable(among names: [String], _ entries: [GraphQLRun.Entry]) -> Range<Int>? {
        let plain = names.map { $0.hasPrefix("$") ? String($0.dropFirst()) : $0 }
        return entries.flatMap(\.operation.variables).first { plain.contains($0.name.text) }?.name.place.range
    }

    /// An argument or subfield that the error names.
    private func part(of field: GraphQL.Field, called names: [String]) -> Range<Int>? {
        let inside = fragments.merged(field.selections ?? [])
        for name in names where name != field.name.text {
            if let argument = field.arguments.first(where: { $0.name.text == name }) {
                return argument.name.place.range
            }
            if let field = inside.first(where: { $0.name.text == name }) { return field.name.place.range }
        }
        return nil
    }

    /// The token at a line and column. Columns count UTF-16 units, as instances do.
    private func token(at location: GraphQLError.Location) -> Range<Int>? {
        let bytes = Array(run.source.text.utf8)
        var line = 1, start = 0
        while line < location.line {
            guard let end = bytes[start...].firstIndex(where: { $0 == .lineFeed || $0 == .carriageReturn }) else {
                return nil
            }
            let isPair = bytes[end] == .carriageReturn && end + 1 < bytes.count && bytes[end + 1] == .lineFeed
            start = end + (isPair ? 2 : 1)
            line += 1
        }
        var units = location.column - 1, place = start
        for scalar in String(decoding: bytes[start...], as: UTF8.self).unicodeScalars {
            if units <= 0 { break }
            units -= UTF16.width(scalar)
            place += UTF8.width(scalar)
        }
        guard place < bytes.count else { return bytes.count..<bytes.count }
        let tokens = GraphQL.Lexer.tokens(of: bytes)
        return tokens.first { $0.range.contains(place) }?.range ?? place..<place + 1
    }

    /// Follows the names of a path, as they appear in the document or the response, and returns the last field. List
    /// indexes and names of operations and fragments are skipped.
    private func field(at path: [String], _ entries: [GraphQLRun.Entry]) -> GraphQL.Field? {
        var best: (depth: Int, field: GraphQL.Field)?
        for entry in entries {
            var selections = entry.operation.selections
            var found: GraphQL.Field?, depth = 0
            for name in path {
                let fields = fragments.merged(selections)
                guard
                    let field = fields.first(where: { $0.responseName == name })
                        ?? fields.first(where: { $0.name.text == name })
                else { continue }
                found = field
                depth += 1
                selections = field.selections ?? []
            }
            if let found, depth > best?.depth ?? 0 { best = (depth, found) }
        }
        return best?.field
    }
}
