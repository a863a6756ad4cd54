import CassetteStore
import ExchangeModel
import Notation
import Redactors

/// A text split into its fixed part and what changes with every recording: times, sys_ids and record numbers.
struct VolatileText: Hashable {
    package enum Part: Hashable {
        /// A date, or a date with a time. Its value is not compared.
        case time
        /// A sys_id or record number, compared together with its other occurrences.
        case name(String)
    }

    private(set) var frame: [UInt8] = []
    package private(set) var parts: [Part] = []

    init(_ text: String) {
        let bytes = Array(text.utf8)
        var place = 0
        while place < bytes.count {
            guard Self.isWord(bytes[place]) else {
                frame.append(bytes[place])
                place += 1
                continue
            }
            if let end = Self.endOfTime(in: bytes, from: place) {
                add(.time)
                place = end
                continue
            }
            var end = place
            while end < bytes.count, Self.isWord(bytes[end]) { end += 1 }
            if Self.isName(bytes[place..<end]) {
                add(.name(String(decoding: bytes[place..<end], as: UTF8.self)))
            } else {
                frame += bytes[place..<end]
            }
            place = end
        }
    }

    private mutating func add(_ part: Part) {
        parts.append(part)
        // A byte that UTF-8 text never contains.
        frame.append(0xFF)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { 48...57 ~= byte }
    static func isWord(_ byte: UInt8) -> Bool {
        isDigit(byte) || 65...90 ~= byte || 97...122 ~= byte || byte == 95 || byte >= 0x80
    }

    /// 32 hexadecimal digits, or capital letters followed by at least four digits.
    private static func isName(_ word: ArraySlice<UInt8>) -> Bool {
        if SysIDForm.isStored(word) { return true }
        let letters = word.prefix { 65...90 ~= $0 }.count
        return 2...8 ~= letters && word.count >= letters + 4 && word.dropFirst(letters).allSatisfy(isDigit)
    }

    /// `2025-03-03`, optionally followed by ` 16:00:00` or `T16:00:00.123Z`.
    static func endOfTime(in bytes: [UInt8], from start: Int) -> Int? {
        func matches(_ form: StaticString, at place: Int) -> Bool {
            guard place + form.utf8CodeUnitCount <= bytes.count else { return false }
            return form.withUTF8Buffer { form in
                form.indices.allSatisfy { form[$0] == 48 ? isDigit(bytes[place + $0]) : form[$0] == bytes[place + $0] }
            }
        }
        guard matches("0000-00-00", at: start) else { return nil }
        var end = start + 10
        if end < bytes.count, bytes[end] == 32 || bytes[end] == 84, matches("00:00:00", at: end + 1) {
            end += 9
            if end + 1 < bytes.count, bytes[end] == 46, isDigit(bytes[end + 1]) {
                end += 1
                while end < bytes.count, isDigit(bytes[end]) { end += 1 }
            }
            if end < bytes.count, bytes[end] == 90 { end += 1 }
        }
        return end < bytes.count && isWord(bytes[end]) ? nil : end
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
