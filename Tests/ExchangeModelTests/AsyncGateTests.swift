import ExchangeModel
import Synchronization
import TestSupport
import Testing

private final class OccupancyCounter: Sendable {
    private let state = Mutex((now: 0, most: 0, passed: 0))
    var seen: (now: Int, most: Int, passed: Int) { state.withLock { $0 } }
    func comes() {
        state.withLock {
            $0.now += 1
            $0.most = max($0.most, $0.now)
        }
    }
    func goes() {
        state.withLock {
            $0.now -= 1
            $0.passed += 1
        }
    }
}

struct AsyncGateTests {
    @Test func canceledTaskLeavesQueue() async throws {
        let gate = AsyncGate()
        #expect(await gate.enter())
        let waiting = Task { await gate.enter() }
        let patient = Task { await gate.enter() }
        waiting.cancel()
        await expectEqual(waiting.value, false)
        gate.leave()
        #expect(await patient.value)
        gate.leave()
        #expect(await gate.enter())
    }

    @Test(arguments: [AsyncGate.Access.exclusive, .shared])
    func everyOtherTaskEnters(access: AsyncGate.Access) async {
        let gate = AsyncGate(), inside = OccupancyCounter()
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<500 {
                group.addTask {
                    let task = Task {
                        guard await gate.enter(number % 10 == 0 ? .exclusive : access) else { return }
                        inside.comes()
                        await Task.yield()
                        inside.goes()
                        gate.leave()
                    }
                    if number % 3 == 0 { task.cancel() }
                    await task.value
                }
            }
        }
        let seen = inside.seen
        if access == .exclusive { expectEqual(seen.most, 1) }
        #expect(seen.now == 0 && seen.passed >= 333)
        #expect(await gate.enter())
    }

    @Test func exclusiveTaskWaitsForSharedTasks() async {
        let gate = AsyncGate(), order = Mutex<[String]>([])
        await gate.enterAlways(.shared)
        await gate.enterAlways(.shared)
        let alone = Task {
            await gate.enterAlways()
            order.withLock { $0.append("alone") }
            gate.leave()
        }
        gate.leave()
        order.withLock { $0.append("shared") }
        gate.leave()
        await alone.value
        expectEqual(order.withLock { $0 }, ["shared", "alone"])
    }

    @Test func namedGateAdmitsOnePerName() async {
        let gates = NamedGates(), inside = OccupancyCounter()
        await gates.enter("other")
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<50 {
                group.addTask {
                    await gates.enter("name")
                    inside.comes()
                    await Task.yield()
                    inside.goes()
                    gates.leave("name")
                }
            }
        }
        gates.leave("other")
        #expect(inside.seen.most == 1 && inside.seen.passed == 50)
    }
}
