extension GraphQL {
    /// Brings the parts of a document into their canonical order, with fragments inlined where they are known.
    struct CanonicalOrder {
        /// The fragments that are inlined. They must not hold each other.
        let fragments: [String: Fragment]
        /// Whether fragments are kept, and their names about to change: spreads have no order but theirs then.
        let keepsSpreads: Bool

        func operation(_ operation: Operation) -> Operation {
            Operation(
                operation.kind, name: operation.name,
                variables: sorted(operation.variables.map(variable)) { $0.name.text },
                directives: operation.directives.map(directive),
                selections: selections(operation.selections, isOrdered: operation.kind == .mutation))
        }

        func fragment(_ fragment: Fragment) -> Fragment {
            Fragment(
                fragment.name, on: fragment.typeCondition, directives: fragment.directives.map(directive),
                selections: selections(fragment.selections, on: fragment.typeCondition.text))
        }

        // MARK: Selections

        /// Everything that is asked for under one head.
        private struct Entry {
            /// Fields, then fragments, then spreads.
            var rank: Int
            /// What it is ordered by.
            var name: String
            /// What makes it the same as another.
            var head: String
            var selection: Selection
            var below: [Selection]
        }

        /// The selections of one level, the same ones put together. `type`: the condition that holds here already.
        private func selections(_ selections: [Selection], on type: String? = nil, isOrdered: Bool = false)
            -> [Selection]
        {
            var entries: [Entry] = []
            var places: [[UInt8]: Int] = [:]
            collect(selections, on: type) { entry in
                // By bytes: to a `String`, an accented letter is equal to its parts.
                let head = Array("\(entry.rank) \(entry.head)".utf8)
                // What a mutation does first must stay first: only neighbouring fragments of it are put together.
                let mayMove = !isOrdered || entry.rank == 0
                if let place = places[head], mayMove || place == entries.count - 1 {
                    entries[place].below += entry.below
                } else {
                    places[head] = entries.count
                    entries.append(entry)
                }
            }
            if !isOrdered {
                let order = entries.indices.sorted { one, other in
                    let (a, b) = (entries[one], entries[other])
                    if a.rank != b.rank { return a.rank < b.rank }
                    if a.name != b.name { return precedes(a.name, b.name) }
                    if a.rank == 2 && keepsSpreads || a.head == b.head { return one < other }
                    return precedes(a.head, b.head)
                }
                entries = order.map { entries[$0] }
            }
            return entries.map { finished($0, isOrdered: isOrdered, on: type) }
        }

        /// Goes through the selections of one level, fragments opened that need not be there.
        private func collect(_ selections: [Selection], on type: String?, _ found: (Entry) -> Void) {
            for selection in selections {
                switch selection {
                case .field(let field):
                    let head = self.field(field)
                    found(
                        Entry(
                            rank: 0, name: field.responseName, head: Selection.field(head).tokens,
                            selection: .field(head),
                            below: field.selections ?? []))
                case .inline(let fragment): collect(fragment, on: type, found)
                case .spread(let spread):
                    if let fragment = fragments[spread.name.text] {
                        collect(
                            InlineFragment(
                                on: fragment.typeCondition, directives: spread.directives + fragment.directives,
                                selections: fragment.selections), on: type, found)
                    } else {
                        let own = Selection.spread(
                            FragmentSpread(spread.name, directives: spread.directives.map(directive)))
                        found(Entry(rank: 2, name: "", head: own.tokens, selection: own, below: []))
                    }
                }
            }
        }

        private func collect(_ fragment: InlineFragment, on type: String?, _ found: (Entry) -> Void) {
            let condition = fragment.typeCondition?.text
            if fragment.directives.isEmpty, condition == nil || condition == type {
                collect(fragment.selections, on: type, found)
                return
            }
            let head = InlineFragment(
                on: condition.map { Name($0) }, directives: fragment.directives.map(directive), selections: [])
            found(
                Entry(
                    rank: 1, name: condition ?? "", head: Selection.inline(head).tokens, selection: .inline(head),
                    below: fragment.selections))
        }

        private func field(_ field: Field) -> Field {
            let alias = field.alias.flatMap { $0 == field.name ? nil : $0 }
            return Field(
                alias: alias, field.name, arguments: arguments(field.arguments),
                directives: field.directives.map(directive), selections: field.selections == nil ? nil : [])
        }

        private func finished(_ entry: Entry, isOrdered: Bool, on type: String?) -> Selection {
            switch entry.selection {
            case .field(var field):
                if field.selections != nil { field.selections = selections(entry.below) }
                return .field(field)
            case .inline(var fragment):
                fragment.selections = selections(
                    entry.below, on: fragment.typeCondition?.text ?? type, isOrdered: isOrdered)
                return .inline(fragment)
            case .spread: return entry.selection
            }
        }

        // MARK: Heads

        private func variable(_ variable: VariableDefinition) -> VariableDefinition {
            var variable = variable
            variable.defaultValue = variable.defaultValue.map(value)
            variable.directives = variable.directives.map(directive)
            return variable
        }

        private func directive(_ directive: Directive) -> Directive {
            Directive(directive.name, arguments: arguments(directive.arguments))
        }

        private func arguments(_ arguments: [Argument]) -> [Argument] {
            sorted(arguments.map { Argument($0.name, value($0.value)) }) { $0.name.text }
        }

        private func value(_ value: Value) -> Value {
            switch value.kind {
            case .list(let values): Value(.list(values.map(self.value)))
            case .object(let fields):
                Value(.object(sorted(fields.map { ObjectField($0.name, self.value($0.value)) }) { $0.name.text }))
            default: value
            }
        }

        /// In the order of their names; those of the same name keep theirs.
        private func sorted<Part>(_ parts: [Part], by name: (Part) -> String) -> [Part] {
            parts.enumerated().sorted { one, other in
                let (a, b) = (name(one.element), name(other.element))
                return a == b ? one.offset < other.offset : precedes(a, b)
            }.map(\.element)
        }

        /// By bytes, so that the order is no locale's.
        private func precedes(_ one: String, _ other: String) -> Bool { one.utf8.lexicographicallyPrecedes(other.utf8) }
    }
}
