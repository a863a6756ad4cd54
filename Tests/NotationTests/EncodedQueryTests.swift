import Notation
import TestSupport
import Testing

/// Parsing queries. Samples follow the operator tables of ServiceNow's documentation.
struct EncodedQueryReadingTests {
    typealias Condition = EncodedQuery.Condition

    /// Groups of terms of conditions, as nested lists.
    private func shape(_ text: String) -> [[[String]]] {
        EncodedQuery(text).groups.map { $0.terms.map { $0.conditions.map(\.text) } }
    }

    @Test func operatorPrecedence() {
        expectEqual(shape("a=1^ORb=2^c=3"), [[["a=1", "b=2"], ["c=3"]]])
        expectEqual(shape("a=1^b=2^ORc=3"), [[["a=1"], ["b=2", "c=3"]]])
        expectEqual(shape("a=1^b=2^NQc=3^d=4^ORe=5"), [[["a=1"], ["b=2"]], [["c=3"], ["d=4", "e=5"]]])
        expectEqual(shape(""), [])
        expectEqual(shape("^a=1^"), [[["a=1"]]])
        expectEqual(shape("ORa=1"), [[["a=1"]]])
        expectEqual(shape("a=1^NQORb=2^NQ^c=3"), [[["a=1"]], [["b=2"]], [["c=3"]]])
    }

    @Test(
        arguments: [
            ("sys_created_on>=2024-01-01 00:00:00", "sys_created_on", .greaterOrEqual, "2024-01-01 00:00:00"),
            ("short_descriptionCONTAINSSAP", "short_description", .contains, "SAP"),
            ("short_descriptionNOTLIKESAP", "short_description", .containsNot, "SAP"),
            ("short_descriptionNOT_CONTAINSSAP", "short_description", .containsNot, "SAP"),
            ("impactIN1,2", "impact", .isOneOf, "1,2"), ("impactNOT_IN1", "impact", .isNoneOf, "1"),
            ("assigned_toIS_NULL", "assigned_to", .isEmpty, ""),
            ("assigned_toIS_NOT_NULL", "assigned_to", .isNotEmpty, ""), ("impactBETWEEN1@2", "impact", .between, "1@2"),
            (
                "sla_dueBETWEENjavascript:gs.daysAgoStart(1)@javascript:gs.daysAgoEnd(0)", "sla_due", .between,
                "javascript:gs.daysAgoStart(1)@javascript:gs.daysAgoEnd(0)"
            ),
            ("closed_atGT_FIELDopened_at", "closed_at", .greaterThanColumn, "opened_at"),
            ("aGT_OR_EQUALS_FIELDb", "a", .greaterOrEqualToColumn, "b"),
            ("managerIN_HIERARCHYa%40b", "manager", .inHierarchy, "a%40b"),
            ("managerIN_HIERARCHY_DYNAMICa", "manager", .inHierarchyDynamic, "a"),
            ("sys_class_nameINSTANCEOFcmdb_ci_server", "sys_class_name", .instanceOf, "cmdb_ci_server"),
            ("opened_atNOTONToday@a@b", "opened_at", .notOn, "Today@a@b"),
            (
                "opened_atDATEPARTMonday@javascript:gs.datePart('dayofweek','monday','EE')", "opened_at", .datePart,
                "Monday@javascript:gs.datePart('dayofweek','monday','EE')"
            ),
            ("opened_atRELATIVEGT@hour@ago@1", "opened_at", .relativelyAfter, "@hour@ago@1"),
            ("caller_id.department.nameLIKEFin", "caller_id.department.name", .contains, "Fin"),
            ("state=", "state", .equals, ""), ("short_description=a=b<c", "short_description", .equals, "a=b<c"),
            ("short_description=übler Zufall 😀", "short_description", .equals, "übler Zufall 😀"),
            ("123TEXTQUERY321=printer jam", "123TEXTQUERY321", .equals, "printer jam"),
            ("123TEXTINDEXGROUP321=portal", "123TEXTINDEXGROUP321", .equals, "portal"),
        ] as [(String, String, Operator, String)])
    func fieldOperatorAndValueAreRead(text: String, field: String, comparison: Operator, value: String) {
        let query = EncodedQuery(text)
        let condition = query.groups.first?.terms.first?.conditions.first
        expectEqual(condition, Condition(field, comparison, value))
        expectEqual(condition?.span, 0..<text.utf8.count)
        expectEqual(query.unparsed, [])
        expectEqual(EncodedQuery(query.text), query)
    }

