import Notation
import TestSupport
import Testing

@testable import Recipes
@testable import Replaying
@testable import Tables
@testable import Tapes
@testable import Workbench

/// How a draft rewrites single lines, based on values only.
struct RecipeDraftTests {
    static func step(
        _ number: Int64, _ line: String, status: Int? = 0, value: JSON? = nil, writes: Bool = false,
        variables: [String: String] = [:]
    ) -> SessionStep {
        var step = SessionStep(number: number, line: line, status: status)
        step.value = value
        step.variables = variables
        step.writes = writes
        return step
    }

    static let id = "061c92d26f030200d7aecd9c5d3ee4f8"

    @Test(arguments: [
        ("INC0010021", ["INC0010021"]), ("caller_id=\(id)^number=INC0010021", [id, "INC0010021"]),
        ("opened_at>=2025-03-01 08:00:00^x", ["2025-03-01 08:00:00"]), ("sys_created_on>2025-03-01", ["2025-03-01"]),
        ("numberSTARTSWITHINC0010021", ["INC0010021"]), ("2025-13-01", []), ("REFINC0010021x", []), ("inc0010021", []),
        ("/api/now/table/incident/\(id)?x=1", [id]), ("é2025-03-01", []),
    ])
    func valuesAreRecognizedByForm(text: String, found: [String]) {
        expectEqual(ValueForm.all(in: text).map(\.text), found)
    }

    @Test(arguments: [
        ("INC0010021 at 2025-03-03 16:00:02, [N] of 3", #"[INC] at [TIME], \[N] of 3"#),
        ("at 2025-03-03 16:00:02 +01:00 and 2025-03-03 16:00:02 UTC", "at [TIME] and [TIME]"),
        ("sys_id  \(id)", "sys_id  [SYS_ID]"), ("due 2025-03-03", "due [DATE]"),
    ])
    func volatileValuesBecomeHoles(text: String, holes: String) { expectEqual(ValueForm.holes(in: text), holes) }

    @Test(arguments: [
        ("Creating incident [INC] at [TIME].", "Created incident INC0010201.", "Created incident [INC]."),
        ("urgency            3 - Low", "urgency            2 - Medium", "urgency            2 - Medium"),
        ("{{inc}} is [..] for [N] days", "INC0010021 was gone for 3 days", "{{inc}} was [..] for [N] days"),
        ("Note by [..] at [TIME]", "Entry by John at 2025-03-03 16:00:02", "Entry by [..] at [TIME]"),
        ("Note by [..] for {{who}}.", "Note by John Doe to Abel Tuter.", "Note by [..] Doe to {{who}}."),
        ("[N] of [N] shown", "3 were shown on 2025-03-03 16:00:02", "[N] were shown on [TIME]"),
        ("", "one line", "one line"), ("one [N]", "", ""),
    ])
    func holesStayWhereTheNewTextFitsThem(old: String, came: String, new: String) {
        expectEqual(ExpectedLineMerge.line(came, keeping: old, ["inc": "INC0010021", "who": "Abel Tuter"]), new)
    }

    @Test func valueInSingleQuotesIsQuotedAgain() {
        let step = Self.step(1, "table update incident 'INC0010021' short_description='Like \"INC0010022\"' -q x")
        let edits = step.typedValues.enumerated().map { LineEdit(range: $1.range, name: "v\($0)") }
        expectEqual(
            LineEdit.command(of: step, edits),
            #"table update incident "{{v0}}" short_description="Like \"{{v1}}\"" -q x"#)
    }

    /// A value redacted on the tape becomes a parameter that is prompted for, without a default.
    @Test func secretBecomesPromptedParameter() {
        let made = Self.step(
            4, "rest POST /api/x/login --body 'user=abel&password=REDACTED-password-1'", value: .object([]),
            writes: true)
        let draft = RecipeDraft("log-in", [made])
        #expect(draft.text.contains("\npassword   # secret\n"), "\(draft.text)")
        #expect(
            draft.text.contains(#"> rest POST /api/x/login --body "user=abel&password={{password}}""#), "\(draft.text)")
        #expect(!draft.text.contains("REDACTED"))
    }

    @Test func failedLinesAreLeftOut() {
        let steps = [Self.step(1, "table get incident INC0000001", status: 3), Self.step(2, "table count incident")]
        expectEqual(RecipeDraft("x", steps).lines.map(\.reason), ["failed (exit 3)", nil])
    }

    /// Short values, numbers, conditions and what was typed once stay literal; a variable that no line sets is a parameter.
    @Test func valuesTypedTwiceBecomeParameters() {
        let steps = [
            Self.step(1, "table update incident INC0010021 urgency={{u}}", writes: true, variables: ["u": "1"]),
            Self.step(2, "set v=2"),
            Self.step(3, "table update incident INC0010022 urgency={{v}}", writes: true, variables: ["v": "2"]),
            Self.step(4, "table update incident -q group=abel.tuter assigned_to=abel.tuter impact=3", writes: true),
            Self.step(5, "table update incident INC0010021 assigned_to=abel.tuter impact=3", writes: true),
        ]
        let draft = RecipeDraft("set", steps)
        expectEqual(draft.parameters.map(\.name), ["u", "incident", "assigned_to"])
        expectEqual(draft.parameters.map(\.fallback), ["1", "INC0010021", "abel.tuter"])
        #expect(draft.text.contains("> table update incident {{incident}} urgency={{u}}\n> set v=2\n"), "\(draft.text)")
        #expect(draft.text.contains("> table update incident INC0010022 urgency={{v}}\n"), "\(draft.text)")
        #expect(
            draft.text.contains("> table update incident -q group=abel.tuter assigned_to={{assigned_to}} impact=3\n"),
            "\(draft.text)")
    }
}
