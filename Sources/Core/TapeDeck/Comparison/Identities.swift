import CassetteStore
import ExchangeModel
import Notation

/// A text split into its fixed part and what changes with every recording: times, sys_ids and record numbers.
struct VolatileText: Hashable {
    enum Part: Hashable {
        /// A date, or a date with a time. Its value is not compared.
        case time
        /// A sys_id or record number, compared together with its other occurrences.
        case name(String)
    }

    private(set) var frame: [UInt8] = []
    private(set) var parts: [Part] = []

    init(_ text: String) {
        let bytes = Array(text.utf8)
        var kept = 0
        for found in ValueForm.all(in: text) {
            // A byte that UTF-8 text never contains.
            frame += bytes[kept..<found.range.lowerBound] + [0xFF]
            kept = found.range.upperBound
            parts.append(found.form == .sysID || found.form == .number ? .name(found.text) : .time)
        }
        frame += bytes[kept...]
    }
}

/// The identities of records that a newer recording created again: sys_ids and record numbers. One that only the older
/// recording has means one that only the newer one has, the same everywhere. Without both recordings none has moved.
struct Identities: Sendable {
    private var old: Set<String> = []
    private var new: Set<String> = []
    private var forward: [String: String] = [:]
    private var back: [String: String] = [:]

    mutating func note(_ before: OutcomeRecord, _ after: OutcomeRecord) {
        old.formUnion(Self.names(in: before))
        new.formUnion(Self.names(in: after))
    }

    private static func names(in outcome: OutcomeRecord) -> [String] {
        guard case .response(let response) = outcome else { return [] }
        return VolatileText(String(decoding: response.body, as: UTF8.self)).parts.compactMap {
            if case .name(let name) = $0 { name } else { nil }
        }
    }

    /// Whether two texts differ only in times and identities that moved, or now have.
    mutating func explain(_ left: VolatileText, _ right: VolatileText) -> Bool {
        guard mayExplain(left, right) else { return false }
        for case (.name(let one), .name(let other)) in zip(left.parts, right.parts) where one != other {
            guard mayMean(one, other) else { return false }
            (forward[one], back[other]) = (other, one)
        }
        return true
    }

    func mayExplain(_ left: VolatileText, _ right: VolatileText) -> Bool {
        guard left.frame == right.frame, left.parts.count == right.parts.count else { return false }
        return zip(left.parts, right.parts).allSatisfy { left, right in
            switch (left, right) {
            case (.time, .time): true
            case (.name(let left), .name(let right)): mayMean(left, right)
            default: false
            }
        }
    }

    /// What an identity moved to; nil if that is not known.
    func target(of name: String) -> String? { forward[name] }

    private func mayMean(_ one: String, _ other: String) -> Bool {
        if one == other { return true }
        if let known = forward[one] { return known == other }
        return back[other] == nil && old.contains(one) && !new.contains(one) && new.contains(other)
            && !old.contains(other)
    }
}
