import Notation

/// The text of a document, and the places of its parts in the line or in a file.
struct GraphQLSource: Sendable {
    let text: String
    private let given: BoundValue?
    private let line: String
    private let file: String?

    init(_ value: BoundValue, in line: String) {
        text = value.text
        given = value
        self.line = line
        file = nil
    }

    init(_ text: String, ofFile name: String) {
        self.text = text
        given = nil
        line = ""
        file = name
    }

    /// The source of a part of the document, given in UTF-8 bytes of `text`.
    func source(of range: Range<Int>) -> Problem.Source {
        guard let given else { return Problem.Source(text: text, span: range, name: file) }
        return Problem.Source(text: line, span: given.span(of: range))
    }

    func source(of place: GraphQL.Place) -> Problem.Source { source(of: place.range) }

    func usageError(_ message: String, at range: Range<Int>, notes: [String] = [], hints: [String] = []) -> Problem {
        Problem(.usage, message, source: source(of: range), notes: notes, hints: hints)
    }
}

extension GraphQLRun {
    /// Rejects unknown fragments, and fragments that contain themselves.
    static func checkFragments(of document: GraphQL.Document, _ source: GraphQLSource) throws(Problem) {
        var spreads: [String: [GraphQL.FragmentSpread]] = [:]
        for fragment in document.fragments {
            guard spreads[fragment.name.text] == nil else {
                throw source.usageError("There are two fragments \(fragment.name.text).", at: fragment.name.place.range)
            }
            spreads[fragment.name.text] = self.spreads(in: fragment.selections)
        }
        let known = document.fragments.map(\.name.text)
        for spread in document.operations.flatMap({ self.spreads(in: $0.selections) })
            + known.flatMap({ spreads[$0] ?? [] })
        {
            guard spreads[spread.name.text] == nil else { continue }
            throw source.usageError(
                "There is no fragment \(spread.name.text) in the document.", at: spread.name.place.range,
                hints: DidYouMean.hints(for: spread.name.text, among: known))
        }
        try checkCircles(known, spreads, source)
    }

    /// Visits every fragment once. A fragment that is reached from itself is a cycle.
    private static func checkCircles(
        _ names: [String], _ spreads: [String: [GraphQL.FragmentSpread]], _ source: GraphQLSource
    ) throws(Problem) {
        var isDone: [String: Bool] = [:]
        for name in names where isDone[name] == nil {
            var stack = [(name: name, next: 0)]
            isDone[name] = false
            while let top = stack.last {
                let inside = spreads[top.name] ?? []
                guard top.next < inside.count else {
                    isDone[top.name] = true
                    stack.removeLast()
                    continue
                }
                stack[stack.count - 1].next += 1
                let spread = inside[top.next]
                switch isDone[spread.name.text] {
                case nil:
                    isDone[spread.name.text] = false
                    stack.append((spread.name.text, 0))
                case true?: continue
                case false?:
                    throw source.usageError(
                        "The fragment \(spread.name.text) contains itself.", at: spread.name.place.range)
                }
            }
        }
    }

    private static func spreads(in selections: [GraphQL.Selection]) -> [GraphQL.FragmentSpread] {
        selections.flatMap { selection in
            switch selection {
            case .field(let field): spreads(in: field.selections ?? [])
            case .inline(let fragment): spreads(in: fragment.selections)
            case .spread(let spread): [spread]
            }
        }
    }
}
