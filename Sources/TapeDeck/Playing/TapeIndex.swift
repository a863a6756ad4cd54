import CassetteStore

/// The tape's own index, for keys of the present version.
struct TapeIndex: KeyIndex {
    let cassette: Cassette

    func first(_ key: RequestKey, epoch: Int64?, after id: Int64) throws(CassetteError) -> Int64? {
        try cassette.candidates(keyHash: key.hash, key: key.text, epoch: epoch, after: id, limit: 1).first?.id
    }

    func last(_ key: RequestKey, epoch: Int64?, before id: Int64) throws(CassetteError) -> Int64? {
        try cassette.lastCandidate(keyHash: key.hash, key: key.text, epoch: epoch, before: id)
    }

    func latestEpoch(_ key: RequestKey, before epoch: Int64) throws(CassetteError) -> Int64? {
        try cassette.latestEpoch(keyHash: key.hash, key: key.text, before: epoch)
    }

    func earliestEpoch(_ key: RequestKey, after epoch: Int64) throws(CassetteError) -> Int64? {
        try cassette.earliestEpoch(keyHash: key.hash, key: key.text, after: epoch)
    }
}
