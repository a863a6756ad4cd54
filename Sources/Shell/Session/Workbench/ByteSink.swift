/// Somewhere bytes go: a stream of the process, a file, a pipeline.
package protocol ByteSink: Sendable {
    /// Writes all of it. False when nobody reads any more, as after `| head`: no error, but no reason to go on.
    func write(_ bytes: [UInt8]) throws(Problem) -> Bool
    /// Ends it: puts the file in its place, waits for the pipeline. Streams of the process stay open.
    func finish() throws(Problem)
    /// Ends it before all was written: a file stays as it was. What was written is kept beside it when told, and named.
    func abandon(keeping: Bool) throws(Problem) -> PartialOutput?
}

extension ByteSink {
    /// Most have nothing to take back.
    package func abandon(keeping: Bool) throws(Problem) -> PartialOutput? {
        try finish()
        return nil
    }

    /// Writes all there is, and ends it.
    package func put(_ bytes: [UInt8]) throws(Problem) {
        do throws(Problem) {
            _ = try write(bytes)
        } catch {
            _ = try? abandon(keeping: false)
            throw error
        }
        try finish()
    }
}
