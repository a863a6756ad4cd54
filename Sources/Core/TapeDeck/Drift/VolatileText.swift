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

/// Maps the sys_ids and record numbers of an older recording to those of a newer one. A record that was created again
/// has a new identifier, the same everywhere; an identifier that maps to two, or two that map to one, mean a different
/// record.
struct IdentifierMap: Sendable {
    private enum Target: Sendable {
        case one(String)
        case several
    }

    private var forward: [String: Target] = [:]
    private var back: [String: Target] = [:]

    mutating func learn(_ old: VolatileText, _ new: VolatileText) {
        guard old.frame == new.frame else { return }
        for case (.name(let left), .name(let right)) in zip(old.parts, new.parts) {
            Self.add(right, for: left, to: &forward)
            Self.add(left, for: right, to: &back)
        }
    }

    /// Whether two texts differ only in times and mapped identifiers.
    func explain(_ old: VolatileText, _ new: VolatileText) -> Bool {
        guard old.frame == new.frame, old.parts.count == new.parts.count else { return false }
        return zip(old.parts, new.parts).allSatisfy { left, right in
            switch (left, right) {
            case (.time, .time): true
            case (.name(let left), .name(let right)):
                left == right || Self.leads(left, to: right, in: forward) && Self.leads(right, to: left, in: back)
            default: false
            }
        }
    }

    /// What an identifier moved to; nil if it is unknown or not the same everywhere.
    func target(of name: String) -> String? {
        guard case .one(let target)? = forward[name], Self.leads(target, to: name, in: back) else { return nil }
        return target
    }

    private static func add(_ target: String, for name: String, to moves: inout [String: Target]) {
        switch moves[name] {
        case nil: moves[name] = .one(target)
        case .one(let known)? where known != target: moves[name] = .several
        case .one?, .several?: break
        }
    }

    private static func leads(_ name: String, to target: String, in moves: [String: Target]) -> Bool {
        if case .one(let known)? = moves[name] { known == target } else { false }
    }
}
