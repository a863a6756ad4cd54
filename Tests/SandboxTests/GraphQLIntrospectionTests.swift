import ExchangeModel
import Notation
import Testing

struct GraphQLIntrospectionTests {
    private static let property = "glide.graphql.introspection_enabled"
    private static let recordProperty = "glide.graphql.glide_record_schema.introspection_enabled"
    private static let disabled = SandboxClient.refused(
        "Introspection has been disabled for this request", "IntrospectionDisabled")

    /// Enables a property, like `table update`.
    private func turnOn(_ name: String, _ client: SandboxClient) throws {
        let id = try client.list("sys_properties", "name=" + name, "sys_id").first ?? ""
        #expect(
            try client.ask(.patch, "/api/now/table/sys_properties/" + id, body: #"{"value":"true"}"#).status == 200)
    }

    private func client(records: Bool = true) throws -> SandboxClient {
        let client = try SandboxClient()
        try turnOn(Self.property, client)
        if records { try turnOn(Self.recordProperty, client) }
        return client
    }

    @Test func introspectionIsOffByDefault() throws {
        var client = try SandboxClient()
        let ask = "{ __schema { queryType { name } } }"
        #expect(try client.graphQL(ask) == Self.disabled)
        #expect(try client.graphQL(#"{ t: __type(name: "String") { name } }"#) == Self.disabled)
        #expect(
            try client.graphQL(
                "{ GlideRecord_Query { incident(pagination: {limit: 0}) { _rowCount } } ...F } fragment F on QueryType { __schema { queryType { name } } }"
            )
                == Self.disabled)
        // `__typename` is always available.
        #expect(try client.graphQL("{ __typename }") == #"{"data":{"__typename":"QueryType"}}"#)
        #expect(
            try client.list("sys_properties", "nameSTARTSWITHglide.graphql^ORDERBYname", "value") == ["false", "false"])

