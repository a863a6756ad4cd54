import Database
import Notation

/// Executes one operation. Values are written directly into the response, in the document's order.
final class GraphQLExecution {
    let call: Call
    let variables: [String: JSON]
    /// Looks up display values of references and journals, each once per response.
    let lookup: DisplayLookup
    let schema: GraphQL.RecordSchema
    private(set) var path: [SandboxGraphQLError.Step] = []
    private(set) var errors: [SandboxGraphQLError] = []
    let operation: GraphQL.Operation
    let fragments: GraphQL.Fragments

    static func answer(_ request: SandboxGraphQLRequest, _ call: Call, into out: inout JSONText) throws {
        let start = out.count
        do {
            try GraphQLExecution(request, call).write(into: &out)
        } catch let error as GraphQLRequestError {
            out.cut(to: start)
            error.write(into: &out)
        }
    }

    private init(_ request: SandboxGraphQLRequest, _ call: Call) throws {
        let document: GraphQL.Document
        do {
            document = try GraphQL.Document(request.query)
        } catch let error {
            throw GraphQLRequestError.syntax(error, in: request.query)
        }
        let schema = GraphQL.RecordSchema(tables: SandboxTables(schema: call.schema))
        let findings = GraphQL.Validation(of: document, in: schema).findings
        guard findings.isEmpty else { throw GraphQLRequestError(findings.map(SandboxGraphQLError.init)) }
        let operation = try GraphQLExecution.operation(request.operationName, of: document)
        if operation.kind == .subscription { throw GraphQLRequestError.subscription }
        let fragments = GraphQL.Fragments(document)
        try GraphQLSize.check(operation, fragments)
        self.call = call
        self.operation = operation
        self.fragments = fragments
        lookup = DisplayLookup(store: call.store, call.account.format)
        self.schema = schema
        variables = try GraphQLVariables.values(for: operation.variables, sent: request.variables, in: schema)
    }

    private static func operation(
        _ name: String?, of document: GraphQL.Document
    ) throws(GraphQLRequestError) -> GraphQL.Operation {
        let operations = document.operations
        if let name, !name.isEmpty {
            guard let operation = operations.first(where: { $0.name?.text == name }) else {
                throw .unknownOperation(name)
            }
            return operation
        }
        guard operations.count <= 1 else { throw .unnamedOperation }
        guard let operation = operations.first else { throw .noOperation }
        return operation
    }

    private func write(into out: inout JSONText) throws {
        out.raw("{\"data\":")
        let type = GraphQLRoots.typeName(operation.kind)
        try write(fields(of: operation.selections, on: type), of: type, into: &out) { field, out in
            try GraphQLRoots.resolve(field, operation.kind, self, into: &out)
        }
        if !errors.isEmpty {
            out.raw(",")
            SandboxGraphQLError.write(errors, into: &out)
        }
        out.raw("}")
    }

    /// Writes an object: its fields in order, each by `resolve`, except `__typename`. A field that fails is null, with
    /// an error at its path.
    func write(
        _ fields: [GraphQLField], of type: String, into out: inout JSONText,
        _ resolve: (GraphQLField, inout JSONText) throws -> Void
    ) throws {
        try out.list(fields, in: ("{", "}")) { _, field, out in
            out.raw(field.key)
            if field.name == "__typename" { return out.string(type) }
            path.append(.name(field.responseName))
            defer { path.removeLast() }
            let start = out.count
            do {
                try resolve(field, &out)
            } catch {
                let failure = try fieldError(error)
                out.cut(to: start)
                out.raw("null")
                errors.append(failure)
            }
        }
    }

    func element<Result>(_ index: Int, _ body: () throws -> Result) rethrows -> Result {
        path.append(.index(index))
        defer { path.removeLast() }
        return try body()
    }

    /// The error for a field that only instances have.
    func undefined(_ field: GraphQLField, in type: String) -> GraphQLRequestError {
        GraphQLRequestError(.unsupported, "The sandbox does not have the field '\(field.name)' of type '\(type)'")
    }

    private func fieldError(_ error: any Error) throws -> SandboxGraphQLError {
        switch error {
        case var error as SandboxGraphQLError:
            if error.path.isEmpty { error.path = path }
            return error
        case let error as APIError: return SandboxGraphQLError(error, at: path)
        case let complex as QueryComplexityError: return SandboxGraphQLError(APIError.tooComplex(complex), at: path)
        default: throw error
        }
    }
}

extension SandboxGraphQLError {
    /// An error of the Table API as a field error, as on instances.
    init(_ error: APIError, at path: [Step]) {
        let place = path.map { step in
            switch step {
            case .name(let name): "/" + name
            case .index(let index): "/" + String(index)
            }
        }.joined()
        let said = [error.message, error.detail].compactMap { $0 }.joined(separator: " ")
        self.init(
            kind: .dataFetching,
            message: error.cause == .tableRefused
                ? "Insufficient rights to query records" : "Exception encountered processing path: \(place) - \(said)",
            path: path)
    }
}

struct GraphQLField {
    let name: String
    let responseName: String
    let key: [UInt8]
    let arguments: GraphQLArguments
    let selections: [GraphQL.Selection]?
}

/// The response exceeds the size limit and the transaction is cancelled. Instances limit the time instead, but a
/// response must not depend on the sandbox's speed.
struct GraphQLLimitError: Error {
    /// The maximum response size in bytes, for all operations of an array together.
    static let most = 128 << 20

    @inline(__always) static func check(_ out: borrowing JSONText) throws(GraphQLLimitError) {
        if out.count > most { throw GraphQLLimitError() }
    }
}

extension GraphQLExecution {
    /// The fields below a field, on an object of that type (CollectFields): `fields(below: field, on:
    /// "GlideRecord_RowDataType")`.
    func fields(below field: GraphQLField, on type: String) throws(GraphQLRequestError) -> [GraphQLField] {
        try fields(of: field.selections ?? [], on: type)
    }

    func fields(of selections: [GraphQL.Selection], on type: String) throws(GraphQLRequestError) -> [GraphQLField] {
        let all = fragments.fields(of: selections, on: type) { directives in
            directives.includesSelection { value in value.json { self.variables[$0] } }
        }
        let found = GraphQL.Fragments.merged(all)
        if found.count < all.count {
            let first = Dictionary(found.map { ($0.responseName, $0) }) { first, _ in first }
            for field in all {
                guard let same = first[field.responseName],
                    same.name != field.name || Set(same.arguments) != Set(field.arguments)
                else { continue }
                throw .conflict(same, field)
            }
        }
        return found.map { field in
            GraphQLField(
                name: field.name.text, responseName: field.responseName,
                key: JSONText.quoted(field.responseName) + [UInt8(ascii: ":")],
                arguments: GraphQLArguments(field.arguments, variables), selections: field.selections)
        }
    }
}
