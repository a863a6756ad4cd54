import Foundation
import TestSupport
import Testing

extension TerminalTests {
    @Suite struct RandomKeyTests {
        /// `make fuzz` types a million keys.
        @Test func `random keys, pastes and resizes leave line and screen in agreement`() async {
            let report = await withCheckedContinuation { done in
                // What judges waits for the terminal, so it has a thread of its own.
                Thread.detachNewThread {
                    let start = ContinuousClock.now
                    done.resume(
                        returning: FuzzRun(KeyFuzzTarget(), seed: 1).report(on: 0..<20) {
                            Int((ContinuousClock.now - start) / .nanoseconds(1))
                        })
                }
            }
            #expect(report.broken.map { "number \($0.number): \($0.claim)" } == [])
            #expect(report.accepted == 20)
        }
    }
}
