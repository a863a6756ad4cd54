/// Takes bytes and forgets them.
struct NullSink: ByteSink {
    func write(_ bytes: [UInt8]) throws(Problem) -> Bool { true }
    func finish() throws(Problem) {}
}
