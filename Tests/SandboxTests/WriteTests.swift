import ExchangeModel
import Notation
import Testing

struct WriteTests {
    @Test func newRecordIsNumberedStampedAndCompleted() throws {
        let client = try SandboxClient()
        let fields =
            """
            sysparm_fields=number,task_effective_number,short_description,state,incident_state,impact,urgency,\
            priority,active,opened_at,opened_by,sys_created_on,sys_created_by,sys_updated_on,sys_mod_count,\
            sys_class_name,category&sysparm_exclude_reference_link=true
            """
        let response = try client.ask(
            .post, "/api/now/table/incident?" + fields,
            body:
                #"""
                {"short_description":"Printer on fire","urgency":2,"impact":"1","nosuchcolumn":"x",\#
                "sys_created_by":"mallory"}
                """#
        )
        #expect(response.status == 201)
        #expect(
            response.text
                == #"""
                {"result":{"number":"INC0010201","task_effective_number":"INC0010201",\#
                "short_description":"Printer on fire","state":"1","incident_state":"1","impact":"1","urgency":"2",\#
                "priority":"2","active":"true",
                """#
                    + #"""
                    "opened_at":"2025-03-03 16:00:01","opened_by":"ea2bc1b14f4212008a5ab895f110c7d1",\#
                    "sys_created_on":"2025-03-03 16:00:01","sys_created_by":"john.doe","sys_updated_on":"2025-03-03 \#
                    16:00:01","sys_mod_count":"0","sys_class_name":"incident","category":"inquiry"}}
                    """#
        )
        let location = try #require(response.headers["Location"])
        #expect(location.hasPrefix("http://sandbox.localhost/api/now/table/incident/"))
        let again = try client.read(String(location.dropFirst("http://sandbox.localhost".count)))
        #expect(again["result"]?["number"]?.scalarText == "INC0010201")
        #expect(try client.list("task", "number=INC0010201", "sys_class_name") == ["incident"])
        #expect(
            try client.ask(.post, "/api/now/table/incident?sysparm_fields=number", body: "{}").text
                == #"{"result":{"number":"INC0010202"}}"#)
    }

    @Test func givenSysIDIsUsedOnce() throws {
        let client = try SandboxClient()
        let id = "00112233445566778899aabbccddeeff"
        #expect(try client.create("problem", "{\"sys_id\":\"\(id)\"}") == id)
        #expect(try client.ask(.post, "/api/now/table/incident", body: "{\"sys_id\":\"\(id)\"}").status == 403)
        #expect(try client.create("problem", #"{"sys_id":"no identifier'; DROP TABLE task"}"#).utf8.count == 32)
    }

    @Test(arguments: [HTTPMethod.put, .patch])
    func updateLeavesOmittedColumnsAlone(method: HTTPMethod) throws {
        let client = try SandboxClient()
        let path = "/api/now/table/incident/061c92d26f030200d7aecd9c5d3ee4f8"
        let before = try client.read(path)
        let after = try client.ask(method, path, body: #"{"short_description":"my computer works","cmdb_ci":""}"#)
        #expect(after.status == 200)
        let changed = zip(SandboxClient.names(before["result"]), SandboxClient.names(after.json["result"])).filter {
            before["result"]?[$0.0] != after.json["result"]?[$0.1]
        }.map(\.0)
        #expect(changed == ["sys_updated_on", "sys_updated_by", "cmdb_ci", "short_description", "sys_mod_count"])
        #expect(after.json["result"]?["cmdb_ci"] == "")
        #expect(after.json["result"]?["sys_updated_by"] == "john.doe")
        #expect(try client.read(path) == after.json)
    }

    @Test func emptyUpdateIsNotAnUpdate() throws {
        let client = try SandboxClient()
        let path = "/api/now/table/incident/061c92d26f030200d7aecd9c5d3ee4f8"
        let before = try client.read(path)
        #expect(
            try client.ask(
                .patch, path,
                body:
                    #"""
                    {"state":"2","short_description":"my computer doesn't work",\#
                    "sys_id":"ffffffffffffffffffffffffffffffff"}
                    """#
            ).json == before)
    }

    @Test func stateChangesHaveEffects() throws {
        let client = try SandboxClient()
        let id = try client.create("incident", #"{"impact":"1","urgency":"1"}"#)
        let path =
            """
            /api/now/table/incident/\(id)?sysparm_fields=state,incident_state,active,priority,resolved_by,\
            closed_at,resolved_at&sysparm_exclude_reference_link=true
            """
        #expect(
            try client.ask(
                .patch, path, body: #"{"state":"6","close_code":"Solved (Permanently)","close_notes":"Replaced"}"#
            )
            .text
                == #"""
                {"result":{"state":"6","incident_state":"6","active":"true","priority":"1",\#
                "resolved_by":"ea2bc1b14f4212008a5ab895f110c7d1","closed_at":"","resolved_at":"2025-03-03 \#
                16:00:02"}}
                """#
        )
        #expect(
            try client.ask(.patch, path, body: #"{"incident_state":"7","impact":"3"}"#).text
                == #"""
                {"result":{"state":"7","incident_state":"7","active":"false","priority":"3",\#
                "resolved_by":"ea2bc1b14f4212008a5ab895f110c7d1","closed_at":"2025-03-03 16:00:03",\#
                "resolved_at":"2025-03-03 16:00:02"}}
                """#
        )
    }

    @Test func journalsAreStoredAsEntries() throws {
        let client = try SandboxClient()
        let id = try client.create("incident", #"{"work_notes":"first\nnote","comments":"hello"}"#)
        let path = "/api/now/table/incident/\(id)?sysparm_fields=comments,work_notes,comments_and_work_notes"
        #expect(
            try client.ask(.patch, path, body: #"{"work_notes":"a later note"}"#).text
                == #"{"result":{"comments":"","work_notes":"","comments_and_work_notes":""}}"#)
        let shown = try client.read(path + "&sysparm_display_value=true")["result"]
        #expect(shown?["comments"]?.scalarText == "2025-03-03 08:00:01 - John Doe (Additional comments)\nhello\n\n")
        #expect(
            shown?["work_notes"]?.scalarText
                == """
                2025-03-03 08:00:02 - John Doe (Work notes)\na later note\n\n2025-03-03 08:00:01 - John Doe (Work \
                notes)\nfirst\nnote\n\n
                """
        )
        let entries = try client.read(
            """
            /api/now/table/sys_journal_field?sysparm_query=element_id=\(id)%5EORDERBYDESCsys_created_on&\
            sysparm_limit=1&sysparm_fields=element,name,value,sys_created_by,sys_created_on
            """
        )
        #expect(
            entries.compact
                == #"""
                {"result":[{"element":"work_notes","name":"incident","value":"a later note",\#
                "sys_created_by":"john.doe","sys_created_on":"2025-03-03 16:00:02"}]}
                """#
        )
        #expect(try client.list("incident", "work_notesLIKElater note", "sys_id") == [id])
    }

    @Test func displayValuesCanBeWritten() throws {
        let client = try SandboxClient()
        let response = try client.ask(
            .post,
            """
            /api/now/table/incident?sysparm_input_display_value=true&sysparm_fields=assigned_to,state,due_date&\
            sysparm_exclude_reference_link=true
            """,
            body: #"{"assigned_to":"Abel Tuter","state":"On Hold","due_date":"2025-07-01 08:00:00"}"#)
        #expect(
            response.text
                == #"""
                {"result":{"assigned_to":"62826bf03710200044e0bfc8bcbe5df1","state":"3","due_date":"2025-07-01 \#
                15:00:00"}}
                """#
        )
    }

    @Test func valuesAreConverted() throws {
        let client = try SandboxClient()
        let long = String(repeating: "ü", count: 200)
        let response = try client.ask(
            .post,
            """
            /api/now/table/incident?sysparm_fields=short_description,order,due_date,knowledge,reopen_count,\
            description
            """,
            body:
                """
                {"short_description":"\(long)","order":"many","due_date":"tomorrow",\
                "knowledge":true,"reopen_count":3,"description":null}
                """
        )
        #expect(
            response.text
                == #"""
                {"result":{"short_description":"\#(String(repeating: "ü", count: 160))","order":"","due_date":"",\#
                "knowledge":"true","reopen_count":"3","description":""}}
                """#
        )
    }

    @Test func missingBodyIsEmptyRecord() throws {
        let client = try SandboxClient()
        for headers in [[:], ["Content-Type": "application/json"]] as [HeaderFields] {
            let made = try client.ask(.post, "/api/now/table/incident", headers: headers)
            #expect(made.status == 201 && made.json["result"]?["state"] == "1")
            let path = "/api/now/table/incident/" + (made.json["result"]?["sys_id"]?.scalarText ?? "")
            let same = try client.ask(.patch, path, body: "", headers: headers)
            #expect(same.status == 200 && same.json == made.json)
        }
    }

    @Test(arguments: [
        ("2021-07-15T08:00:00", "2021-07-15 08:00:00"), ("2021-07-15T08:00:00Z", "2021-07-15 08:00:00"),
        ("2021-07-15T08:00:00.123Z", "2021-07-15 08:00:00"), ("2021-07-15T01:30:00+02:00", "2021-07-14 23:30:00"),
        ("2021-07-15T08:00:00-0330", "2021-07-15 11:30:00"), ("2021-07-15T08:00", ""), ("2021-07-15T08:00:00X", ""),
        ("2021-02-30T08:00:00Z", ""), ("2021-07-15 08:00:00", "2021-07-15 08:00:00"),
    ])
    func isoTimesAreAccepted(given: String, stored: String) throws {
        let fields = "sysparm_fields=due_date,work_start"
        let made = try SandboxClient().ask(
            .post, "/api/now/table/incident?" + fields, body: #"{"due_date":"\#(given)","work_start":"\#(given)"}"#)
        #expect(made.text == #"{"result":{"due_date":"\#(stored)","work_start":"\#(stored)"}}"#)
        let article = try SandboxClient().ask(
            .post, "/api/now/table/kb_knowledge?sysparm_fields=valid_to", body: #"{"valid_to":"\#(given)"}"#)
        #expect(article.text == #"{"result":{"valid_to":"\#(stored.prefix(10))"}}"#)
    }

    @Test func firstOfSeveralRecordsIsUsed() throws {
        let client = try SandboxClient()
        for body in [#"[{"name":"one"},{"name":"two"}]"#, #"{"records":[{"name":"one"},{"name":"two"}]}"#] {
            #expect(
                try client.ask(.post, "/api/now/table/cmn_department?sysparm_fields=name", body: body).text
                    == #"{"result":{"name":"one"}}"#)
        }
        #expect(try client.count("cmn_department", "name=one") == "2")
        #expect(try client.count("cmn_department", "name=two") == "0")
    }

    @Test func deletedRecordIsGone() throws {
        let client = try SandboxClient()
        let id = try client.create("incident", "{}")
        let response = try client.ask(.delete, "/api/now/table/task/\(id)")
        #expect(response.status == 204 && response.body.isEmpty && response.headers["Content-Type"] == nil)
        #expect(try client.ask(.get, "/api/now/table/incident/\(id)").status == 404)
        #expect(try client.ask(.delete, "/api/now/table/incident/\(id)").status == 404)
    }

    @Test func methodCanBeOverriddenAndTheBodySuppressed() throws {
        let client = try SandboxClient()
        let path = "/api/now/table/incident/061c92d26f030200d7aecd9c5d3ee4f8"
        let response = try client.ask(
            .post, path, body: #"{"urgency":"1"}"#, headers: ["X-HTTP-Method-Override": "PATCH"])
        #expect(response.status == 200 && response.json["result"]?["urgency"] == "1")
        let silent = try client.ask(.patch, path, body: #"{"urgency":"2"}"#, headers: ["X-no-response-body": "true"])
        #expect(silent.body.isEmpty && (200..<300).contains(silent.status))
        let created = try client.ask(
            .post, "/api/now/table/incident", body: "{}", headers: ["X-no-response-body": "true"])
        #expect(created.status == 201 && created.body.isEmpty && created.headers["Location"] != nil)
    }

    @Test func userNameAndPasswordAreUpdated() throws {
        var client = try SandboxClient()
        _ = try client.create(
            "sys_user", #"{"user_name":"new.one","first_name":"New","last_name":"One","user_password":"correct horse"}"#
        )
        #expect(try client.list("sys_user", "user_name=new.one", "name") == ["New One"])
        client.user = "new.one:correct horse"
        #expect(try client.read("/api/now/ui/user/current_user")["result"]?["user_display_name"] == "New One")
        client.user = "new.one:Correct horse"
        #expect(try client.ask(.get, "/api/now/ui/user/current_user").status == 401)
    }

    @Test func twoSandboxesOfOneSeedAreTheSame() throws {
        func contents() throws -> String {
            let client = try SandboxClient()
            let id = try client.create("incident", #"{"work_notes":"x"}"#)
            return try id + client.get("/api/now/table/task") + client.get("/api/now/table/sys_journal_field")
                + client.get("/api/now/table/sys_dictionary?sysparm_limit=50")
        }
        #expect(try contents() == contents())
    }

    @Test func entriesFollowShippedOnes() throws {
        let early = try SandboxClient(), late = try SandboxClient()
        let body = #"{"short_description":"new","work_notes":"the last"}"#
        _ = try late.list("sys_journal_field", "", "value", limit: 1)
        _ = try late.create("incident", body)
        _ = try early.create("incident", body)
        let target = "/api/now/table/sys_journal_field?sysparm_limit=2000"
        #expect(try early.get(target) == late.get(target))
        #expect(try early.list("sys_journal_field", "", "value", limit: 2000).last == "the last")
    }

    @Test func textIsTruncatedByUnicodeCharacters() throws {
        let client = try SandboxClient()
        let text = "a" + String(repeating: "\u{301}", count: 10_000)
        let id = try client.create("incident", JSON.object([.init("short_description", .string(text))]).compact)
        let kept = try client.read("/api/now/table/incident/" + id)["result"]?["short_description"]?.scalarText
        #expect(kept?.unicodeScalars.count == 160)
    }
}
