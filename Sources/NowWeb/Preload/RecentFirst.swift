/// Values by key, in the order of their last use. Everything takes the same time however many there are: the order is a
/// list linked by places.
struct RecentFirst<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Node: Sendable {
        var key: Key
        var value: Value
        var newer: Int?
        var older: Int?
    }

    private var places: [Key: Int] = [:]
    /// Nil where a value was removed; such places are used again.
    private var nodes: [Node?] = []
    private var free: [Int] = []
    private var newest: Int?
    private var oldest: Int?

    /// How many there are.
    var count: Int { places.count }
    /// All of them, in no order.
    var values: [Value] { places.values.compactMap { nodes[$0]?.value } }

    /// The value of a key; looking is no use.
    subscript(key: Key) -> Value? { places[key].flatMap { nodes[$0]?.value } }

    /// Puts a value in, as the one used last; gives the one it replaces.
    @discardableResult
    mutating func put(_ value: Value, for key: Key) -> Value? {
        let replaced = remove(key)
        let node = Node(key: key, value: value, newer: nil, older: newest)
        let place: Int
        if let freed = free.popLast() {
            nodes[freed] = node
            place = freed
        } else {
            nodes.append(node)
            place = nodes.count - 1
        }
        places[key] = place
        if let newest { nodes[newest]?.newer = place }
        newest = place
        if oldest == nil { oldest = place }
        return replaced
    }

    /// Takes a value out.
    @discardableResult
    mutating func remove(_ key: Key) -> Value? {
        guard let place = places.removeValue(forKey: key), let node = nodes[place] else { return nil }
        if let newer = node.newer { nodes[newer]?.older = node.older } else { newest = node.older }
        if let older = node.older { nodes[older]?.newer = node.newer } else { oldest = node.newer }
        nodes[place] = nil
        free.append(place)
        return node.value
    }

    /// Takes out what was used longest ago.
    mutating func removeOldest() -> Value? {
        guard let oldest, let key = nodes[oldest]?.key else { return nil }
        return remove(key)
    }
}
