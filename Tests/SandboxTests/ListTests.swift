import ExchangeModel
import Notation
import Testing

struct ListTests {
    @Test func incidentHasTheRecordedColumnsInTheRecordedOrder() throws {
        let record = try SandboxClient().read("/api/now/table/incident?sysparm_limit=1")["result"]?[0]
        let names = SandboxClient.names(record)
        #expect(names.count == 92)
        #expect(
            names.prefix(7) == [
                "parent", "made_sla", "caused_by", "watch_list", "upon_reject", "sys_updated_on", "child_incidents",
            ])
        #expect(names.suffix(4) == ["upon_approval", "correlation_id", "location", "category"])
    }

    @Test func requestedFieldsAreReturnedAndUnknownOnesIgnored() throws {
        let client = try SandboxClient()
        let target =
            """
            /api/now/v2/table/sys_user?user_name=john.doe&sysparm_fields=user_name,nosuch,first_name,last_name,\
            sys_id,user_name,manager.nosuch
            """
        #expect(
            try client.get(target)
                == #"""
                {"result":[{"user_name":"john.doe","first_name":"John","last_name":"Doe",\#
                "sys_id":"ea2bc1b14f4212008a5ab895f110c7d1"}]}
                """#
        )
    }

    @Test func seedRecordsExist() throws {
        let client = try SandboxClient()
        let fields = "sysparm_fields=sys_class_name,number,short_description,sys_created_on"
        #expect(
            try client.get(
                """
                /api/now/table/task?sysparm_query=assigned_to=javascript:gs.getUserID()%5Eactive=true%5EORDERBYsys\
                _created_on&\(fields)
                """
            )
                == #"""
                {"result":[{"sys_class_name":"problem","number":"PRB0000011","short_description":"Unknown source \#
                of outage","sys_created_on":"2014-02-04 04:58:15"},
                """#
                    + #"""
                    {"sys_class_name":"incident","number":"INC0010021","short_description":"my computer doesn't work",\#
                    "sys_created_on":"2015-10-14 07:45:55"},
                    """#
                    + #"""
                    {"sys_class_name":"problem","number":"PRB0040010","short_description":"Getting NPE stack trace \#
                    accessing link","sys_created_on":"2016-03-07 23:47:43"}]}
                    """#
        )
        for (table, sysID) in [
            ("incident", "061c92d26f030200d7aecd9c5d3ee4f8"), ("problem", "d7296d02c0a801670085e737da016e70"),
            ("problem", "fb9620914fc212008a5ab895f110c7c4"),
        ] {
            #expect(try client.read("/api/now/table/\(table)/\(sysID)")["result"]?["sys_id"]?.scalarText == sysID)
        }
    }

    @Test func valueFormatsMatchInstance() throws {
        let client = try SandboxClient()
        let base =
            """
            /api/now/table/incident/061c92d26f030200d7aecd9c5d3ee4f8?sysparm_fields=state,active,opened_at,\
            assigned_to,parent,hold_reason,sla_due,reassignment_count,sys_class_name
            """
        let john = "ea2bc1b14f4212008a5ab895f110c7d1"
        let link = "http://sandbox.localhost/api/now/table/sys_user/" + john
        #expect(
            try client.get(base)
                == #"""
                {"result":{"state":"2","active":"true","opened_at":"2015-10-14 07:45:55",\#
                "assigned_to":{"link":"\#(link)","value":"\#(john)"},"parent":"","hold_reason":"","sla_due":"",\#
                "reassignment_count":"1","sys_class_name":"incident"}}
                """#
        )
        #expect(
            try client.get(base + "&sysparm_display_value=true")
                == #"""
                {"result":{"state":"In Progress","active":"true","opened_at":"2015-10-14 00:45:55",\#
                "assigned_to":{"display_value":"John Doe","link":"\#(link)"},"parent":"","hold_reason":"",\#
                "sla_due":"UNKNOWN","reassignment_count":"1","sys_class_name":"Incident"}}
                """#
        )
        #expect(
            try client.get(base + "&sysparm_display_value=all")
                == #"""
                {"result":{"state":{"display_value":"In Progress","value":"2"},"active":{"display_value":"true",\#
                "value":"true"},"opened_at":{"display_value":"2015-10-14 00:45:55","value":"2015-10-14 07:45:55"},
                """#
                    + #"""
                    "assigned_to":{"display_value":"John Doe","link":"\#(link)","value":"\#(john)"},\#
                    "parent":{"display_value":"","value":""},"hold_reason":{"display_value":null,"value":""},
                    """#
                    + #"""
                    "sla_due":{"display_value":"UNKNOWN","value":""},"reassignment_count":{"display_value":"1",\#
                    "value":"1"},"sys_class_name":{"display_value":"Incident","value":"incident"}}}
                    """#
        )
    }

    @Test func referenceLinksCanBeExcluded() throws {
        let client = try SandboxClient()
        let base =
            """
            /api/now/table/incident/061c92d26f030200d7aecd9c5d3ee4f8?sysparm_fields=assigned_to,\
            assigned_to.company&sysparm_exclude_reference_link=true
            """
        let (john, acme) = ("ea2bc1b14f4212008a5ab895f110c7d1", "31bea3d53790200044e0bfc8bcbe5dec")
        #expect(try client.get(base) == #"{"result":{"assigned_to":"\#(john)","assigned_to.company":"\#(acme)"}}"#)
        #expect(
            try client.get(base + "&sysparm_display_value=true")
                == #"{"result":{"assigned_to":"John Doe","assigned_to.company":"ACME North America"}}"#)
        #expect(
            try client.get(base + "&sysparm_display_value=all")
                == #"""
                {"result":{"assigned_to":{"display_value":"John Doe","value":"\#(john)"},\#
                "assigned_to.company":{"display_value":"ACME North America","value":"\#(acme)"}}}
                """#
        )
    }

    @Test func linksUseRequestedVersion() throws {
        let client = try SandboxClient()
        for version in ["", "/v1", "/v2"] {
            let record = try client.read(
                "/api/now\(version)/table/incident/061c92d26f030200d7aecd9c5d3ee4f8?sysparm_fields=sys_domain")
            #expect(
                record["result"]?["sys_domain"] == [
                    "link": .string("http://sandbox.localhost/api/now\(version)/table/sys_user_group/global"),
                    "value": "global",
                ])
        }
    }

    @Test func displayValuesMatchInstance() throws {
        let client = try SandboxClient()
        let id = try client.create(
            "incident",
            #"""
            {"calendar_stc":"102197","calendar_duration":"1970-01-02 04:23:17","business_duration":"1970-01-01 \#
            08:00:00","watch_list":"ea2bc1b14f4212008a5ab895f110c7d1,62826bf03710200044e0bfc8bcbe5df1",\#
            "cmdb_ci":"00000000000000000000000000000000"}
            """#
        )
        let fields = "sysparm_fields=calendar_stc,calendar_duration,business_duration,watch_list,cmdb_ci"
        #expect(
            try client.get(
                "/api/now/table/incident/\(id)?\(fields)&sysparm_display_value=true&sysparm_exclude_reference_link=true"
            )
                == #"""
                {"result":{"calendar_stc":"102,197","calendar_duration":"1 Day 4 Hours 23 Minutes",\#
                "business_duration":"8 Hours","watch_list":"John Doe, Abel Tuter","cmdb_ci":""}}
                """#
        )
        let company = try client.read(
            """
            /api/now/table/core_company/31bea3d53790200044e0bfc8bcbe5dec?sysparm_fields=revenue_per_year&\
            sysparm_display_value=all
            """
        )
        #expect(
            company["result"]?["revenue_per_year"]?.compact
                == #"""
                {"display_value":"$125,000,000.50","currency_display_value":"USD;125000000.5",\#
                "value":"125000000.5"}
                """#
        )
        let user = try client.read(
            "/api/now/table/sys_user?user_name=john.doe&sysparm_fields=user_password&sysparm_display_value=all")
        #expect(user["result"]?[0]?.compact == #"{"user_password":{"display_value":"********","value":""}}"#)
    }

    @Test func columnParametersMatchExactlyOrByDisplayValue() throws {
        let client = try SandboxClient()
        func numbers(_ pairs: String) throws -> [String] {
            SandboxClient.elements(
                try client.read("/api/now/table/incident?\(pairs)&sysparm_fields=number")["result"] ?? .null
            )
            .compactMap { $0["number"]?.scalarText }
        }
        #expect(try numbers("assigned_to=John+Doe") == ["INC0010021"])
        #expect(
            try numbers("assigned_to=ea2bc1b14f4212008a5ab895f110c7d1&state=In+Progress&active=true") == ["INC0010021"])
        #expect(try numbers("assigned_to=John+Doe&state=Closed") == [])
        #expect(try numbers("number=INC0010021&nosuchcolumn=1") == ["INC0010021"])
        #expect(try numbers("number=INC0010021&sysparm_query=number=INC0010022") == ["INC0010022"])
        #expect(try numbers("number=INC001002") == [])
    }

    @Test func rowsHaveNaturalOrder() throws {
        let client = try SandboxClient()
        let users = try client.list("sys_user", "", "sys_id")
        #expect(users == users.sorted() && users.count > 40)
        // The first ones, followed by those of the previous year.
        let incidents = try client.list("incident", "", "number", limit: 1000)
        #expect(incidents.count == 440)
        #expect(Array(incidents.prefix(200)) == incidents.prefix(200).sorted() && incidents.first == "INC0010001")
        #expect(Array(incidents.dropFirst(200)) == incidents.dropFirst(200).sorted())
    }

    @Test func everyTableCanBeListed() throws {
        let client = try SandboxClient()
        let tables = SandboxClient.elements(try client.read("/api/now/doc/table/schema")["result"] ?? .null).compactMap
        {
            $0["value"]?.scalarText
        }
        #expect(tables.count == 170)
        // Each table in one form, each form of many tables: how values are shown does not depend on the table.
        for (number, table) in tables.enumerated() {
            let form = ["false", "true", "all"][number % 3]
            let response = try client.ask(.get, "/api/now/table/\(table)?sysparm_display_value=\(form)")
            // Read in place: as values, the rows of all tables would take half of the run time.
            let result = try JSONDocument(response.body).root["result"]
            let first = result?[0]?.members.map(\.name) ?? []
            #expect(response.status == 200 && !first.isEmpty, "\(table)")
            let others = result?.elements.count { $0.members.map(\.name) != first }
            #expect(others == 0, "\(table): all rows have the same keys")
            #expect(response.headers["X-Total-Count"] == (result?.count).map { String($0) }, "\(table)")
        }
    }

    @Test func unusualTextRoundTrips() throws {
        let client = try SandboxClient()
        #expect(
            try client.list("incident", "short_descriptionSTARTSWITHMy password^ORDERBYnumber", "short_description")
                .first == "My password does not work")
        for text in [
            "🖨️ Printer on fire 🔥🔥", "<b>Bold</b> & <script>alert(1)</script> in a title",
            "\"Quoted\" title, with commas, and 'apostrophes'", "המדפסת לא מדפיסה", "  Leading and trailing spaces  ",
        ] {
            #expect(try client.list("incident", "short_description=\(text)", "short_description").contains(text))
        }
        #expect(
            try client.list("incident", "descriptionLIKESecond line", "description").first
                == "First line\nSecond line\n\n\tAn indented line\r\nA line of another system")
    }

    @Test func parameterValuesAreCaseInsensitive() throws {
        let client = try SandboxClient()
        let base = "/api/now/table/sys_user?user_name=john.doe&sysparm_fields=department,active"
        let links = "sysparm_exclude_reference_link"
        #expect(
            try client.get(base + "&sysparm_display_value=True&\(links)=True")
                == client.get(base + "&sysparm_display_value=true&\(links)=true"))
        #expect(
            try client.get(base + "&sysparm_display_value=False&\(links)=False")
                == client.get(base + "&sysparm_display_value=false&\(links)=false"))
        #expect(try client.ask(.get, base + "&sysparm_no_count=True").headers["X-Total-Count"] == nil)
    }
}
