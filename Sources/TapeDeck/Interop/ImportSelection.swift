import CassetteStore
import ExchangeModel

/// Selects the exchanges of an import and orders them.
struct ImportSelection {
    /// Whether all instances are imported.
    private let isWhole: Bool
    private let wanted: [HTTPURL]
    private(set) var taken: [ImportOutline] = []
    /// Exchanges that are left out, and why.
    private(set) var dropped: [(reason: ConversionLosses.Kind, outline: ImportOutline)] = []
    /// The number of exchanges that are not where they are in the files.
    private(set) var moved = 0
    /// The instance's origin as in the file; nil when nothing is selected.
    private(set) var instance: String?

    /// - Parameters:
    /// - isWhole: whether the file is an exported tape, which may have used several instances.
    /// - wanted: the instance to import and hosts beside it; empty for the one with the most exchanges.
    init(isWhole: Bool, _ wanted: [HTTPURL]) {
        (self.isWhole, self.wanted) = (isWhole, wanted)
    }

    /// Takes the exchanges of the next file, without those that an earlier file also contains.
    mutating func take(_ file: ImportedFile, number: Int) {
        let before = number == 0 ? [] : Set(taken.map(\.identity))
        for var outline in file.outlines {
            outline.file = number
            if before.contains(outline.identity) { dropped.append((.repeated, outline)) } else { taken.append(outline) }
        }
    }

    /// Drops other instances' exchanges and those that were never sent, and orders the rest.
    mutating func choose() {
        chooseInstance()
        let isOwn = taken.allSatisfy { $0.sequence != nil }
        let before = taken.map(\.place)
        taken.sort { left, right in
            if isOwn, let first = left.sequence, let second = right.sequence, first != second { return first < second }
            if !isOwn, left.startedAt != right.startedAt { return left.startedAt < right.startedAt }
            return left.place < right.place
        }
        moved = zip(before, taken).count { $0 != $1.place }
        leaveOutCached()
    }

    private mutating func chooseInstance() {
        var counts: [String: (count: Int, first: Int, origin: String)] = [:]
        for (place, outline) in taken.enumerated() {
            counts[outline.origin.key, default: (0, place, outline.origin.text)].count += 1
        }
        if wanted.isEmpty, isWhole { return }
        let most = counts.max { ($0.value.count, -$0.value.first) < ($1.value.count, -$1.value.first) }
        let origins = wanted.isEmpty ? most.map { [$0.key] } ?? [] : wanted.map(RequestParts.origin)
        instance = wanted.first?.origin ?? most?.value.origin
        leaveOut(.otherHost) { !origins.contains($0.origin.key) }
    }

    /// Responses from the browser's cache were not sent. One is kept if no other exchange since the last unsafe request
    /// has that response, because a strict replay does not look in earlier epochs.
    private mutating func leaveOutCached() {
        var known: Set<Int64> = []
        leaveOut(.cached) { outline in
            if !outline.isSafe { known = [] }
            return !known.insert(outline.target).inserted && outline.isCached
        }
    }

    private mutating func leaveOut(_ reason: ConversionLosses.Kind, _ isLeftOut: (ImportOutline) -> Bool) {
        var kept: [ImportOutline] = []
        for outline in taken {
            if isLeftOut(outline) { dropped.append((reason, outline)) } else { kept.append(outline) }
        }
        taken = kept
    }
}
