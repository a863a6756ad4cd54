/// Does something with each of many, so many at once, and gives what came of it in their order.
enum Parallel {
    static func map<Item: Sendable, Result: Sendable>(
        _ items: [Item], atOnce width: Int, _ work: @escaping @Sendable (Item) async -> Result,
        each done: () -> Void
    ) async -> [Result] {
        await withTaskGroup(of: (Int, Result).self) { group in
            var results = [Result?](repeating: nil, count: items.count)
            var next = 0
            func start() {
                guard next < items.count else { return }
                let number = next
                next += 1
                group.addTask { (number, await work(items[number])) }
            }
            for _ in 0..<max(1, width) { start() }
            while let (number, result) = await group.next() {
                results[number] = result
                done()
                start()
            }
            return results.compactMap { $0 }
        }
    }
}
