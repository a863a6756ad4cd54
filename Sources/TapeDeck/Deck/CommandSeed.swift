import ExchangeModel

/// Derives a command's seed from its session's and its number on the tape, so that recording and replay agree.
enum CommandSeed {
    /// The seed of a command: SplitMix64, begun at the session's seed and drawn as often as the number says.
    static func mix(_ session: Int64, _ command: Int64) -> UInt64 {
        StableHash.mixed(UInt64(bitPattern: session) &+ UInt64(bitPattern: command) &* 0x9E37_79B9_7F4A_7C15)
    }
}
