/// Which names (sys_ids, numbers of records) of an older recording are which of a newer one. A record that is made anew
/// has another name, and the same one everywhere; a name that became two, or two that became one, are another record.
struct NameMoves: Sendable {
    private enum Target: Sendable {
        case one(String)
        case several
    }

    private var forward: [String: Target] = [:]
    private var back: [String: Target] = [:]

    /// Learns from two texts that stand at the same place.
    mutating func learn(_ old: MovingText, _ new: MovingText) {
        guard old.frame == new.frame else { return }
        for case (.name(let left), .name(let right)) in zip(old.parts, new.parts) {
            Self.add(right, for: left, to: &forward)
            Self.add(left, for: right, to: &back)
        }
    }

    /// Whether one text became the other only by what moves.
    func explain(_ old: MovingText, _ new: MovingText) -> Bool {
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
