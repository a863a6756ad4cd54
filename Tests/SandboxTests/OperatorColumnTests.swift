import ExchangeModel
import Notation
import Testing

@testable import Sandbox

/// Operators on columns with composite values: lists, journals, durations, dates, local times, paths of a hierarchy. A
/// to D are four incidents; each line lists those that a query finds.
struct OperatorColumnTests {
    private static let john = "ea2bc1b14f4212008a5ab895f110c7d1"
    private static let beth = "46d44a23a9fe19810012d100cca80666"
    private static let me = "90d1921e5f510100a9ad2572f2b477fe"
    private static let groups = "d6435e965f510100a9ad2572f2b47744"

    private struct Probe {
        let client: SandboxClient
        var first = ""
    }

    private static let probe: Result<Probe, any Error> = Result {
        var probe = Probe(client: try SandboxClient())
        func add(_ name: String, _ body: String) throws -> String {
            let common =
                #""correlation_id":"columns","correlation_display":"\#(name)","assigned_to":"\#(name == "A" ? beth : "")""#
            return try probe.client.create("incident", "{\(common)\(body.isEmpty ? "" : "," + body)}")
        }
        probe.first = try add(
            "A",
            #"""
            "watch_list":"\#(john),\#(beth)","business_duration":"1970-01-01 08:00:00",\#
            "work_notes":"rebooted the printer","due_date":"2025-03-09 09:59:00",\#
            "expected_start":"2025-03-09 07:59:00"
            """#)
        let second = try add(
            "B",
            #"""
            "watch_list":"\#(beth)","business_duration":"1970-01-02 00:00:00","due_date":"2025-03-09 10:00:00",\#
            "parent":"\#(probe.first)"
            """#)
        _ = try add("C", "")
        _ = try add(
            "D",
            #"""
            "watch_list":"\#(john)","business_duration":"1970-01-01 02:00:00","comments":"thanks, it works",\#
            "due_date":"2024-12-31 23:30:00","expected_start":"2025-01-01 07:59:59","parent":"\#(second)"
            """#)
        for (name, day) in [("J", "2025-03-02"), ("K", "2025-03-03"), ("L", "2025-03-04"), ("M", "")] {
            _ = try probe.client.create(
                "kb_knowledge", #"{"source":"\#(name)","valid_to":"\#(day)","topic":"columns"}"#)
        }
        return probe
    }

    private func found(_ query: String) throws -> String {
        let probe = try Self.probe.get()
        let text =
            "correlation_id=columns^"
            + query.split(separator: "{A}", omittingEmptySubsequences: false)
            .joined(separator: probe.first)
        return try probe.client.list("incident", text, "correlation_display").joined()
    }

    @Test(arguments: [
        ("watch_listLIKE\(john)", "AD"), ("watch_listNOT LIKE\(john)", "B"), ("watch_list=\(john)", "D"),
        ("watch_list!=\(john)", "AB"), ("watch_listISEMPTY", "C"), ("watch_listISNOTEMPTY", "ABD"),
        ("watch_listIN\(john),\(beth)", "BD"), ("watch_listDYNAMIC\(me)", "AD"), ("watch_listSTARTSWITH\(john)", "AD"),
        ("watch_listENDSWITH\(beth)", "AB"),
    ])
    func lists(query: String, expected: String) throws { #expect(try found(query) == expected) }

    @Test(arguments: [
        ("work_notesLIKEPRINTER", "A"), ("work_notesNOT LIKEprinter", ""), ("work_notesISEMPTY", "BCD"),
        ("commentsISNOTEMPTY", "D"), ("comments_and_work_notesLIKEworks", "D"), ("commentsSTARTSWITHthanks", "D"),
        ("comments_and_work_notesISEMPTY", "BC"), ("work_notes=rebooted the printer", "A"),
        ("123TEXTQUERY321=printer", "A"), ("123TEXTQUERY321=Works, THANKS,", ""), ("123TEXTQUERY321=works thanks", "D"),
        ("123TEXTQUERY321=beth rebooted", "A"), ("123TEXTQUERY321=printer thanks", ""),
        ("123TEXTINDEXGROUP321=portal^123TEXTQUERY321=anglin", "A"), ("123TEXTQUERY321=", "ABCD"),
    ])
    func journalsAndCompleteText(query: String, expected: String) throws { #expect(try found(query) == expected) }

    @Test(arguments: [
        ("business_duration>1970-01-01 02:00:00", "AB"), ("business_duration=1970-01-01 08:00:00", "A"),
        (
            """
            business_durationBETWEENjavascript:gs.getDurationDate('0 2:0:0')@javascript:gs.getDurationDate('0 8:0:0')
            """, "AD"
        ),
        ("business_duration>=javascript:gs.getDurationDate('1 0:0:0')", "B"), ("business_durationISEMPTY", "C"),
        ("business_duration!=1970-01-01 08:00:00", "BD"),
    ])
    func durations(query: String, expected: String) throws { #expect(try found(query) == expected) }

    // A is one minute before the user's clocks go forward, B one after; D on the last day of the year, but not in UTC.
    @Test(arguments: [
        ("'hour','1','EE'", "A"), ("'hour','3','EE'", "B"), ("'hour','3','LT'", "A"), ("'hour','3','GE'", "BD"),
        ("'dayofweek','sunday','EE'", "AB"), ("'dayofweek','tuesday','EE'", "D"), ("'dayofweek','monday','GT'", "D"),
        ("'month','mar','EE'", "AB"), ("'month','march','EE'", "AB"), ("'month','dec','EE'", "D"),
        ("'year','2024','EE'", "D"), ("'year','2024','GT'", "AB"), ("'quarter','4','EE'", "D"),
        ("'quarter','2','LE'", "AB"), ("'week','9','EE'", "AB"), ("'week','53','EE'", "D"),
        ("'dayofmonth','31','EE'", "D"), ("'century','21','EE'", "ABCD"), ("'month','juli x','XX'", "ABCD"),
    ])
    func dateParts(part: String, expected: String) throws {
        #expect(try found("due_dateDATEPARTx@javascript:gs.datePart(\(part))") == expected)
    }

    @Test(arguments: [
        ("due_dateON2025-03-09", "AB"), ("due_dateNOTON2025-03-09", "D"), ("due_dateON2024-12-31", "D"),
        ("due_dateON2025-01-01", ""), ("due_dateONx", "ABCD"), ("due_dateSAMEASexpected_start@day", "D"),
        ("due_dateSAMEASexpected_start@month", "AD"), ("due_dateSAMEASexpected_start@week", "AD"),
        ("due_dateNSAMEASexpected_start@day", "A"), ("due_dateSAMEASexpected_start@year", "AD"),
        ("due_dateSAMEASexpected_start@hour", ""), ("due_dateSAMEASexpected_start@eon", "ABCD"),
        ("due_dateMORETHANexpected_start", "A"), ("due_dateLESSTHANexpected_start", "D"),
        ("due_dateMORETHANexpected_start@hour@after@1", "A"), ("due_dateMORETHANexpected_start@hour@after@2", ""),
        ("due_dateLESSTHANexpected_start@quarter@before@1", "D"),
        ("due_dateMORETHANexpected_start@minute@before@1", "D"),
        ("due_dateLESSTHANexpected_start@week@after@1", "A"),
    ])
    func daysAndDistances(query: String, expected: String) throws { #expect(try found(query) == expected) }

    @Test(arguments: [
        ("RELATIVEGT@minute@ago@5", "ABCD"), ("RELATIVELT@minute@ago@5", ""), ("RELATIVEEE@hour@ago@0", "ABCD"),
        ("RELATIVEEE@day@ago@0", "ABCD"), ("RELATIVEEE@dayofweek@ago@1", ""), ("RELATIVEGE@week@ago@1", "ABCD"),
        ("RELATIVELE@month@ahead@1", "ABCD"), ("RELATIVEGT@quarter@ahead@1", ""), ("RELATIVELT@year@ahead@2", "ABCD"),
        ("RELATIVEGE@fortnight@ago@1", "ABCD"), ("RELATIVEGE@day@since@1", "ABCD"), ("RELATIVEGE@day@ago", "ABCD"),
    ])
    func relativeTimestamps(query: String, expected: String) throws {
        #expect(try found("sys_created_on" + query) == expected)
    }

    @Test(arguments: [
        ("parentIN_HIERARCHYx%40{A}", "BD"), ("parentIN_HIERARCHYx@{A}", "BD"), ("parent={A}", "B"),
        ("opened_byIN_HIERARCHY_DYNAMICx%40\(me)", "ABCD"), ("parentIN_HIERARCHYx%40nobody", ""),
        ("parentIN_HIERARCHY", "ABCD"), ("numberIN_HIERARCHYx%40y", "ABCD"), ("assignment_groupDYNAMIC\(groups)", ""),
        ("assigned_toDYNAMICunknown", "ABCD"), ("sys_tagsDOESNOTHAVEx", "ABCD"), ("sys_tagsEXCLUDINGx,y", "ABCD"),
        ("RLQUERYtask.parent,>=1^ENDRLQUERY", "AB"), ("RLQUERYtask.parent,=0^ENDRLQUERY", "CD"),
        ("RLQUERYtask.parent,<1^ENDRLQUERY", "CD"), ("RLQUERYtask.parent,!=1^ENDRLQUERY", "CD"),
        ("RLQUERYtask.parent,>0,m2m^commentsISNOTEMPTY^ENDRLQUERY", "B"),
        ("RLQUERYtask.parent,>0^commentsISNOTEMPTY^ENDRLQUERY", "B"),
        ("RLQUERYtask.parent,>=1,nosuch=1^ENDRLQUERY", "AB"), ("RLQUERYtask.nosuch,>=1^ENDRLQUERY", "ABCD"),
        ("JOINincident.sys_id=incident.parent!commentsISNOTEMPTY", "B"),
        ("JOINtask.sys_id=task.parent!", "AB"), ("JOINproblem.sys_id=task.parent!", "ABCD"),
        ("sys_idSUBQUERYparent,task^active=true^ENDSUBQUERY", "ABCD"),
        ("stateVALCHANGES", ""), ("stateCHANGESFROM1", ""), ("stateCHANGESTO2", ""), ("nosuchVALCHANGES", "ABCD"),
        ("assigned_to.active!=true", "ABCD"), ("assigned_to.active=false", "A"),
        ("assigned_to.manager.nameISEMPTY^ORassigned_toLIKEbeth", "ABCD"),
        ("assigned_to.vip!=true", "ABCD"), ("assigned_to.nameANYTHING", "ABCD"), ("assigned_to.company.name=", "BCD"),
        ("assigned_to.company.name!=", "A"), ("assigned_to.nameNOT LIKEdoe", "A"), ("assigned_to.nameIN,x", "BCD"),
        ("active=true^GROUPBYstate^EQ", "ABCD"), ("ORDERBYDESCcorrelation_display^active=true", "DCBA"),
        ("ORDERBYassigned_to.name^ORDERBYDESCcorrelation_display", "DCBA"),
        ("ORDERBYDESCassigned_to.company.name^ORDERBYDESCnumber", "ADCB"),
    ])
    func recordsAndWalks(query: String, expected: String) throws { #expect(try found(query) == expected) }

    @Test(arguments: [
        ("valid_toONToday@javascript:gs.daysAgoStart(0)@javascript:gs.daysAgoEnd(0)", "K"),
        ("valid_to>2025-03-02", "KL"),
        ("valid_to=2025-03-03", "K"), ("valid_to!=2025-03-03", "JL"), ("valid_toRELATIVEEE@day@ago@1", "J"),
        ("valid_toRELATIVEGT@day@ago@0", "L"),
        ("valid_toDATEPARTx@javascript:gs.datePart('dayofweek','monday','EE')", "K"),
        ("valid_toON2025-03-04", "L"), ("valid_toISEMPTY", "M"), ("valid_to<javascript:gs.beginningOfToday()", "J"),
        ("valid_toBETWEENjavascript:gs.daysAgo(1)@javascript:gs.daysAgo(0)", "JK"),
    ])
    func days(query: String, expected: String) throws {
        #expect(
            try Self.probe.get().client.list("kb_knowledge", "topic=columns^" + query, "source").joined() == expected)
    }

    @Test(arguments: [
        ("active=true", false), ("nosuch=1", true), ("active=true^garbage", true), ("active=true^ORnosuch=1", true),
        ("opened_by.nosuch=1", true), ("opened_at>javascript:gs.nothing()", true), ("", false),
        ("opened_atRELATIVEGT@day", true), ("ORDERBYnosuch", false),
    ])
    func propertyMakesInvalidConditionsMatchNothing(query: String, matchesNothing: Bool) throws {
        let table = try #require(Schema.standard["incident"])
        var context = QueryContext(
            userID: "u", userName: "n", zone: .instance, now: .init(seconds: 1_700_000_000))
        context.invalidMatchesNothing = true
        let plan = JoinPlan(table, in: .standard)
        let condition = try QueryCompiler(plan: plan, context: context).condition(of: EncodedQuery(query))
        #expect((condition == .never) == matchesNothing)
    }

    @Test func propertyAppliesImmediately() throws {
        let client = try SandboxClient()
        #expect(try client.count("sys_user_group", "nosuch=1") != "0")
        let property = try client.list("sys_properties", "name=glide.invalid_query.returns_no_rows", "sys_id")[0]
        _ = try client.ask(.patch, "/api/now/table/sys_properties/\(property)", body: #"{"value":"true"}"#)
        #expect(try client.count("sys_user_group", "nosuch=1") == "0")
        #expect(try client.count("sys_user_group", "active=true") != "0")
    }
}
