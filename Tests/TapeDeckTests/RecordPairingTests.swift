import Notation
import Testing

@testable import TapeDeck

/// How lists of records are compared.
@Suite struct RecordPairingTests {
    private let a = "00000000000000000000000000000aaa", b = "00000000000000000000000000000bbb"
    private let c = "00000000000000000000000000000ccc"

    private func record(_ sysID: String, _ number: String, _ state: String = "1") -> String {
        #"{"sys_id":"\#(sysID)","number":"\#(number)","state":"\#(state)"}"#
    }

    private func json(_ text: String) throws -> JSON { JSON(try JSONDocument(Array(text.utf8)).root) }

    /// What differs between two lists, without equal values. `others` are answers that identities are learned from;
    /// nil for one instance, where identities do not move.
    private func differences(
        _ old: [String], _ new: [String], learningFrom others: [(String, String)]?
    ) throws -> [String] {
        let old = try json("[" + old.joined(separator: ",") + "]")
        let new = try json("[" + new.joined(separator: ",") + "]")
        var moves = IdentifierMap()
        var answers: [(JSON, JSON)] = []
        for (left, right) in others ?? [] { answers.append((try json(left), try json(right))) }
        if others != nil { answers.append((old, new)) }
        for (left, right) in answers {
            var learnt = moves
            ValueComparison(moves: moves, isLearning: true) { _, difference in
                guard case .scalars(.string(let left), .string(let right)) = difference else { return }
                learnt.learn(VolatileText(left), VolatileText(right))
            }.compare(left, right, "")
            moves = learnt
        }
        var found: [String] = []
        ValueComparison(moves: others == nil ? nil : moves) { place, difference in
            switch difference {
            case .added(let record): found.append("added \(record.label)")
            case .removed(let record): found.append("removed \(record.label)")
            case .moved(let record, let old, let new): found.append("moved \(record.label) \(old) → \(new)")
            case .emptied(let count): found.append("emptied \(count)")
            case .elements(let old, let new): found.append("elements \(old) → \(new)")
            case .scalars(.string(let left), .string(let right)):
                if !moves.explain(VolatileText(left), VolatileText(right)) {
                    found.append("\(place) \(left) → \(right)")
                }
            default: found.append(place)
            }
        }.compare(old, new, "")
        return found
    }

    @Test func recordsAreAddedRemovedAndMoved() throws {
        let old = [record(a, "INC0000001"), record(b, "INC0000002"), record(c, "INC0000003")]
        #expect(
            try differences(old, [old[2], old[0], record(b, "INC0000002", "7")], learningFrom: nil) == [
                "moved INC0000003 3 → 1", "[1].state 1 → 7",
            ])
        #expect(try differences(old, [old[0], old[2]], learningFrom: nil) == ["removed INC0000002"])
        #expect(try differences([old[1]], old, learningFrom: nil) == ["added INC0000001", "added INC0000003"])
        #expect(try differences(old, [], learningFrom: nil) == ["emptied 3"])
        // The names of choices and columns.
        #expect(
            try differences(
                [], [#"{"sys_id":"\#(a)","name":"incident","element":"category","value":"cloud"}"#], learningFrom: nil)
                == ["added incident.category.cloud"])
    }

    @Test func recordCreatedAgainIsTheSame() throws {
        let old = [record(a, "INC0000001"), record(b, "INC0000002")]
        let new = [record(a, "INC0000001"), record(c, "INC0000009")]
        // Two recordings: another identity at the same place, with the same values.
        #expect(try differences(old, new, learningFrom: []) == [])
        // One instance: another record.
        #expect(try differences(old, new, learningFrom: nil) == ["removed INC0000002", "added INC0000009"])
        // With other values it is the same only if another answer says so.
        let changed = [new[0], record(c, "INC0000009", "7")]
        #expect(try differences(old, changed, learningFrom: []) == ["removed INC0000002", "added INC0000009"])
        #expect(
            try differences(old, changed, learningFrom: [(old[1], new[1])]) == ["[1].state 1 → 7"])
        // A list that moved by one record.
        #expect(
            try differences(
                [record(a, "INC0000001"), record(b, "INC0000002")], [record(b, "INC0000002"), record(c, "INC0000003")],
                learningFrom: []) == ["removed INC0000001", "added INC0000003"])
    }

    @Test func elementsWithoutIdentityArePairedByPlace() throws {
        #expect(
            try differences([#"{"n":"x"}"#, #"{"n":"y"}"#], [#"{"n":"z"}"#], learningFrom: nil) == [
                "elements 2 → 1", "[0].n x → z",
            ])
    }
}
