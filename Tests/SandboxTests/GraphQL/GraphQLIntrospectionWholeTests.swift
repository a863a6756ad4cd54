import ExchangeModel
import Notation
import Testing

/// The whole type system, asked for as the usual tools ask for it.
struct GraphQLIntrospectionWholeTests {
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
        let visit = try Visit()
        for name in ["introspection_enabled", "glide_record_schema.introspection_enabled"] {
            let id = try visit.list("sys_properties", "name=glide.graphql." + name, "sys_id").first ?? ""
            _ = try visit.ask(.patch, "/api/now/table/sys_properties/" + id, body: #"{"value":"true"}"#)
        }
        return try JSON(JSONDocument(visit.graphQL(Self.document)).root)["data"]?["__schema"] ?? .null
    }

    /// The name inside a reference to a type.
    private func name(_ reference: JSON?) -> String? {
        guard let reference, reference != .null else { return nil }
        let name = reference["name"]?.scalarText ?? ""
        return name.isEmpty ? self.name(reference["ofType"]) : name
    }

    @Test func everyTypeThatIsNamedIsThereOnce() throws {
        let types = Visit.elements(try schema()["types"] ?? .null)
        let names = types.compactMap { $0["name"]?.scalarText }
        #expect(names.count == types.count && Set(names).count == names.count)
        #expect(names.count > 600)
        let known = Set(names)
        var fields = 0
        for type in types {
            #expect(
                (type["fields"] == .null) == (type["kind"]?.scalarText != "OBJECT"), "\(type["name"]?.scalarText ?? "")"
            )
            let members = Visit.elements(type["fields"] ?? .null)
            let arguments: [JSON] = members.flatMap { Visit.elements($0["args"] ?? .null) }
            let inputs: [JSON] = Visit.elements(type["inputFields"] ?? .null) + arguments
            let used: [String] = (members + inputs).map { name($0["type"]) ?? "none" }
            for used in used where !known.contains(used) {
                Issue.record("\(used), of \(type["name"]?.scalarText ?? ""), is missing")
            }
            fields += members.count
        }
        #expect(fields > 10_000)
    }

    @Test func itNamesWhatCanBeAsked() throws {
        let schema = try schema()
        #expect(schema["queryType"] == ["name": "QueryType"])
        #expect(schema["mutationType"] == ["name": "MutationType"])
        #expect(schema["subscriptionType"] == .null)
        let directives = Visit.elements(schema["directives"] ?? .null).compactMap { $0["name"]?.scalarText }
        #expect(directives == ["include", "skip", "defer", "source"])
        var types: [String: [String]] = [:]
        for type in Visit.elements(schema["types"] ?? .null) {
            types[type["name"]?.scalarText ?? ""] = Visit.elements(type["fields"] ?? .null).compactMap {
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
