import Synchronization

/// A program that asks a server of a tape, and how far it has come: each begins before the first change.
package final class ProgramClient: Sendable {
    /// As it calls itself, or as the port it asks at is called.
    package let name: String
    private let place = Atomic<Int>(0)
    private let progress = Mutex(Progress())
    private let turn = Mutex(())
    /// The exchange that it was given last.
    private let latest = Atomic<Int64>(0)
    /// When it was last seen, in the count of its table.
    let lastSeen = Atomic<UInt64>(0)

    /// What has been played of requests that are recorded more than once.
    private struct Progress {
        var played: [ProgramIndex.Place: Int64] = [:]
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
    var last: Int64 { latest.load(ordering: .relaxed) }

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

    /// Does something that no other request of it may come between. It must not be nested.
    func inTurn<Value: Sendable, Failure: Error>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
        try turn.withLock { _ throws(Failure) in try body() }
    }

    /// Begins anew.
    func reset() {
        progress.withLock { progress in
            progress = Progress()
            latest.store(0, ordering: .relaxed)
            place.store(0, ordering: .relaxed)
        }
    }

    /// The next exchange of a read in the present stretch; when all have been played, the last again.
    func read(_ keys: [Int64], by index: ProgramIndex) -> Hit? {
        let present = place.load(ordering: .relaxed)
        for stretch in [Int32(clamping: present), ProgramIndex.outside] {
            for key in keys {
                let found = index.exchanges(key, in: stretch)
                guard let last = found.last else { continue }
                // Most stand there once: then nobody waits for anybody.
                let isOnly = found.count == 1
                let exchange = isOnly ? last.exchange : next(of: found, last)
                latest.store(exchange, ordering: .relaxed)
                return Hit(exchange: exchange, isOnlyIn: isOnly ? present : nil)
            }
        }
        return nil
    }

    /// The exchange that is the only one to answer a read in the present stretch, and the number of changes before that.
    func only(_ key: Int64, by index: ProgramIndex) -> (exchange: Int64, stretch: Int)? {
        let present = stretch
        var found = index.exchanges(key, in: Int32(clamping: present))
        if found.isEmpty { found = index.exchanges(key, in: ProgramIndex.outside) }
        guard found.count == 1, let only = found.first else { return nil }
        return (only.exchange, present)
    }

    /// Takes down that it was given that.
    func wasGivenOnly(_ exchange: Int64) { latest.store(exchange, ordering: .relaxed) }

    private func next(of found: ArraySlice<ProgramIndex.Place>, _ last: ProgramIndex.Place) -> Int64 {
        progress.withLock { progress in
            let spot = ProgramIndex.Place(key: last.key, stretch: last.stretch, exchange: 0)
            let before = progress.played[spot] ?? 0
            let next = found.first { $0.exchange > before } ?? last
            progress.played[spot] = next.exchange
            return next.exchange
        }
    }

    /// The exchange of a change, if it is the next that was recorded: time moves. Else of a sign-in, which moves none.
    func change(_ keys: [Int64], by index: ProgramIndex) -> Hit? {
        progress.withLock { progress in
            let next = place.load(ordering: .relaxed) + 1
            for key in keys {
                guard let found = index.exchanges(key, in: Int32(clamping: next)).first else { continue }
                place.store(next, ordering: .relaxed)
                latest.store(found.exchange, ordering: .relaxed)
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
