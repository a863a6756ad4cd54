import ExchangeModel
import Notation
import Testing

struct GraphQLMutationRefusalTests {
    private let id = "00112233445566778899aabbccddeeff"

    /// One entry of `errors`.
    private func error(_ field: String, _ reason: String) -> JSON {
        let message = "Exception encountered processing path: /GlideRecord_Mutation/\(field) - " + reason
        let path: [JSON] = ["GlideRecord_Mutation", .string(field)]
        return .object([
            .init("message", .string(message)), .init("path", .array(path)),
            .init("errorType", "DataFetchingException"),
        ])
    }

    /// An answer with these members of `GlideRecord_Mutation` and these errors.
    private func answer(_ members: [JSON.Member], _ errors: [JSON]) -> String {
        let data: JSON = .object([.init("GlideRecord_Mutation", .object(members))])
        return JSON.object([.init("data", data), .init("errors", .array(errors))]).compact
    }

    /// The answer when one field of `GlideRecord_Mutation` fails.
    private func failed(_ field: String, _ reason: String) -> String {
        answer([.init(field, .null)], [error(field, reason)])
    }

    private func mutate(_ visit: Visit, _ field: String) throws -> String {
        try visit.graphQL("mutation { GlideRecord_Mutation { \(field) } }")
    }

