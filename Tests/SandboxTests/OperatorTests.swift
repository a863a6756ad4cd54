import Notation
import Testing

/// Operators on column types: which of six known records each condition finds.
struct OperatorTests {
    /// `john` is assigned D and F, `beth` is assigned A; C is empty in every column that allows it.
    private static let john = "ea2bc1b14f4212008a5ab895f110c7d1"
    private static let beth = "46d44a23a9fe19810012d100cca80666"

    private static let client: Result<SandboxClient, any Error> = Result {
        let client = try SandboxClient()
        let rows = [
            #"""
            "correlation_display":"A","short_description":"Alpha one","impact":"1","order":"10",\#
            "due_date":"2025-01-10 08:00:00","expected_start":"2025-01-10 08:00:00","knowledge":"true",\#
            "assigned_to":"\#(beth)","category":"network"
            """#,
            #"""
            "correlation_display":"B","short_description":"Beta 100%_x","impact":"2","order":"9",\#
            "due_date":"2025-01-11 23:59:59","expected_start":"2025-01-11 09:00:00","knowledge":"false",\#
            "category":"software"
            """#,
            #"""
            "correlation_display":"C","short_description":"","impact":"3","order":"","due_date":"","knowledge":"",\#
            "assigned_to":"","category":""
            """#,
            #"""
            "correlation_display":"D","short_description":"alpha TWO","impact":"3","order":"1000",\#
            "due_date":"2025-02-01 12:00:00","expected_start":"2024-12-31 10:00:00","knowledge":"false",\#
            "assigned_to":"\#(john)","category":"Network"
            """#,
            #"""
            "correlation_display":"E","short_description":"It's \"quoted\", \\ here","impact":"2","order":"-5",\#
            "due_date":"2024-02-29 12:00:00","knowledge":"true","assigned_to":"0123456789abcdef0123456789abcdef"
            """#,
            #"""
            "correlation_display":"F","short_description":"日本語 ÄÖÜ 😀","impact":"1","order":"9",\#
            "due_date":"2025-01-10 00:00:00","knowledge":"true","assigned_to":"\#(john)"
            """#,
        ]
        for row in rows { _ = try client.create("incident", "{\"correlation_id\":\"probe\",\(row)}") }
        return client
    }

    private func found(_ query: String) throws -> String {
        try Self.client.get().list("incident", "correlation_id=probe^" + query, "correlation_display").joined()
    }

    @Test(arguments: [
        ("short_description=ALPHA ONE", "A"), ("short_description!=Alpha one", "BDEF"), ("short_description=", "C"),
        ("short_description!=", "ABDEF"), ("short_descriptionLIKEalpha", "AD"),
        ("short_descriptionCONTAINSalpha", "AD"),
        ("short_descriptionNOT LIKEalpha", "BEF"), ("short_descriptionNOT_CONTAINSalpha", "BEF"),
        ("short_descriptionLIKE100%_x", "B"), ("short_descriptionLIKE0_x", ""), ("short_descriptionLIKEe 1%", ""),
        ("short_descriptionLIKE\\", "E"), ("short_descriptionLIKE'", "E"), ("short_descriptionLIKE\"quoted\"", "E"),
        ("short_descriptionSTARTSWITHalpha", "AD"), ("short_descriptionENDSWITHtwo", "D"),
        ("short_descriptionENDSWITHone", "A"),
        ("short_descriptionLIKE日本語", "F"), ("short_descriptionENDSWITH😀", "F"),
        ("short_descriptionISEMPTY", "C"), ("short_descriptionISNOTEMPTY", "ABDEF"),
        ("short_descriptionANYTHING", "ABCDEF"),
        ("short_descriptionEMPTYSTRING", "C"), ("short_descriptionINAlpha one,alpha two", "AD"),
        ("short_descriptionNOT INAlpha one,alpha two", "BEF"), ("short_description>=b", "BEF"),
        ("short_description<b", "AD"),
        ("short_descriptionBETWEENa@c", "ABD"), ("category=network", "AD"), ("categorySAMEAScorrelation_display", ""),
        ("short_descriptionVALCHANGES", ""), ("short_descriptionCHANGESTOx", ""),
    ])
    func text(query: String, expected: String) throws { #expect(try found(query) == expected) }

    @Test(arguments: [
        ("impact=1", "AF"), ("impact!=1", "BCDE"), ("impact>1", "BCDE"), ("impact<=2", "ABEF"), ("impactIN1,3", "ACDF"),
        ("impactNOT IN1,3", "BE"), ("impactBETWEEN1@2", "ABEF"), ("order=9", "BF"), ("order!=9", "ADE"),
        ("order>9", "AD"),
        ("order<0", "E"), ("orderISEMPTY", "C"), ("orderISNOTEMPTY", "ABDEF"), ("orderSTARTSWITH1", "AD"),
        ("orderLIKE0", "AD"),
        ("order=9.0", "BF"), ("order=nine", ""), ("order!=nine", "ABDEF"), ("order=", "C"),
        ("orderGT_FIELDimpact", "ABDF"),
        ("orderLT_FIELDimpact", "E"), ("impactSAMEASurgency", "CD"), ("impactNSAMEASurgency", "ABEF"),
        ("impactGT_OR_EQUALS_FIELDurgency", "CD"), ("impactLT_OR_EQUALS_FIELDurgency", "ABCDEF"),
        ("impact=1 OR 1=1", ""),
    ])
    func numbers(query: String, expected: String) throws { #expect(try found(query) == expected) }

    @Test(arguments: [
        ("knowledge=true", "AEF"), ("knowledge=1", "AEF"), ("knowledge=false", "BD"), ("knowledge!=true", "BCD"),
        ("knowledge!=false", "ACEF"), ("knowledgeISEMPTY", "C"), ("knowledgeINtrue,false", "ABDEF"),
    ])
    func booleans(query: String, expected: String) throws { #expect(try found(query) == expected) }

    @Test(arguments: [
        ("due_date=2025-01-10 08:00:00", "A"), ("due_date=2025-01-10", "AF"), ("due_date!=2025-01-10", "BDE"),
        ("due_date>2025-01-10", "ABD"), ("due_date>=2025-01-10", "ABDF"), ("due_date<2025-01-10 08:00:00", "EF"),
        ("due_date<=2025-01-10 08:00:00", "AEF"), ("due_dateBETWEEN2025-01-10@2025-01-11 23:59:59", "ABF"),
        ("due_dateISEMPTY", "C"), ("due_dateISNOTEMPTY", "ABDEF"), ("due_date>yesterday", ""),
        ("due_date=2025-02-30", ""),
        ("due_dateSAMEASexpected_start@day", "AB"), ("due_dateSAMEASexpected_start", "A"),
        ("due_dateSAMEASexpected_start@month", "AB"),
        ("due_dateSAMEASexpected_start@year", "AB"), ("due_dateGT_FIELDexpected_start", "BD"),
        ("due_dateMORETHANexpected_start@day@after@1", "D"), ("due_dateLESSTHANexpected_start@day@after@1", "AB"),
        ("due_dateDATEPARTFriday@javascript:gs.datePart('dayofweek','friday','EE')", "A"),
        ("due_dateDATEPARTx@javascript:gs.datePart('month','february','EE')", "DE"),
        ("due_dateDATEPARTx@javascript:gs.datePart('year','2025','LT')", "E"),
        (
            """
            due_dateONx@javascript:gs.dateGenerate('2025-01-10','00:00:00')@javascript:gs.dateGenerate('2025-01-11\
            ','23:59:59')
            """,
            "AB"
        ),
        ("due_date<javascript:gs.daysAgo(0)", "ABDEF"), ("due_date>javascript:gs.daysAgoStart(60)", "ABDF"),
        ("due_dateRELATIVEGT@day@ago@40", "D"), ("due_dateRELATIVELT@year@ago@1", "E"),
        ("due_dateRELATIVEGE@month@ago@2", "ABDF"),
        ("due_dateRELATIVEEE@month@ago@1", "D"),
    ])
    func moments(query: String, expected: String) throws { #expect(try found(query) == expected) }

    @Test(arguments: [
        ("assigned_to=\(john)", "DF"), ("assigned_to!=\(john)", "AE"), ("assigned_toISEMPTY", "BC"),
        ("assigned_toISNOTEMPTY", "ADEF"),
        ("assigned_to=", "BC"), ("assigned_toIN\(john),\(beth)", "ADF"), ("assigned_toIN\(beth),", "ABC"),
        ("assigned_toLIKEdoe", "DF"),
        ("assigned_toSTARTSWITHbeth", "A"), ("assigned_toENDSWITHanglin", "A"), ("assigned_toNOT LIKEdoe", "A"),
        ("assigned_to=John Doe", ""),
        ("assigned_to=javascript:gs.getUserID()", "DF"), ("assigned_to.user_name=javascript:gs.getUserName()", "DF"),
        ("assigned_toDYNAMIC90d1921e5f510100a9ad2572f2b477fe", "DF"), ("assigned_to.name=beth anglin", "A"),
        ("assigned_to.nameISEMPTY", "BCE"), ("assigned_to.company.nameLIKEacme", "ADF"),
        ("opened_byNSAMEASassigned_to", "AE"),
        ("opened_bySAMEASassigned_to", "DF"), ("opened_by.manager.company.name!=nobody", "ABCDEF"),
        ("assigned_to.active=true", "DF"),
        ("sys_class_nameINSTANCEOFtask", "ABCDEF"), ("sys_class_nameINSTANCEOFproblem", ""),
        ("sys_class_nameINSTANCEOFnothing", ""),
    ])
    func references(query: String, expected: String) throws { #expect(try found(query) == expected) }

    @Test(arguments: [
        ("impact=1^ORimpact=2", "ABEF"), ("impact=1^ORimpact=2^knowledge=true", "AEF"),
        ("knowledge=true^impact=1^ORimpact=2", "AEF"),
        ("impact=1^NQcorrelation_id=probe^impact=3", "ACDF"), ("nosuchcolumn=1", "ABCDEF"),
        ("nosuchcolumn=1^impact=1", "AF"),
        ("impact=1^ORnosuch=2", "AF"), ("assigned_to.nosuch=1", "ABCDEF"), ("short_description.name=1", "ABCDEF"),
        ("impact=javascript:gs.nothing()", "ABCDEF"), ("impact=javascript:while(true){}", "ABCDEF"),
        ("^^impact=1", "AF"),
        ("user_password=x", "ABCDEF"), ("assigned_to.user_passwordISNOTEMPTY", "ABCDEF"),
        ("123TEXTQUERY321=alpha", "AD"),
        ("123TEXTQUERY321=ALPHA one", "A"), ("impact=1^EQ", "AF"),
        ("ORDERBYorder", "CEBFAD"), ("ORDERBYDESCorder", "DABFEC"), ("ORDERBYimpact^ORDERBYDESCorder", "AFBEDC"),
        ("ORDERBYorderDESC", "DABFEC"),
        ("ORDERBYassigned_to^ORDERBYorder", "CEBAFD"), ("ORDERBYDESCassigned_to.name^ORDERBYorder", "FDACEB"),
        ("ORDERBYnosuch", "ABCDEF"),
        ("ORDERBYshort_description", "CADBEF"),
    ])
    func combinations(query: String, expected: String) throws { #expect(try found(query) == expected) }

    @Test func dynamicFiltersOfOtherTables() throws {
        let client = try Self.client.get()
        #expect(
            try client.list("sys_user", "RLQUERYincident.assigned_to,>=2,correlation_id=probe^ENDRLQUERY", "user_name")
                == ["john.doe"])
        #expect(
            try client.list(
                "sys_user", "JOINsys_user.sys_id=incident.assigned_to!correlation_id=probe^knowledge=true", "user_name"
            ).sorted() == ["beth.anglin", "john.doe"])
    }
}

/// `DYNAMIC` uses the rows of `sys_filter_option_dynamic`.
struct DynamicFilterTests {
    private static let me = "90d1921e5f510100a9ad2572f2b477fe"
    private static let myGroups = "d6435e965f510100a9ad2572f2b47744"

    @Test func shippedDynamicFiltersAreSupported() throws {
        let client = try SandboxClient()
        let rows = try client.list("sys_filter_option_dynamic", "", "label")
        #expect(
            rows == [
                "Me", "One of My Groups", "My company", "One of My Assignments", "One of My Approvals",
                "Users With Roles",
            ])
        for (row, column, table) in [
            ("Me", "sys_id", "sys_user"), ("One of My Groups", "sys_id", "sys_user_group"),
            ("My company", "company", "sys_user"),
        ] {
            let id = try client.list("sys_filter_option_dynamic", "label=" + row, "sys_id")[0]
            let found = try client.list(table, column + "DYNAMIC" + id, "sys_id", limit: 1000)
            let john = "user_name=john.doe"
            let mine =
                switch row {
                case "Me": try client.list("sys_user", john, "sys_id")
                case "One of My Groups": try client.list("sys_user_grmember", "user." + john, "group.sys_id")
                default:
                    try client.list(
                        "sys_user", "company=" + client.list("sys_user", john, "company.sys_id")[0], "sys_id",
                        limit: 1000)
                }
            #expect(found.sorted() == mine.sorted() && !mine.isEmpty, "\(row)")
        }
    }

    @Test func commonDynamicFiltersHaveTheirIdentifiers() throws {
        let client = try SandboxClient()
        let rows = try client.list("sys_filter_option_dynamic", "label!=My company", "sys_id")
        #expect(Set(rows) == Set(DynamicFilterOption.known.keys))
        #expect(try client.list("sys_filter_option_dynamic", "label=Me", "sys_id") == [Self.me])
        #expect(try client.list("sys_filter_option_dynamic", "labelLIKEgroups", "sys_id") == [Self.myGroups])
    }

    /// A delegate sees what is assigned to the user, or waits for the user's approval, while the delegation lasts.
    @Test func delegatesAndUsersWithRolesAreFiltered() throws {
        let client = try SandboxClient("admin:admin")
        let admin = try client.list("sys_user", "user_name=admin", "sys_id")[0]
        let john = try client.list("sys_user", "user_name=john.doe", "sys_id")[0]
        let all = try client.count("sys_user", "")
        func found(_ label: String) throws -> [String] {
            let id = try client.list("sys_filter_option_dynamic", "label=" + label, "sys_id")[0]
            return try client.list("sys_user", "sys_idDYNAMIC" + id, "sys_id", limit: 1000)
        }
        #expect(try found("One of My Approvals") == [admin])
        for (ends, isPast) in [("2001-01-01 00:00:00", true), ("", false)] {
            _ = try client.create(
                "sys_user_delegate",
                #"{"user":"\#(john)","delegate":"\#(admin)","starts":"2000-01-01 00:00:00","ends":"\#(ends)"}"#)
            #expect(try found("One of My Approvals").sorted() == (isPast ? [admin] : [admin, john].sorted()))
        }
        #expect(try found("One of My Assignments") == [admin])
        #expect(
            try client.list("sys_user", "sys_idINjavascript:getMyApprovals()", "sys_id").sorted()
                == [admin, john].sorted())
        let withRoles = try found("Users With Roles")
        #expect(withRoles.contains(admin) && String(withRoles.count) != all)
    }

    @Test(arguments: [
        ("gs.getUser().getDepartmentID();", "true", "department"), ("javascript: gs.getUserID()", "true", "sys_id"),
        ("new Thing().values()", "true", nil), ("gs.getUserID()", "false", nil),
    ])
    func customDynamicFilterAppliesWhileActive(script: String, active: String, column: String?) throws {
        let client = try SandboxClient("admin:admin")
        let id = try client.create(
            "sys_filter_option_dynamic", "{\"label\":\"Mine\",\"script\":\"\(script)\",\"active\":\"\(active)\"}")
        let all = try client.count("sys_user", "")
        guard let column else {
            #expect(try client.count("sys_user", "departmentDYNAMIC" + id) == all)
            return
        }
        let own = try client.list("sys_user", "user_name=admin", column == "sys_id" ? column : column + ".sys_id")[0]
        #expect(
            try client.count("sys_user", column + "DYNAMIC" + id)
                == (own.isEmpty ? "0" : client.count("sys_user", column + "=" + own)))
    }
}