    @Test func everySpellingMapsToOneOperator() {
        for comparison in Operator.allCases {
            expectEqual(Operator(spelling: comparison.rawValue), comparison)
            guard !comparison.isBlock else { continue }
            let text = "x" + comparison.rawValue + (comparison.takesValue ? "7" : "")
            expectEqual(shape(text), [[[text]]])
            let condition = EncodedQuery(text).groups.first?.terms.first?.conditions.first
            expectEqual(condition, Condition("x", comparison, comparison.takesValue ? "7" : ""))
        }
        expectEqual(Operator(spelling: "NOT_CONTAINS"), .containsNot)
        expectEqual(Operator(spelling: "like"), nil)
        expectEqual(Operator(spelling: ""), nil)
    }

    @Test func orderAndGroupClausesAreParsedAnywhere() {
        let query = EncodedQuery(
            "ORDERBYDESCsys_created_on^a=1^GROUPBYstate^ORDERBYcaller_id.name^ORb=2^ORDERBYpublishedDESC^EQ")
        expectEqual(
            query.orderings,
            [
                .init("sys_created_on", descending: true), .init("caller_id.name"),
                .init("published", descending: true),
            ])
        expectEqual(query.groupings, ["state"])
        expectEqual(query.unparsed, [])
        expectEqual(
            query.text, "a=1^ORb=2^GROUPBYstate^ORDERBYDESCsys_created_on^ORDERBYcaller_id.name^ORDERBYDESCpublished")
        expectEqual(EncodedQuery("ORDERBYorder").orderings, [.init("order")])
    }

    @Test func relatedListBlocksAreKept() {
        let related = "RLQUERYsys_group_has_role.group,>0,m2m^role.nameLIKEadmin^ORrole.name=x^ENDRLQUERY"
        let query = EncodedQuery("active=true^" + related + "^name=a^NQ" + related + "^ORDERBYname")
        expectEqual(query.groups.count, 2)
        expectEqual(query.groups[0].terms.map { $0.conditions[0].kind }, [.comparison, .block, .comparison])
        expectEqual(
            query.groups[1].terms[0].conditions,
            [
                Condition("", .relatedRows, "sys_group_has_role.group,>0,m2m^role.nameLIKEadmin^ORrole.name=x")
            ])
        expectEqual(query.orderings, [.init("name")])
        expectEqual(query.text, "active=true^" + related + "^name=a^NQ" + related + "^ORDERBYname")

        expectEqual(
            shape("RLQUERYa.b,>0^RLQUERYc.d,>1^x=1^ENDRLQUERY^y=2^ENDRLQUERY^z=3"),
            [[["RLQUERYa.b,>0^RLQUERYc.d,>1^x=1^ENDRLQUERY^y=2^ENDRLQUERY"], ["z=3"]]])
        expectEqual(
            shape("a=1^JOINsys_user.sys_id=sys_user_group.manager!active=true^typeISEMPTY^ORDERBYname"),
            [[["a=1"], ["JOINsys_user.sys_id=sys_user_group.manager!active=true^typeISEMPTY"]]])
        expectEqual(
            shape("JOINa.b=c.d!^JOINa.b=e.f!x=1^NQy=2"),
            [[["JOINa.b=c.d!"], ["JOINa.b=e.f!x=1"]], [["y=2"]]])
        expectEqual(
            shape("sys_idSUBQUERYparent,task^active=true^ENDSUBQUERY^a=1"),
            [[["sys_idSUBQUERYparent,task^active=true^ENDSUBQUERY"], ["a=1"]]])
    }

