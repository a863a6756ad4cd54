import CassetteStore

/// Finds exchanges by key and epoch, in recorded order.
protocol KeyIndex: Sendable {
    /// The first exchange with that key in that epoch (nil: outside epochs) after the number `id`.
    func first(_ key: RequestKey, epoch: Int64?, after id: Int64) throws(CassetteError) -> Int64?
    /// The last exchange with that key in that epoch (nil: outside epochs) before the number `id`.
    func last(_ key: RequestKey, epoch: Int64?, before id: Int64) throws(CassetteError) -> Int64?
    /// The latest epoch before `epoch` in which the key stands.
    func latestEpoch(_ key: RequestKey, before epoch: Int64) throws(CassetteError) -> Int64?
    /// The earliest epoch after `epoch` in which the key stands.
    func earliestEpoch(_ key: RequestKey, after epoch: Int64) throws(CassetteError) -> Int64?
}
