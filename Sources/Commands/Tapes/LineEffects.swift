import ExchangeModel
import Notation
import TapeDeck
package import Workbench

/// What a command would change, from its name and its words; sends no requests.
///
/// `undo --run` reverts earlier writes, which were checked themselves.
package struct LineEffects: Sendable, Hashable {
    /// A change, by the word that declares it.
    package struct Change: Sendable, Hashable {
        /// A table's name, or `journal`, `attachment`, `page`, `rest`; nil if it depends on a variable or a file.
        package var name: String?
        /// The word in the command that determines it, in UTF-8 bytes.
        package var span: Range<Int>

        init(_ name: String?, span: Range<Int>) {
            self.name = name
            self.span = span
        }
    }

    /// A file that the command would create.
    package struct NewFile: Sendable, Hashable {
        /// Nil if it is known only when the command runs.
        package var path: String?
        /// The path as written, or what stands for it.
        package var text: String
        package var span: Range<Int>
    }

    /// Each change once; empty for a command that only reads.
    package var changes: [Change]
    /// By `>`, by an argument or by a flag.
    package var files: [NewFile] = []

    /// The changes and files of a command; none if it is not a command.
    ///
    /// - Parameter variables: the values of known variables.
    package static func of(_ invocation: Invocation, variables: Expansion = .none) -> LineEffects {
        guard let match = try? CommandTable.match(invocation), !match.asksForHelp else {
            return LineEffects(changes: [])
        }
        let reading = Reading(match, invocation, variables)
        return LineEffects(changes: reading.changes, files: reading.files)
    }
}

extension LineEffects {
    private struct Reading {
        private let kind: Command.Changes
        private var arguments: [Word] = []
        private(set) var files: [NewFile] = []
        /// The values of `-p`.
        private var parameters: [Word] = []
        private var switches: Set<String> = []
        private let command: Range<Int>
        private let variables: Expansion

        init(_ match: CommandMatch, _ invocation: Invocation, _ variables: Expansion) {
            kind = match.command.traits.changes
            let words = invocation.words.prefix(match.command.words.count)
            command = (words.first?.span.lowerBound ?? 0)..<(words.last?.span.upperBound ?? 0)
            self.variables = variables
            var iterator = ArgumentIterator(match.words, of: match.command)
            while let part = iterator.next() {
                switch part {
                case .argument(let word):
                    let definitions = match.command.arguments
                    let definition = definitions[min(arguments.count, definitions.count)...].first ?? definitions.last
                    if definition?.kind == .newFile { files.append(newFile(word)) }
                    arguments.append(word)
                case .flag(let flag, _, let values, _, let words):
                    switches.insert(flag.name)
                    if flag.name == "param" { parameters += values }
                    for (word, kind) in zip(values, flag.values) where kind == .newFile { files.append(newFile(word)) }
                    if flag.createsFiles {
                        files.append(NewFile(text: "files that the instance names", span: words.first?.span ?? command))
                    }
                case .unknownFlag, .end: break
                }
            }
            if case .file(let word, _, let span)? = invocation.destination {
                files.append(NewFile(path: text(word), text: RecipeTemplate.text(of: word), span: span))
            }
        }

        private func newFile(_ word: Word) -> NewFile {
            NewFile(path: text(word), text: RecipeTemplate.text(of: word), span: word.span)
        }

        var changes: [Change] {
            if switches.contains("plan") { return [] }
            switch kind {
            case .nothing: return []
            case .table:
                guard let table = arguments.first else { return [] }
                return [Change(text(table), span: table.span)]
            case .always(let name): return [Change(name, span: command)]
            case .with(let flag, let name): return switches.contains(flag.name) ? [Change(name, span: command)] : []
            case .byMethod:
                guard let method = arguments.first else { return [] }
                let sent = text(method).map { HTTPMethod(rawValue: $0.uppercased()) }
                guard let sent, RequestEffect.isReading(sent) else { return [Change("rest", span: method.span)] }
                guard arguments.count > 1, let url = address(arguments[1]) else { return [] }
                return RequestEffect.of(HTTPRequest(sent, url)) == .reads
                    ? [] : [Change("rest", span: arguments[1].span)]
            case .byDocument: return arguments.first.map(mutations) ?? []
            }
        }

        private func text(_ word: Word) -> String? {
            let template = RecipeTemplate(word)
            return template.firstUnknown(variables.value) == nil ? template.expanded(variables.value) : nil
        }

        /// The tables of a document's mutations; `rest` for a mutation of something else.
        private func mutations(_ word: Word) -> [Change] {
            if word.barePrefix.utf8.first == .at { return [Change(nil, span: word.span)] }
            // A number is valid both inside a string and as a value, so it replaces unknown variables.
            let text = RecipeTemplate(word).expanded { variables.value($0) ?? "0" }
            guard let document = try? GraphQL.Document(text) else {
                return text.contains("mutation") ? [Change(nil, span: word.span)] : []
            }
            if document.operations.allSatisfy({ $0.kind == .query }) { return [] }
            return RequestEffect.changes(of: document).map { thing in
                if case .table(let name) = thing { return Change(name, span: word.span) }
                return Change("rest", span: word.span)
            }
        }

        /// What `rest` would ask for, as far as its words are known; the gate sees the request itself.
        private func address(_ word: Word) -> HTTPURL? {
            guard let path = text(word),
                var url = HTTPURL(path) ?? HTTPURL("http://localhost" + (path.hasPrefix("/") ? "" : "/") + path)
            else { return nil }
            let fields = (url.query.map { [$0] } ?? []) + parameters.compactMap(text)
            if !fields.isEmpty { url.query = fields.joined(separator: "&") }
            return url
        }
    }
}
