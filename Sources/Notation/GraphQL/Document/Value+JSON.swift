extension GraphQL.Value {
    /// The value as JSON, an enumeration's word as a string; nil for a variable that has no value.
    ///
    /// Inside an object such a variable takes its field with it, inside a list it is null (specification section 3.10 and
    /// 3.11).
    /// - Parameter variable: what a variable holds; nil when it holds nothing.
    package func json(_ variable: (String) -> JSON? = { _ in nil }) -> JSON? {
        switch kind {
        case .variable(let name): variable(name)
        case .int(let digits), .float(let digits): .number(digits)
        case .string(let text), .enumeration(let text): .string(text)
        case .boolean(let flag): .bool(flag)
        case .null: .null
        case .list(let values): .array(values.map { $0.json(variable) ?? .null })
        case .object(let fields):
            .object(fields.compactMap { field in field.value.json(variable).map { JSON.Member(field.name.text, $0) } })
        }
    }
}

extension GraphQL.Operation {
    /// What one of its variables holds: the value that is given, else the default of its declaration; nil for neither.
    package func value(of variable: String, given: [JSON.Member]) -> JSON? {
        if let member = given.first(where: { $0.name == variable }) { return member.value }
        // A default names no variables.
        return variables.first { $0.name.text == variable }?.defaultValue?.json()
    }
}
