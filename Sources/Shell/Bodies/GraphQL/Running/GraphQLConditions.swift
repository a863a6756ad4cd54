import Notation

extension [GraphQL.Directive] {
    /// Whether `@skip` and `@include` leave in what they stand behind (specification section 3.13.1 and 3.13.2). A
    /// condition that is not known leaves it in.
    ///
    /// - Parameter json: a condition's value, with the values of variables.
    func letIn(_ json: (GraphQL.Value) -> JSON?) -> Bool {
        allSatisfy { directive in
            guard let condition = directive.arguments.first(where: { $0.name.text == "if" }),
                case .bool(let holds)? = json(condition.value)
            else { return true }
            switch directive.name.text {
            case "skip": return !holds
            case "include": return holds
            default: return true
            }
        }
    }
}