    @Test func unparsedPartsKeepTheirPosition() {
        let query = EncodedQuery(
            "garbage^a=1^^ünter=2^assigned_toISEMPTYx^OR^Name=1^.a=1^a..b=1^ORDERBY^GROUPBYa,b^=3^a.=1")
        expectEqual(
            query.unparsed.map(\.text),
            [
                "garbage", "^^", "ünter=2", "assigned_toISEMPTYx", "OR", "Name=1", ".a=1", "a..b=1", "ORDERBY",
                "GROUPBYa,b",
                "=3", "a.=1",
            ])
        expectEqual(query.unparsed.map(\.span).prefix(4), [0..<7, 11..<13, 13..<21, 22..<41])
        expectEqual(query.groups.flatMap(\.terms), [.init([.init("a", .equals, "1")])])
        expectEqual(EncodedQuery("a=1^RLQUERYx.y,>0^b=2").unparsed.map(\.text), ["RLQUERYx.y,>0^b=2"])
        expectEqual(EncodedQuery("aRLQUERYx.y,>0^ENDRLQUERY").unparsed.map(\.text), ["aRLQUERYx.y,>0", "ENDRLQUERY"])
        expectEqual(EncodedQuery("123TEXTQUERY321LIKEx").unparsed.map(\.text), ["123TEXTQUERY321LIKEx"])
    }

    @Test func operatorKindsDistinguishSearches() {
        let query = EncodedQuery("123TEXTQUERY321=a b^123TEXTINDEXGROUP321=g^c=d")
        expectEqual(query.groups[0].terms.map { $0.conditions[0].kind }, [.textSearch, .textIndexGroup, .comparison])
    }
}

