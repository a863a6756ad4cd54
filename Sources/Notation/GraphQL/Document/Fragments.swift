extension GraphQL {
    /// A document's fragments by their names, and selections with the fragments in their places.
    ///
    /// Types are not looked at: a fragment for another type asks for fields that do not come. Nothing recurses along
    /// spreads, which may lead on as often as there are fragments.
    package struct Fragments: Sendable {
        private let named: [String: Fragment]

        /// The fragment of that name.
        package subscript(name: String) -> Fragment? { named[name] }

        /// The fragments of a document; of two with one name the first counts.
        package init(_ document: Document) {
            named = Dictionary(document.fragments.map { ($0.name.text, $0) }) { first, _ in first }
        }

        /// The fields that selections ask for, in their order, each fragment opened once.
        ///
        /// - Parameter isWanted: whether what has these directives is asked for at all.
        package func fields(
            of selections: [Selection], where isWanted: ([Directive]) -> Bool = { _ in true }
        ) -> [Field] {
            var found: [Field] = []
            var opened: Set<String> = []
            var ahead: [Selection] = selections.reversed()
            while let next = ahead.popLast() {
                switch next {
                case .field(let field): if isWanted(field.directives) { found.append(field) }
                case .inline(let inline): if isWanted(inline.directives) { ahead += inline.selections.reversed() }
                case .spread(let spread):
                    guard isWanted(spread.directives), opened.insert(spread.name.text).inserted,
                        let fragment = named[spread.name.text]
                    else { continue }
                    ahead += fragment.selections.reversed()
                }
            }
            return found
        }

        /// The same as an answer has them: fields with one name in it are one field, in the place of the first, that asks
        /// for what each of them does (specification section 6.3.2).
        ///
        /// - Parameter isWanted: whether what has these directives is asked for at all.
        package func merged(
            _ selections: [Selection], where isWanted: ([Directive]) -> Bool = { _ in true }
        ) -> [Field] {
            var merged: [Field] = []
            var places: [String: Int] = [:]
            for field in fields(of: selections, where: isWanted) {
                guard let place = places[field.responseName] else {
                    places[field.responseName] = merged.count
                    merged.append(field)
                    continue
                }
                guard let more = field.selections else { continue }
                // In place: a copy for each of them would make many of one name costly.
                merged[place].selections = merged[place].selections ?? []
                merged[place].selections?.append(contentsOf: more)
            }
            return merged
        }
    }
}
