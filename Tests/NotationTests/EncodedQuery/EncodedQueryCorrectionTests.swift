import Notation
import Testing

/// Conditions that are joined as other query languages join them.
@Suite struct EncodedQueryCorrectionTests {
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
    func otherJointsAndBlanksAreCorrected(text: String, corrected: String) {
        #expect(EncodedQuery.corrected(text) == corrected)
        #expect(EncodedQuery.corrected(corrected) == nil)
    }

    @Test(arguments: [
        "", "^", "active=true^priority=1", "^active=true", "active=true^", "short_descriptionLIKEsalt and pepper",
        "short_descriptionLIKER&D", "nameLIKEAT&T", "short_descriptionLIKEa^^b", "short_descriptionLIKE printer",
        "state=In Progress^ORDERBYnumber", "a=javascript:f(b=1 && c=2)", "state like 5",
        "RLQUERYincident.problem_id,>=1,a = 1^ENDRLQUERY", "JOINa.b=c.d!x = 1", "stateNOT IN1,2",
    ])
    func textThatIsMeantAsItIsStays(text: String) {
        #expect(EncodedQuery.corrected(text) == nil)
    }
}
