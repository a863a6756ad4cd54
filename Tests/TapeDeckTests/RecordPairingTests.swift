import CassetteStore
import ExchangeModel
import TestSupport
import Testing

@testable import TapeDeck

/// How lists of records are compared.
struct RecordPairingTests {
    private let a = "00000000000000000000000000000aaa", b = "00000000000000000000000000000bbb"
    private let c = "00000000000000000000000000000ccc"

    private func record(_ sysID: String, _ number: String, _ state: String = "1") -> String {
        #"{"sys_id":"\#(sysID)","number":"\#(number)","state":"\#(state)"}"#
    }

    /// What differs between two lists. `others` are answers that identities are learned from before; nil for one
    /// instance, where identities do not move.
    private func differences(
        _ old: [String], _ new: [String], learningFrom others: [(String, String)]?
    ) throws -> [String] {
        func outcome(_ records: [String]) -> OutcomeRecord {
            .response(.json("[" + records.joined(separator: ",") + "]"))
        }
        let pairs = ((others ?? []).map { ([$0.0], [$0.1]) } + [(old, new)]).map { (outcome($0.0), outcome($0.1)) }
        var identities = Identities()
        if others != nil { for (left, right) in pairs { identities.note(left, right) } }
        var found: [Finding] = []
        for (left, right) in pairs {
            let comparison = AnswerComparison(left, right, identities)
            (found, identities) = (comparison.findings, comparison.identities ?? identities)
        }
        return Finding.lines(of: found, between: .tapeAndNow)
    }

    @Test func recordsAreAddedRemovedAndMoved() throws {
        let old = [record(a, "INC0000001"), record(b, "INC0000002"), record(c, "INC0000003")]
        try expectEqual(
            differences(old, [old[2], old[0], record(b, "INC0000002", "7")], learningFrom: nil),
            [
                "INC0000002  state  1 → 7", "INC0000003  moved from row 3 to row 1",
            ])
        try expectEqual(differences(old, [old[0], old[2]], learningFrom: nil), ["warning: INC0000002  removed"])
        try expectEqual(
            differences([old[1]], old, learningFrom: nil),
            [
                "INC0000001  added", "INC0000003  added",
            ])
        try expectEqual(differences(old, [], learningFrom: nil), ["warning: rows  3 → 0"])
        // The names of choices and columns.
        try expectEqual(
            differences(
                [], [#"{"sys_id":"\#(a)","name":"incident","element":"category","value":"cloud"}"#], learningFrom: nil),
            ["incident.category.cloud  added"])
    }

    @Test func recordCreatedAgainIsTheSame() throws {
        let old = [record(a, "INC0000001"), record(b, "INC0000002")]
        let new = [record(a, "INC0000001"), record(c, "INC0000009")]
        // Two recordings: another identity at the same place, with the same values.
        try expectEqual(differences(old, new, learningFrom: []), [])
        // One instance: another record.
        try expectEqual(
            differences(old, new, learningFrom: nil),
            [
                "warning: INC0000002  removed", "INC0000009  added",
            ])
        // With other values it is the same only if another answer says so.
        let changed = [new[0], record(c, "INC0000009", "7")]
        try expectEqual(
            differences(old, changed, learningFrom: []),
            [
                "warning: INC0000002  removed", "INC0000009  added",
            ])
        try expectEqual(
            differences(old, changed, learningFrom: [(old[1], new[1])]), ["INC0000002  state  1 → 7"])
        // A list that moved by one record.
        try expectEqual(
            differences(
                [record(a, "INC0000001"), record(b, "INC0000002")], [record(b, "INC0000002"), record(c, "INC0000003")],
                learningFrom: []), ["warning: INC0000001  removed", "INC0000003  added"])
    }
}
