import Notation

/// A document's fragments, and selections with the fragments in their places.
struct GraphQLFragments: Sendable {
    private let named: [String: GraphQL.Fragment]

    /// The fragments of a document; of two with one name the first counts.
    init(_ document: GraphQL.Document) {
        named = Dictionary(document.fragments.map { ($0.name.text, $0) }) { first, _ in first }
    }

    /// The fields that selections ask for, in the order an answer has them. Those with one name in the answer are one
    /// field that asks for what each of them does (specification section 6.3.2). Types are not looked at: a fragment for
    /// another type asks for fields that do not come.
    func fields(_ selections: [GraphQL.Selection]) -> [GraphQL.Field] { fields(selections) { _ in true } }

    /// The same without what directives leave out.
    ///
    /// - Parameter isWanted: what directives say of that which they stand behind.
    func fields(
        _ selections: [GraphQL.Selection], where isWanted: ([GraphQL.Directive]) -> Bool
    ) -> [GraphQL.Field] {
        var fields: [GraphQL.Field] = [], places: [String: Int] = [:], visited: Set<String> = []
        collect(selections, isWanted, &fields, &places, &visited)
        return fields
    }

    private func collect(
        _ selections: [GraphQL.Selection], _ isWanted: ([GraphQL.Directive]) -> Bool, _ fields: inout [GraphQL.Field],
        _ places: inout [String: Int], _ visited: inout Set<String>
    ) {
        for selection in selections {
            switch selection {
            case .field(let field):
                guard isWanted(field.directives) else { continue }
                if let place = places[field.responseName] {
                    if let more = field.selections {
                        fields[place].selections = (fields[place].selections ?? []) + more
                    }
                } else {
                    places[field.responseName] = fields.count
                    fields.append(field)
                }
            case .inline(let fragment):
                guard isWanted(fragment.directives) else { continue }
                collect(fragment.selections, isWanted, &fields, &places, &visited)
            case .spread(let spread):
                guard isWanted(spread.directives), visited.insert(spread.name.text).inserted,
                    let fragment = named[spread.name.text]
                else { continue }
                collect(fragment.selections, isWanted, &fields, &places, &visited)
            }
        }
    }
}

extension GraphQLRun {
    /// Refuses what no fragment goes by, and fragments that hold themselves.
    static func checkFragments(of document: GraphQL.Document, _ source: GraphQLSource) throws(Problem) {
        var spreads: [String: [GraphQL.FragmentSpread]] = [:]
        for fragment in document.fragments {
            guard spreads[fragment.name.text] == nil else {
                throw source.mistake("There are two fragments \(fragment.name.text).", at: fragment.name.place.range)
            }
            spreads[fragment.name.text] = self.spreads(in: fragment.selections)
        }
        let known = document.fragments.map(\.name.text)
        for spread in document.operations.flatMap({ self.spreads(in: $0.selections) })
            + known.flatMap({ spreads[$0] ?? [] })
        {
            guard spreads[spread.name.text] == nil else { continue }
            throw source.mistake(
                "There is no fragment \(spread.name.text) in the document.", at: spread.name.place.range,
                hints: DidYouMean.hints(for: spread.name.text, among: known))
        }
        try checkCircles(known, spreads, source)
    }

    /// Walks down every fragment once; one that is met while it is walked down holds itself.
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
                    throw source.mistake(
                        "The fragment \(spread.name.text) holds itself.", at: spread.name.place.range)
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