/// Queries described in English.
struct EncodedQueryExplainingTests {
    @Test(arguments: [
        ("", "every record"), ("ORDERBYnumber", "every record / ordered by number"),
        (
            "active=true^priority=1^ORpriority=2^ORDERBYDESCnumber^ORDERBYstate",
            "active is true / and priority is 1 or 2 / ordered by number, descending, then by state"
        ),
        ("a=1^b=2^NQc=3^d!=4", "a is 1 / and b is 2 / or else c is 3 / and d is not 4"),
        ("a=1^ORbISEMPTY^GROUPBYc", "a is 1 or b is empty / grouped by c"),
        ("short_descriptionLIKEno network", #"short_description contains "no network""#),
        ("numberNOT LIKEx", "number does not contain x"), ("numberSTARTSWITHINC", "number starts with INC"),
        ("numberENDSWITH1", "number ends with 1"), ("stateIN1,2,", #"state is one of 1, 2, """#),
        ("stateNOT IN1", "state is none of 1"), ("state=", "state is empty"), ("state!=", "state is not empty"),
        ("n<1", "n is less than 1"), ("n>=1", "n is at least 1"),
        ("opened_at<2025-01-01", "opened_at is before 2025-01-01"),
        ("opened_at>=javascript:gs.daysAgoStart(7)", "opened_at is at or after gs.daysAgoStart(7)"),
        ("nBETWEEN1@5", "n is between 1 and 5"), ("aANYTHING", "a is anything"),
        ("aEMPTYSTRING", "a is an empty text"),
        ("aSAMEASb@day", "a is the same as b by the day"), ("aNSAMEASb", "a differs from b"),
        ("aGT_FIELDb", "a is greater than b"), ("aLT_OR_EQUALS_FIELDb", "a is at most b"),
        ("aMORETHANb@day@before@1", "a is more than 1 day before b"),
        ("aLESSTHANb@hour@after@3", "a is less than 3 hours after b"),
        ("aONToday@javascript:gs.daysAgoStart(0)@javascript:gs.daysAgoEnd(0)", "a is on Today"),
        ("aNOTONToday@b@c", "a is not on Today"),
        ("aDATEPARTMonday@javascript:gs.datePart('dayofweek','monday','GE')", "a falls on or after Monday"),
        ("aRELATIVEGT@hour@ago@1", "a is later than 1 hour ago"),
        ("aRELATIVELE@dayofweek@ahead@7", "a is no later than 7 days from now"),
        ("sys_class_nameINSTANCEOFcmdb_ci", "sys_class_name is the class cmdb_ci or one below it"),
        ("caller_idDYNAMIC90d1921e5f510100a9ad2572f2b477fe", "caller_id is me"),
        ("caller_idDYNAMIC54635e965f510100a9ad2572f2b4774c", "caller_id is one of my approvals"),
        ("stateVALCHANGES^stateCHANGESTO6", "state changes / and state changes to 6"),
        ("123TEXTQUERY321=printer jam", #"any text contains "printer jam""#),
        (
            "RLQUERYincident.problem_id,>=1,priority=1^active=true^ENDRLQUERY",
            "the number of incident.problem_id that refer to the record is >=1 where priority is 1 and active is true"
        ),
        (
            "JOINsys_user.sys_id=sys_user_group.manager!active=true",
            "sys_user.sys_id is among sys_user_group.manager where active is true"
        ),
        ("a=1^garbage", "a is 1 / not understood, and so dropped: garbage"),
    ])
    func queryIsDescribedInEnglish(text: String, expected: String) {
        expectEqual(EncodedQuery(text).explanation().joined(separator: " / "), expected)
    }

    @Test func labelsReplaceColumns() {
        let labels = ["caller_id.name": "Caller's name", "number": "Number", "opened_at": "Opened"]
        let query = EncodedQuery("caller_id.name=x^opened_atGT_FIELDnumber^state=2^ORDERBYnumber")
        expectEqual(
            query.explanation { labels[$0] },
            [
                "Caller's name is x", "and Opened is greater than Number", "and state is 2", "ordered by Number",
            ])
    }

    @Test func longListIsAbbreviated() {
        let query = EncodedQuery("sys_idIN" + (1...20_000).map(String.init).joined(separator: ","))
        expectEqual(
            query.explanation(), ["sys_id is one of 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 19988 more"])
    }
}

/// Conditions joined with the syntax of other query languages.
struct EncodedQueryCorrectionTests {
    @Test(arguments: [
        ("active=true AND priority=1", "active=true^priority=1"),
        ("active=true and priority=1", "active=true^priority=1"),
        ("active=true&priority=1", "active=true^priority=1"), ("a=1&&b=2&c=3", "a=1^b=2^c=3"),
        ("priority=1||priority=2", "priority=1^ORpriority=2"), ("a=1 OR b=2 AND c=3", "a=1^ORb=2^c=3"),
        ("a=1^^b=2", "a=1^b=2"), ("a=1 ^ b=2", "a=1^b=2"), ("a=1^ORb = 2", "a=1^ORb=2"), ("a=1^OR b=2", "a=1^ORb=2"),
        ("state = 2", "state=2"), ("state= 2", "state=2"), ("state IN 1,2", "stateIN1,2"),
        ("opened_at >= 2025-01-01", "opened_at>=2025-01-01"),
        ("short_description LIKE printer on fire", "short_descriptionLIKEprinter on fire"),
        ("short_descriptionLIKEprinter AND active=true", "short_descriptionLIKEprinter^active=true"),
        ("assigned_to ISEMPTY^active = true", "assigned_toISEMPTY^active=true"),
    ])
    func otherConjunctionsAndBlanksAreCorrected(text: String, corrected: String) {
        expectEqual(EncodedQuery.corrected(text), corrected)
        expectEqual(EncodedQuery.corrected(corrected), nil)
    }

    @Test(arguments: [
        "", "^", "active=true^priority=1", "^active=true", "active=true^", "short_descriptionLIKEsalt and pepper",
        "short_descriptionLIKER&D", "nameLIKEAT&T", "short_descriptionLIKEa^^b", "short_descriptionLIKE printer",
        "state=In Progress^ORDERBYnumber", "a=javascript:f(b=1 && c=2)", "state like 5",
        "RLQUERYincident.problem_id,>=1,a = 1^ENDRLQUERY", "JOINa.b=c.d!x = 1", "stateNOT IN1,2",
    ])
    func literalTextIsNotCorrected(text: String) {
        expectEqual(EncodedQuery.corrected(text), nil)
    }
}
