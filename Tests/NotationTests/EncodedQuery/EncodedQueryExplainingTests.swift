import Notation
import Testing

/// Queries said in English.
@Suite struct EncodedQueryExplainingTests {
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
        ("caller_idDYNAMIC54635e965f510100a9ad2572f2b4774c", "caller_id is me"),
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
    func aQueryReadsAsEnglish(text: String, expected: String) {
        #expect(EncodedQuery(text).explanation().joined(separator: " / ") == expected)
    }

    @Test func labelsStandForColumns() {
        let labels = ["caller_id.name": "Caller's name", "number": "Number", "opened_at": "Opened"]
        let query = EncodedQuery("caller_id.name=x^opened_atGT_FIELDnumber^state=2^ORDERBYnumber")
        #expect(
            query.explanation { labels[$0] } == [
                "Caller's name is x", "and Opened is greater than Number", "and state is 2", "ordered by Number",
            ])
    }

    @Test func aLongListIsCutShort() {
        let query = EncodedQuery("sys_idIN" + (1...20_000).map(String.init).joined(separator: ","))
        #expect(
            query.explanation() == ["sys_id is one of 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 19988 more"])
    }
}
