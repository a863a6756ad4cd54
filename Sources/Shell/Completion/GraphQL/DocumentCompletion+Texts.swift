import LineEditing
import Notation

extension DocumentCompletion {
    /// What the text of an argument stands for.
    enum TextMeaning {
        /// An encoded query of a table.
        case query(of: String)
        /// A table's name.
        case table
        /// A column of a table, dot-walks included.
        case columns(of: String)
        /// A value of a column of a table.
        case choice(of: String, column: String)
    }

    /// What the text given to an argument stands for; nil for any text.
    mutating func meaning(of value: GraphQL.ValuePlace, at path: GraphQL.Path) async -> TextMeaning? {
        switch value.callee {
        case .directive: return nil
        case .variable(let name, _):
            // A default stands for what the variable is used for.
            guard let use = outline.use(of: name) else { return nil }
            return await meaning(ofUse: use.value, at: use.path)
        case .field: return await meaning(ofUse: value, at: path)
        }
    }

    private mutating func meaning(ofUse value: GraphQL.ValuePlace, at path: GraphQL.Path) async -> TextMeaning? {
        guard case .field(let name) = value.callee, value.keys.isEmpty, let type = await walk.type(at: path)?.name
        else { return nil }
        switch (type, value.argument) {
        case (GraphQL.RecordNames.recordQueryType, "queryConditions"): return .query(of: name)
        case (GraphQL.RecordNames.recordMutationType, let column):
            return GraphQL.RecordWrite.read(name).map { .choice(of: $0.table, column: column) }
        case (walk.schema.queryType, let argument) where name == GraphQL.RecordNames.aggregateQuery:
            if argument == "tableName" { return .table }
            guard let table = text(value.given["tableName"]) else { return nil }
            switch argument {
            case "queryConditions": return .query(of: table)
            case "groupBy": return .columns(of: table)
            default: return nil
            }
        case (GraphQL.RecordNames.aggregatesType, "field"):
            for case .field(GraphQL.RecordNames.aggregateQuery, let given) in path.steps.reversed() {
                return text(given["tableName"]).map { .columns(of: $0) }
            }
            return nil
        default: return nil
        }
    }

    /// The text an argument was given, itself or by a variable whose value is known.
    private func text(_ given: GraphQL.Outline.Given?) -> String? {
        switch given {
        case .text(let text): return text
        case .variable(let name):
            if let text = self.given[name] { return text }
            return outline.operations.lazy.flatMap(\.variables).first { $0.name == name }?.defaultText
        case nil: return nil
        }
    }

    /// What may stand in the text of an argument, and where what it takes the place of begins. A candidate that is a
    /// whole text appends a blank.
    mutating func texts(
        for value: GraphQL.ValuePlace, at path: GraphQL.Path, typed: [UInt8]
    ) async -> (from: Int, candidates: [Completions.Candidate]) {
        let text = String(decoding: typed, as: UTF8.self)
        func whole(_ names: [Named]) -> [Completions.Candidate] {
            NameFilter.pick(names, typed: text).map { .init($0.name, $0.label) }
        }
        switch await meaning(of: value, at: path) {
        case .query(let table):
            return await QueryCompletion(knowledge: knowledge, table: table).candidates(at: typed)
        case .table: return (0, whole(await knowledge.tables()))
        case .columns(let table):
            let (walked, columns) = await DotWalk(knowledge: knowledge).columns(at: text, of: table)
            return (0, columns.map { .init(walked + $0.name, $0.menuText, appendsSpace: false) })
        case .choice(let table, let column): return (0, whole(await choices(of: table, column)))
        case nil: return (0, [])
        }
    }

    /// What a flag may give to a variable: what the variable is used for says so, or its type.
    mutating func values(
        of variable: GraphQL.Outline.Variable, typed: [UInt8]
    ) async -> (from: Int, candidates: [Completions.Candidate]) {
        let type = variable.type.filter { !"[]!".contains($0) }
        guard type != "Boolean" else {
            let found = NameFilter.pick(
                [Named("true"), Named("false")], typed: String(decoding: typed, as: UTF8.self))
            return (0, found.map { .init($0.name) })
        }
        guard !variable.type.hasPrefix("[") else { return (0, []) }
        return await texts(
            for: GraphQL.ValuePlace(.variable(variable.name, type: type), ""),
            at: GraphQL.Path(.operation(.query, index: 0), []), typed: typed)
    }
}
