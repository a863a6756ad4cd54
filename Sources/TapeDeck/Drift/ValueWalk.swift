import Notation

/// Walks two JSON values side by side and tells what stands at the same place.
struct ValueWalk {
    /// What was met.
    enum Meeting {
        /// Two scalars of one type, or the text of a reference and none; as they are written.
        case scalars(JSON, JSON)
        /// Something that only one side has, or that has another type there.
        case unlike(JSON?, JSON?)
        /// Two lists of different lengths.
        case counts(Int, Int)
    }

    let tell: (String, Meeting) -> Void

    func walk(_ old: JSON, _ new: JSON, _ path: String) {
        switch (old, new) {
        case (.object(let left), .object(let right)): members(left, right, path)
        case (.array(let left), .array(let right)): elements(left, right, path)
        case (.object, _), (.array, _), (_, .object), (_, .array): tell(path, .unlike(old, new))
        default: tell(path, Self.kind(old) == Self.kind(new) ? .scalars(old, new) : .unlike(old, new))
        }
    }

    private func members(_ old: [JSON.Member], _ new: [JSON.Member], _ path: String) {
        let byName = Dictionary(new.map { (Array($0.name.utf8), $0.value) }) { first, _ in first }
        var seen: Set<[UInt8]> = []
        for member in old where seen.insert(Array(member.name.utf8)).inserted {
            let place = path + "." + member.name
            if let other = byName[Array(member.name.utf8)] {
                walk(member.value, other, place)
            } else {
                tell(place, .unlike(member.value, nil))
            }
        }
        for member in new where seen.insert(Array(member.name.utf8)).inserted {
            tell(path + "." + member.name, .unlike(nil, member.value))
        }
    }

    /// Records that both lists hold, by their sys_id, stand beside each other; the others in their order.
    private func elements(_ old: [JSON], _ new: [JSON], _ path: String) {
        if old.count != new.count { tell(path, .counts(old.count, new.count)) }
        var places = Dictionary(new.indices.compactMap { place in Self.name(of: new[place]).map { ($0, place) } }) {
            first, _ in first
        }
        var partner = [Int?](repeating: nil, count: old.count)
        for place in old.indices {
            if let name = Self.name(of: old[place]) { partner[place] = places.removeValue(forKey: name) }
        }
        let taken = Set(partner.compactMap(\.self))
        var free = new.indices.lazy.filter { !taken.contains($0) }.makeIterator()
        for place in old.indices {
            if let other = partner[place] ?? free.next() { walk(old[place], new[other], "\(path)[\(place)]") }
        }
    }

    private static func name(of element: JSON) -> String? {
        guard case .object(let members) = element, let own = members.first(where: { $0.name == "sys_id" }) else {
            return nil
        }
        if case .string(let text) = own.value { return text }
        guard case .object(let inner) = own.value,
            case .string(let text)? = inner.first(where: { $0.name == "value" })?.value
        else { return nil }
        return text
    }

    private static func kind(_ value: JSON) -> Int {
        switch value {
        case .null: 0
        case .bool: 1
        case .number: 2
        case .string: 3
        case .array: 4
        case .object: 5
        }
    }
}
