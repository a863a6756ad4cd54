extension GraphQL.Validator {
    /// What is sent beside the document: which operation is to run, and values for its variables (specification section
    /// 6.1).
    mutating func check(_ variables: JSON, operationName: String?) {
        guard let operation = operation(named: operationName, among: operations) else {
            if let operationName {
                report(.unknownOperation(operationName), at: GraphQL.Place())
            } else if operations.count > 1 {
                report(.unchosenOperation, at: GraphQL.Place())
            }
            return
        }
        for variable in operation.variables {
            steps += 1
            let name = variable.name.text
            guard type(variable.type.innermost.text).value?.isInput != false else { continue }
            guard let value = variables[name] else {
                if variable.type.isNonNull, variable.defaultValue == nil {
                    report(.missingVariable(name, type: variable.type), at: variable.name.place)
                }
                continue
            }
            do throws(GraphQL.VariableValues.Mismatch) {
                _ = try GraphQL.VariableValues.coerce(value, to: variable.type, in: schema)
            } catch {
                report(
                    .wrongVariable(name, type: variable.type, inside: error.inside, error.fault),
                    at: variable.name.place)
            }
        }
    }

    private func operation(
        named name: String?, among operations: [GraphQL.Operation]
    ) -> GraphQL.Operation? {
        guard let name, !name.isEmpty else { return operations.count == 1 ? operations.first : nil }
        return operations.first { $0.name?.text == name }
    }
}
