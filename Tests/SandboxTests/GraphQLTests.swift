import ExchangeModel
import Notation
import TestSupport
import Testing

/// Executing documents, independent of their fields.
struct GraphQLExecutionTests {
    private static let number = #"incident(queryConditions: "number=INC0010021")"#

    @Test func fieldsAreLimited() throws {
        let client = try SandboxClient.reading()
        let many = String(repeating: "__typename ", count: 10_001)
        try expectEqual(
            client.graphQL("{ \(many) }"),
            SandboxClient.refused("maximum query complexity exceeded 10001 > 10000", "ExecutionAborted"))
        // Fragments that double their content.
        let doubling = (0..<40).map { "fragment F\($0) on QueryType { a: __typename ...F\($0 + 1) ...F\($0 + 1) }" }
        #expect(
            try client.graphQL(
                "{ ...F0 } " + doubling.joined(separator: " ") + " fragment F40 on QueryType { __typename }"
            ).contains("maximum query complexity exceeded"))
    }

    @Test func responseSizeIsBounded() throws {
        let client = try SandboxClient()
        let id = try client.create(
            "kb_knowledge", JSON.object([.init("text", .string(String(repeating: "a", count: 65_000)))]).compact)
        let texts = (0..<310).map { "a\($0): text { value }" }.joined(separator: " ")
        let field = "kb_knowledge(sys_id: \"\(id)\") { _results { \(texts) } }"
        #expect(try client.graphQL("{ GlideRecord_Query { \(field) } }").utf8.count > 310 * 65_000)
        let one = JSON.object([.init("query", .string("{ GlideRecord_Query { \(field) } }"))]).compact
        let answer = try client.graphQL(body: "[" + Array(repeating: one, count: 8).joined(separator: ",") + "]")
        #expect(answer.hasPrefix("status 500: ") && answer.contains("Transaction cancelled"))
    }

    @Test func depthIsBounded() throws {
        let client = try SandboxClient.reading()
        func nested(_ count: Int) -> String {
            let opening = String(repeating: "caller_id { _reference { manager { _reference { ", count: 1)
            let down = String(repeating: "manager { _reference { ", count: count)
            return "{ GlideRecord_Query { \(Self.number) { _results { " + opening + down + "name { value } "
                + String(repeating: "} ", count: 2 * count + 4) + "} } } }"
        }
        #expect(try client.graphQL(nested(3)).contains(#""_reference":{"manager":{"_reference":"#))
        #expect(try client.graphQL(nested(90)).hasPrefix(#"{"data":{"GlideRecord_Query":"#))
        #expect(try client.graphQL(nested(200)).contains("errors"))
        let fragments = (0..<199).map { "fragment F\($0) on QueryType { ...F\($0 + 1) }" }
        #expect(
            try client.graphQL(
                "{ ...F0 } " + fragments.joined(separator: " ") + " fragment F199 on QueryType { __typename }"
            ).contains("maximum query depth exceeded 201 > 200"))
    }
}

/// Operations sent to `/api/now/graphql`, and errors for invalid ones.
struct GraphQLRequestTests {
    @Test func arrayHoldsAHundredOperations() throws {
        let client = try SandboxClient.reading()
        func array(_ count: Int) -> String {
            "[" + Array(repeating: #"{"query":"{ __typename }"}"#, count: count).joined(separator: ",") + "]"
        }
        let answer = try client.graphQL(body: array(100))
        expectEqual(SandboxClient.elements(try JSON(JSONDocument(answer).root)).count, 100)
        try expectEqual(
            client.graphQL(body: array(101)),
            SandboxClient.refused("The body holds more than 100 operations", "InvalidSyntax"))
    }
}

/// The whole type system, with the introspection query of common tools.
struct GraphQLFullIntrospectionTests {
    private static let document = """
        query IntrospectionQuery {
          __schema {
            description queryType { name } mutationType { name } subscriptionType { name }
            types { ...FullType }
            directives { name description isRepeatable locations args { ...InputValue } }
          }
        }
        fragment FullType on __Type {
          kind name description specifiedByURL
          fields(includeDeprecated: true) { name description args { ...InputValue } type { ...TypeRef } isDeprecated deprecationReason }
          inputFields { ...InputValue } interfaces { ...TypeRef }
          enumValues(includeDeprecated: true) { name description isDeprecated deprecationReason }
          possibleTypes { ...TypeRef }
        }
        fragment InputValue on __InputValue { name description type { ...TypeRef } defaultValue }
        fragment TypeRef on __Type {
          kind name ofType { kind name ofType { kind name ofType { kind name ofType { kind name ofType { kind name
          ofType { kind name ofType { kind name } } } } } } }
        }
        """

