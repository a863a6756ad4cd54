/// Measurements of one thing. The unit is the caller's.
struct Sample: Sendable {
    private(set) var values: [Double]

    init(_ values: [Double] = []) { self.values = values }

    mutating func add(_ value: Double) { values.append(value) }

    /// The middle one, the mean of the middle two when there is an even number, 0 when there is none.
    var median: Double {
        guard !values.isEmpty else { return 0 }
        let sorted = values.sorted()
        let middle = sorted.count / 2
        return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    }

    /// The median of the ratios pair by pair: what disturbs the machine for a while disturbs both sides of a pair.
    func ratio(to other: Sample) -> Double {
        Sample(zip(values, other.values).filter { $0.1 > 0 }.map { $0.0 / $0.1 }).median
    }

    /// What is left of each when the other's part is taken away.
    func less(_ other: Sample) -> Sample { Sample(zip(values, other.values).map { max(0, $0.0 - $0.1) }) }
}