        try turnOn(Self.recordProperty, client)
        #expect(try client.graphQL(ask) == Self.disabled)
        try turnOn(Self.property, client)
        #expect(try client.graphQL(ask) == #"{"data":{"__schema":{"queryType":{"name":"QueryType"}}}}"#)
        client.user = "abel.tuter:password"
        #expect(try client.graphQL(ask) == Self.disabled)
    }

    @Test func roleEnablesIntrospection() throws {
        var client = try client()
        let role = try client.create("sys_user_role", #"{"name":"graphql_schema_admin"}"#)
        let user = try client.list("sys_user", "user_name=abel.tuter", "sys_id").first ?? ""
        _ = try client.create("sys_user_has_role", #"{"user":"\#(user)","role":"\#(role)"}"#)
        client.user = "abel.tuter:password"
        #expect(
            try client.graphQL("{ __schema { mutationType { name } subscriptionType { name } } }")
                == #"{"data":{"__schema":{"mutationType":{"name":"MutationType"},"subscriptionType":null}}}"#)
    }

    @Test func tableTypesAreOptional() throws {
        let client = try client(records: false)
        #expect(
            try client.graphQL(
                """
                { __schema { types { name fields { name } } } __type(name: "GlideRecord_RowDataType") { name } }
                """
            ).hasPrefix(
                """
                {"data":{"__schema":{"types":[{"name":"QueryType","fields":[]},{"name":"MutationType","fields":[]},\
                {"name":"Int","fields":null},{"name":"Float","fields":null},{"name":"String","fields":null},\
                {"name":"Boolean","fields":null},{"name":"ID","fields":null},{"name":"__Schema","fields":[
                """))
        #expect(
            try client.graphQL(#"{ __type(name: "GlideRecord_RowDataType") { name } }"#) == #"{"data":{"__type":null}}"#
        )
    }

    private static let rowData = """
        {"__typename":"__Type","kind":"OBJECT","name":"GlideRecord_RowDataType","fields":[\
        {"name":"displayValue","type":{"name":"String","kind":"SCALAR","ofType":null},"isDeprecated":false,\
        "deprecationReason":null,"args":[]},{"name":"uniqueValue","type":{"name":"String","kind":"SCALAR",\
        "ofType":null},"isDeprecated":false,"deprecationReason":null,"args":[]},{"name":"canDelete","type":{\
        "name":"Boolean","kind":"SCALAR","ofType":null},"isDeprecated":false,"deprecationReason":null,"args":[]},\
        {"name":"canWrite","type":{"name":"Boolean","kind":"SCALAR","ofType":null},"isDeprecated":false,\
        "deprecationReason":null,"args":[]}],"interfaces":[],"possibleTypes":null,"enumValues":null,\
        "inputFields":null,"ofType":null,"specifiedByURL":null}
        """
    private static let aggregates = """
        {"fields":[{"name":"totalCount","args":[],"type":{"kind":"SCALAR","name":"Long","ofType":null}},\
        {"name":"totalGroupsCount","args":[],"type":{"kind":"SCALAR","name":"Long","ofType":null}},\
        {"name":"aggregates","args":[],"type":{"kind":"LIST","name":null,"ofType":{"kind":"OBJECT"}}}]}
        """
    private static let directive = """
        {"fields":[{"name":"name","args":[]},{"name":"description","args":[]},{"name":"isRepeatable","args":[]},\
        {"name":"locations","args":[]},{"name":"args","args":[{"name":"includeDeprecated","defaultValue":"false",\
        "type":{"name":"Boolean"}}]}]}
        """
    private static let kinds = """
        {"kind":"ENUM","enumValues":[{"name":"SCALAR","isDeprecated":false},{"name":"OBJECT","isDeprecated":false},\
        {"name":"INTERFACE","isDeprecated":false},{"name":"UNION","isDeprecated":false},{"name":"ENUM",\
        "isDeprecated":false},{"name":"INPUT_OBJECT","isDeprecated":false},{"name":"LIST","isDeprecated":false},\
        {"name":"NON_NULL","isDeprecated":false}]}
        """
    private static let pages = """
        {"kind":"INPUT_OBJECT","inputFields":[{"name":"limit","type":{"name":"Int"},"defaultValue":null},\
        {"name":"offset","type":{"name":"Int"},"defaultValue":null}],"fields":null}
        """
    private static let descriptions: [(String, String)] = [
        (
            """
            { __type(name: "GlideRecord_RowDataType") { __typename kind name fields { name type { name kind ofType {
            name } } isDeprecated deprecationReason args { name } } interfaces { name } possibleTypes { name }
            enumValues { name } inputFields { name } ofType { name } specifiedByURL } }
            """, rowData
        ),
        (
            """
            { __type(name: "Glide_PaginationInputType") { kind inputFields { name type { name } defaultValue }
            fields { name } } }
            """, pages
        ),
        (
            """
            query ($n: String! = "GlideAggregateRecord_QueryType") { __type(name: $n) { fields(includeDeprecated: true)
            { name args { name } type { kind name ofType { kind } } } } }
            """, aggregates
        ),
        (#"{ __type(name: "__Directive") { fields { name args { name defaultValue type { name } } } } }"#, directive),
        (#"{ __type(name: "__TypeKind") { kind enumValues(includeDeprecated: true) { name isDeprecated } } }"#, kinds),
        (#"{ __type(name: "nosuch") { name } }"#, "null"),
    ]

    @Test(arguments: descriptions)
    func typesAreDescribed(document: String, answer: String) throws {
        #expect(try client().graphQL(document) == #"{"data":{"__type":"# + answer + "}}")
    }

    @Test(arguments: [
        ("{ __schema { queryType { fields { name } } mutationType { fields { name } } } }", "__Type.fields"),
        ("{ a: __schema { queryType { name } } b: __schema { queryType { name } } }", "Query.__schema"),
        (#"{ a: __type(name: "Int") { name } b: __type(name: "Int") { name } }"#, "Query.__type"),
        (
            "{ __schema { types { ...F } queryType { ...F } } } fragment F on __Type { interfaces { name } }",
            "__Type.interfaces"
        ),
        ("{ __schema { types { fields { type { fields { name } } } } } }", "__Type.fields"),
    ])
    func cyclicIntrospectionIsRejected(document: String, field: String) throws {
        #expect(
            try client().graphQL(document)
                == SandboxClient.refused(
                    "This request is not asking for introspection in good faith - \(field) is present too often!",
                    "BadFaithIntrospection"))
    }

    @Test func tooLargeIntrospectionIsRejected() throws {
        let refused = "This request is not asking for introspection in good faith - the query is too big: "
        let client = try client()
        let deep = String(repeating: "ofType { ", count: 19) + "name" + String(repeating: " }", count: 19)
        #expect(
            try client.graphQL(#"{ __type(name: "Int") { \#(deep) } }"#)
                == SandboxClient.refused(refused + "Maximum query depth exceeded. 21 > 20", "BadFaithIntrospection"))
        let wide = (0..<500).map { "a\($0): name" }.joined(separator: " ")
        #expect(
            try client.graphQL(#"{ __type(name: "Int") { \#(wide) } }"#)
                == SandboxClient.refused(refused + "Maximum field count exceeded. 501 > 500", "BadFaithIntrospection"))
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

    private func schema() throws -> JSON {
        let client = try SandboxClient()
        for name in ["introspection_enabled", "glide_record_schema.introspection_enabled"] {
            let id = try client.list("sys_properties", "name=glide.graphql." + name, "sys_id").first ?? ""
            _ = try client.ask(.patch, "/api/now/table/sys_properties/" + id, body: #"{"value":"true"}"#)
        }
        return try JSON(JSONDocument(client.graphQL(Self.document)).root)["data"]?["__schema"] ?? .null
    }

    private func name(_ reference: JSON?) -> String? {
        guard let reference, reference != .null else { return nil }
        let name = reference["name"]?.scalarText ?? ""
        return name.isEmpty ? self.name(reference["ofType"]) : name
    }

    @Test func referencedTypesAreDefinedOnce() throws {
        let types = SandboxClient.elements(try schema()["types"] ?? .null)
        let names = types.compactMap { $0["name"]?.scalarText }
        #expect(names.count == types.count && Set(names).count == names.count)
        #expect(names.count > 600)
        let known = Set(names)
        var fields = 0
        for type in types {
            #expect(
                (type["fields"] == .null) == (type["kind"]?.scalarText != "OBJECT"), "\(type["name"]?.scalarText ?? "")"
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

    @Test func introspectionMatchesExecution() throws {
        let schema = try schema()
        #expect(schema["queryType"] == ["name": "QueryType"])
        #expect(schema["mutationType"] == ["name": "MutationType"])
        #expect(schema["subscriptionType"] == .null)
        let directives = SandboxClient.elements(schema["directives"] ?? .null).compactMap { $0["name"]?.scalarText }
        #expect(directives == ["include", "skip", "defer", "source"])
        var types: [String: [String]] = [:]
        for type in SandboxClient.elements(schema["types"] ?? .null) {
            types[type["name"]?.scalarText ?? ""] = SandboxClient.elements(type["fields"] ?? .null).compactMap {
                $0["name"]?.scalarText
            }
        }
        #expect(types["QueryType"] == ["GlideRecord_Query", "GlideAggregateRecord_Query"])
        #expect(types["MutationType"] == ["GlideRecord_Mutation"])
        let tables = types["GlideRecord_QueryType"] ?? []
        #expect(tables.contains("incident") && tables.contains("sys_dictionary"))
        let mutations = types["GlideRecord_MutationType"] ?? []
        let derived = ["sys_dictionary", "sys_choice", "sys_db_object", "sys_documentation", "sys_glide_object"]
        let written = tables.filter { !derived.contains($0) }
        let expected: [String] = written.flatMap { table in ["insert_", "update_", "delete_"].map { $0 + table } }
        #expect(mutations == expected)
        #expect(types["GlideRecord_TableResultsType_sys_journal_field"]?.contains("element_id") == true)
    }
}
