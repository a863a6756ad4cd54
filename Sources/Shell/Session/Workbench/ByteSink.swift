/// Somewhere bytes go: a stream of the process, a file, a pipeline.
package protocol ByteSink: Sendable {
    /// Writes all of it. False when nobody reads any more, as after `| head`: no error, but no reason to go on.
    func write(_ bytes: [UInt8]) throws(Problem) -> Bool
    /// Ends it: closes the file, waits for the pipeline. Streams of the process stay open.
    func finish() throws(Problem)
    /// Ends it after a failure: a file that nothing was written into stays as it was.
    func abandon() throws(Problem)
}

extension ByteSink {
    /// Most have nothing to take back.
    package func abandon() throws(Problem) { try finish() }
}