    @Test func aRecordThatIsNotThereIsNotFound() throws {
        let visit = try Visit()
        let reason = "No Record found Record doesn't exist or ACL restricts the record retrieval"
        #expect(
            try mutate(visit, #"update_incident(sys_id: "none", state: "2") { sys_id { value } }"#)
                == failed("update_incident", reason))
        #expect(
            try mutate(visit, "update_incident(state: \"2\") { sys_id { value } }") == failed("update_incident", reason)
        )
        #expect(
            try mutate(visit, #"a: delete_incident(sys_id: "none") { sys_id }"#) == failed("a", reason))
        // A record of another table, and one that the user may not read.
        let user = try visit.list("sys_user", "user_name=abel.tuter", "sys_id").first ?? ""
        #expect(
            try mutate(visit, "delete_incident(sys_id: \"\(user)\") { sys_id }") == failed("delete_incident", reason))
        let foreign = try visit.list("incident", "caller_id.user_name!=joe.employee^active=true", "sys_id", limit: 1)
        #expect(
            try mutate(Visit("joe.employee:password"), "delete_incident(sys_id: \"\(foreign[0])\") { sys_id }")
                == failed("delete_incident", reason))
    }

    @Test func rightsAreThoseOfTheTableAPI() throws {
        let visit = try Visit("joe.employee:password")
        for (field, name, word) in [
            (#"insert_problem(short_description: "no") { number { value } }"#, "insert_problem", "Insert"),
            (#"insert_sys_properties(name: "x") { name { value } }"#, "insert_sys_properties", "Insert"),
        ] {
            #expect(
                try mutate(visit, field)
                    == failed(
                        name, "Operation Failed ACL Exception \(word) Failed due to security constraints"))
        }
        #expect(
            try mutate(visit, #"insert_sys_script(name: "x") { name { value } }"#)
                == """
                {"data":{"GlideRecord_Mutation":{"insert_sys_script":null}},"errors":[{"message":\
                "Insufficient rights to query records","path":["GlideRecord_Mutation","insert_sys_script"],\
                "errorType":"DataFetchingException"}]}
                """)
        // His own incident he may change, but neither its state nor may he delete it; what is not his to write is left.
        let own =
            try mutate(visit, #"insert_incident(sys_id: "\#(id)", short_description: "mine") { state { value } }"#)
        #expect(own == #"{"data":{"GlideRecord_Mutation":{"insert_incident":{"state":{"value":"1"}}}}}"#)
        #expect(
            try mutate(
                visit,
                """
                update_incident(sys_id: "\(id)", state: "2", short_description: "told") { state { value canWrite }
                  short_description { value canWrite } work_notes { value canRead } _row_data { canWrite canDelete } }
                """)
                    == """
                    {"data":{"GlideRecord_Mutation":{"update_incident":{"state":{"value":"1","canWrite":false},\
                    "short_description":{"value":"told","canWrite":true},"work_notes":{"value":null,"canRead":false},\
                    "_row_data":{"canWrite":true,"canDelete":false}}}}}
                    """)
        #expect(
            try mutate(visit, "delete_incident(sys_id: \"\(id)\") { sys_id }")
                == failed(
                    "delete_incident", "Operation Failed ACL Exception Delete Failed due to security constraints"))
    }

    @Test func policiesAndBusinessRulesUndoOneFieldAndNoOther() throws {
        let visit = try Visit()
        let before = try visit.list("incident", "ORDERBYDESCnumber", "number", limit: 1)
        let told = try mutate(
            visit,
            """
            a: insert_problem(sys_id: "\(id)", short_description: "stays") { number { value } }
            b: insert_incident(parent: "0123456789abcdef0123456789abcdef",
              sys_id: "0123456789abcdef0123456789abcdef", work_notes: "undone") { number { value } }
            c: insert_incident(state: "7") { number { value } }
            d: update_problem(sys_id: "\(id)", short_description: "changed") { short_description { value } }
            """)
        let rule = """
            Operation Failed Operation against file 'incident' was aborted by Business Rule \
            'Prevent Recursion^e1ac22b10a0a0b5000e9a0d1a4d37c12'. Business Rule Stack:Prevent Recursion
            """
        let policy = """
            Operation Failed Data Policy Exception: \n\tThe following fields are mandatory: Resolution code, Close notes
            """
        let members: [JSON.Member] = [
            .init("a", ["number": ["value": "PRB0040029"]]), .init("b", .null), .init("c", .null),
            .init("d", ["short_description": ["value": "changed"]]),
        ]
        #expect(told == answer(members, [error("b", rule), error("c", policy)]))
        #expect(try visit.list("incident", "ORDERBYDESCnumber", "number", limit: 1) == before)
        #expect(try visit.count("sys_journal_field", "value=undone") == "0")
    }

    /// Whatever is wrong with a document is found before anything is written.
    @Test(arguments: [
        "nosuch(sys_id: \"x\") { sys_id }", "delete_nosuch(sys_id: \"x\") { sys_id }",
        "update_sys_dictionary(sys_id: \"x\") { sys_id { value } }",
        "insert_sys_choice(value: \"x\") { sys_id { value } }", "insert_incident(short_description: \"x\") { nosuch }",
        "insert_incident(short_description: \"x\") { sys_id { nosuch } }",
        "insert_incident(nosuch: \"x\") { sys_id { value } }", "insert_incident(impact: 1) { sys_id { value } }",
        "insert_incident(active: true) { sys_id { value } }", "insert_incident(short_description: \"x\")",
        "delete_problem(sys_id: \"x\", number: \"x\") { sys_id }", "insert_incident { ...Nothing }",
    ])
    func aWrongDocumentWritesNothing(field: String) throws {
        let visit = try Visit()
        let answer = try mutate(visit, "made: insert_problem(sys_id: \"\(id)\") { sys_id { value } } \(field)")
        #expect(answer.hasPrefix(#"{"data":null,"errors":[{"message":"Validation error ("#), "\(answer)")
        #expect(try visit.count("problem", "sys_id=" + id) == "0")
    }

    @Test func aMutationIsNotSentWithGet() throws {
        let visit = try Visit()
        let query = "mutation { GlideRecord_Mutation { insert_problem(sys_id: \"\(id)\") { sys_id { value } } } }"
        #expect(
            try visit.get("/api/now/graphql?query=" + PercentCoding.encode(query))
                == Visit.refused("A mutation cannot be sent with GET", "OperationNotSupported"))
        #expect(try visit.count("problem", "sys_id=" + id) == "0")
    }

    @Test func aQueryHasNoMutations() throws {
        #expect(
            try Visit().graphQL("{ GlideRecord_Mutation { delete_incident(sys_id: \"x\") { sys_id } } }").hasPrefix(
                #"{"data":null,"errors":[{"message":"Validation error (FieldUndefined@[GlideRecord_Mutation]) : "#))
        #expect(
            try Visit().graphQL("mutation { GlideRecord_Query { incident { _rowCount } } }").hasPrefix(
                #"{"data":null,"errors":[{"message":"Validation error (FieldUndefined@[GlideRecord_Query]) : "#))
    }
}
