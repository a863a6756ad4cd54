import Notation

/// Looks into selections as an instance does: fragments opened, each once, and left out what `@skip` and `@include` leave
/// out (specification section 6.3.2).
struct OpenedSelections {
    private let fragments: [String: GraphQL.Fragment]
    private let values: VariableValues

    init(_ document: GraphQL.Document, _ values: VariableValues) {
        fragments = Dictionary(document.fragments.map { ($0.name.text, $0) }) { first, _ in first }
        self.values = values
    }

    /// The fields of a selection, in their order.
    func fields(of selections: [GraphQL.Selection]) -> [GraphQL.Field] {
        var found: [GraphQL.Field] = []
        var seen: Set<String> = []
        var ahead: [GraphQL.Selection] = selections.reversed()
        while let next = ahead.popLast() {
            switch next {
            case .field(let field): if isWanted(field.directives) { found.append(field) }
            case .inline(let inline): if isWanted(inline.directives) { ahead += inline.selections.reversed() }
            case .spread(let spread):
                guard isWanted(spread.directives), seen.insert(spread.name.text).inserted,
                    let fragment = fragments[spread.name.text]
                else { continue }
                ahead += fragment.selections.reversed()
            }
        }
        return found
    }

    /// The fragments that a selection needs, however deep, in the document's order.
    func fragments(for selections: [GraphQL.Selection], in document: GraphQL.Document) -> [GraphQL.Fragment] {
        var needed: Set<String> = []
        var ahead = selections
        while let next = ahead.popLast() {
            switch next {
            case .field(let field): ahead += field.selections ?? []
            case .inline(let inline): ahead += inline.selections
            case .spread(let spread):
                guard needed.insert(spread.name.text).inserted else { continue }
                ahead += fragments[spread.name.text]?.selections ?? []
            }
        }
        return document.fragments.filter { needed.contains($0.name.text) }
    }

    private func isWanted(_ directives: [GraphQL.Directive]) -> Bool {
        directives.allSatisfy { directive in
            guard let condition = directive.arguments.first(where: { $0.name.text == "if" }),
                case .bool(let holds)? = values.json(condition.value)
            else { return true }
            switch directive.name.text {
            case "skip": return !holds
            case "include": return holds
            default: return true
            }
        }
    }
}
