import Synchronization

/// A program that asks a server of a tape, and how far it has come: each begins before the first change.
package final class ProgramClient: Sendable {
    /// As it calls itself, or as the port it asks at is called.
    package let name: String
    private let place = Atomic<Int>(0)
    private let progress = Mutex(Progress())
    /// When it was last seen, in the count of its table.
    let lastSeen = Atomic<UInt64>(0)

    /// What has been played of requests that are recorded more than once.
    private struct Progress {
        var played: [ProgramIndex.Place: Int64] = [:]
        var last: Int64 = 0
        /// Only kept where somebody may ask.
        var seen: Set<Int64> = []
        /// What answers it where answers may be from before a change.
        var player: Player?
    }

    /// An exchange that answers.
    struct Hit {
        var exchange: Int64
        /// The number of changes after which it is the only answer to its request; nil where there are several.
        var isOnlyIn: Int?
    }

    private let journal: ServedJournal?

    /// - Parameter journal: Where it is kept what it was given; nil where nobody may ask for that.
    package init(_ name: String, journal: ServedJournal? = nil) {
        self.name = name
        self.journal = journal
    }

    /// How many changes it has made.
    package var stretch: Int { place.load(ordering: .relaxed) }

    /// The exchange that it was given last.
    var last: Int64 { progress.withLock { $0.last } }

    /// Whether it was given that exchange, as far as that is kept.
    func hasSeen(_ exchange: Int64) -> Bool { progress.withLock { $0.seen.contains(exchange) } }

    /// Keeps that it was given something.
    package func wasGiven(
        _ exchange: Int64?, status: Int, method: String, target: String, miss: TapeError? = nil
    ) {
        guard let journal else { return }
        journal.add(name, method, target, status: status, exchange: exchange, miss: miss)
        if let exchange { progress.withLock { _ = $0.seen.insert(exchange) } }
    }

    /// Its own player, made at its first request.
    func player(_ make: () -> Player) -> Player {
        progress.withLock { progress in
            let player = progress.player ?? make()
            progress.player = player
            return player
        }
    }

    /// Begins anew.
    func reset() {
        progress.withLock { progress in
            progress = Progress()
            place.store(0, ordering: .relaxed)
        }
    }

    /// The next exchange of a read in the present stretch; when all have been played, the last again.
    func read(_ keys: [Int64], by index: ProgramIndex) -> Hit? {
        progress.withLock { progress in
            let present = Int32(clamping: place.load(ordering: .relaxed))
            for stretch in [present, ProgramIndex.outside] {
                for key in keys {
                    let found = index.exchanges(key, in: stretch)
                    guard let last = found.last else { continue }
                    var hit = Hit(exchange: last.exchange, isOnlyIn: Int(present))
                    if found.count > 1 {
                        let spot = ProgramIndex.Place(key: key, stretch: stretch, exchange: 0)
                        let before = progress.played[spot] ?? 0
                        let next = found.first { $0.exchange > before } ?? last
                        progress.played[spot] = next.exchange
                        hit = Hit(exchange: next.exchange)
                    }
                    progress.last = hit.exchange
                    return hit
                }
            }
            return nil
        }
    }

    /// The exchange of a change, if it is the next that was recorded: time moves. Else of a sign-in, which moves none.
    func change(_ keys: [Int64], by index: ProgramIndex) -> Hit? {
        progress.withLock { progress in
            let next = place.load(ordering: .relaxed) + 1
            for key in keys {
                guard let found = index.exchanges(key, in: Int32(clamping: next)).first else { continue }
                place.store(next, ordering: .relaxed)
                progress.last = found.exchange
                return Hit(exchange: found.exchange)
            }
            for key in keys {
                let found = index.exchanges(key, in: ProgramIndex.outside)
                guard let last = found.last else { continue }
                let spot = ProgramIndex.Place(key: key, stretch: ProgramIndex.outside, exchange: 0)
                let before = progress.played[spot] ?? 0
                let hit = found.first { $0.exchange > before } ?? last
                progress.played[spot] = hit.exchange
                return Hit(exchange: hit.exchange)
            }
            return nil
        }
    }
}
