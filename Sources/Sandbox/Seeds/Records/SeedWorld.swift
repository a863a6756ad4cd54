import ExchangeModel

/// What seed records refer to in one another, and the numbers that make them.
struct SeedWorld {
    /// A user as other seeds see one.
    struct Person {
        let sysID: String
        let userName: String
        let name: String
        let location: String
        let company: String
    }

    /// A configuration item as other seeds see one.
    struct Item {
        let sysID: String
        let name: String
    }

    var random = SeededRandom(seed: 0x51E5_D0C5)
    var people: [Person] = []
    /// Those who work on tasks.
    var agents: [Person] = []
    var locations: [(sysID: String, name: String)] = []
    var companies: [String] = []
    var departments: [String] = []
    var groups: [String: String] = [:]
    var items: [Item] = []

    /// The instance's own time when it starts.
    let start: Timestamp

    init(start: Timestamp = SandboxOptions.usualStart) { self.start = start }

    /// A moment that many hours, and some minutes and seconds, before the start.
    mutating func before(hours: Int) -> Timestamp {
        Timestamp(seconds: start.seconds - Int64(hours) * 3600 - Int64(random.below(3600)))
    }
}
