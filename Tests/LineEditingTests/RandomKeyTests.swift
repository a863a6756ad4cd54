import Foundation
import TestSupport
import Testing

extension TerminalTests {
    struct RandomKeyTests {
        /// `make fuzz` types more.
        @Test func `random keys, pastes and resizes leave line and screen in agreement`() async {
            let failures = await withCheckedContinuation { done in
                // The check waits for the terminal, so it has a thread of its own.
                Thread.detachNewThread {
                    done.resume(
                        returning: (0..<20).compactMap { number -> String? in
                            var random = SeededGenerator(seed: 0x9E37_79B9 &+ UInt64(number))
                            let keys = TypedKeys.keys(&random)
                            return TypedKeys.failure(of: keys, &random).map { "number \(number): \($0)" }
                        })
                }
            }
            expectEqual(failures, [])
        }
    }
}
