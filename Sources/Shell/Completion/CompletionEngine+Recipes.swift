import LineEditing

extension CompletionEngine {
    /// Names of recipes; files where something else was begun.
    func recipe(_ point: CompletionPoint, _ word: Word) -> Completions {
        let found = NameFilter.pick(surroundings.recipes(), typed: CompletionPoint.text(of: word))
        let named = point.offer(found.map { .init($0.name, $0.label) }, in: word, from: 0)
        return named.candidates.isEmpty ? files(point, in: word, from: 0) : named
    }

    /// `name=value` of a recipe's parameters.
    ///
    /// - Parameter name: the recipe that was named.
    func recipeParameter(_ point: CompletionPoint, _ word: Word, of name: String) async -> Completions {
        let parameters = surroundings.recipeParameters(name)
        guard let length = Assignment.nameLength(in: word) else {
            let names = parameters.map { Named($0.name, $0.description.isEmpty ? $0.kind.text : $0.description) }
            let found = NameFilter.pick(names, typed: CompletionPoint.text(of: word))
            return point.offer(found.map { .init($0.name + "=", $0.label, appendsSpace: false) }, in: word, from: 0)
        }
        let wanted = String(decoding: word.barePrefix.utf8.prefix(length), as: UTF8.self)
        let value = word.dropping(length + 1), typed = CompletionPoint.text(of: value)
        var names: [Named] = [], isWhole = true
        switch parameters.first(where: { $0.name == wanted })?.kind {
        case .bool?: names = [Named("true"), Named("false")]
        case .choice(let table, let column)?: names = await knowledge.choices(of: table, column: column)
        case .reference(let table, _)?:
            let known = await knowledge.recordNames(of: table, beginning: typed)
            (names, isWhole) = (known.names, known.isWhole)
        default: break
        }
        let found = NameFilter.pick(names, typed: typed)
        var offered = point.offer(found.map { .init($0.name, $0.label) }, in: value, from: 0)
        offered.isWhole = isWhole
        return offered
    }
}