    private func name(_ reference: JSON?) -> String? {
        guard let reference, reference != .null else { return nil }
        let name = reference["name"]?.scalarText ?? ""
        return name.isEmpty ? self.name(reference["ofType"]) : name
    }

    @Test func introspectionMatchesExecution() throws {
        let client = try SandboxClient()
        for name in ["introspection_enabled", "glide_record_schema.introspection_enabled"] {
            try client.set("glide.graphql." + name, "true")
        }
        let answer = try JSON(JSONDocument(client.graphQL(Self.document)).root)
        let schema = try #require(answer["data"]?["__schema"])
        referencedTypesAreDefinedOnce(SandboxClient.elements(schema["types"] ?? .null))
        fieldsAreThoseOfExecution(schema)
    }

    private func referencedTypesAreDefinedOnce(_ types: [JSON]) {
        let names = types.compactMap { $0["name"]?.scalarText }
        #expect(names.count == types.count && Set(names).count == names.count)
        #expect(names.count > 600)
        let known = Set(names)
        var fields = 0
        for type in types {
            expectEqual(
                (type["fields"] == .null), (type["kind"]?.scalarText != "OBJECT"), "\(type["name"]?.scalarText ?? "")"
            )
            let members = SandboxClient.elements(type["fields"] ?? .null)
            let arguments: [JSON] = members.flatMap { SandboxClient.elements($0["args"] ?? .null) }
            let inputs: [JSON] = SandboxClient.elements(type["inputFields"] ?? .null) + arguments
            let used: [String] = (members + inputs).map { name($0["type"]) ?? "none" }
            for used in used where !known.contains(used) {
                Issue.record("\(used), of \(type["name"]?.scalarText ?? ""), is missing")
            }
            fields += members.count
        }
        #expect(fields > 10_000)
    }

    private func fieldsAreThoseOfExecution(_ schema: JSON) {
        expectEqual(schema["queryType"], ["name": "QueryType"])
        expectEqual(schema["mutationType"], ["name": "MutationType"])
        expectEqual(schema["subscriptionType"], .null)
        let directives = SandboxClient.elements(schema["directives"] ?? .null).compactMap { $0["name"]?.scalarText }
        expectEqual(directives, ["include", "skip", "defer", "source"])
        var types: [String: [String]] = [:]
        for type in SandboxClient.elements(schema["types"] ?? .null) {
            types[type["name"]?.scalarText ?? ""] = SandboxClient.elements(type["fields"] ?? .null).compactMap {
                $0["name"]?.scalarText
            }
        }
        expectEqual(types["QueryType"], ["GlideRecord_Query", "GlideAggregateRecord_Query"])
        expectEqual(types["MutationType"], ["GlideRecord_Mutation"])
        let tables = types["GlideRecord_QueryType"] ?? []
        #expect(tables.contains("incident") && tables.contains("sys_dictionary"))
        let mutations = types["GlideRecord_MutationType"] ?? []
        let derived = ["sys_dictionary", "sys_choice", "sys_db_object", "sys_documentation", "sys_glide_object"]
        let written = tables.filter { !derived.contains($0) }
        let expected: [String] = written.flatMap { table in ["insert_", "update_", "delete_"].map { $0 + table } }
        expectEqual(mutations, expected)
        expectEqual(types["GlideRecord_TableResultsType_sys_journal_field"]?.contains("element_id"), true)
    }
}
