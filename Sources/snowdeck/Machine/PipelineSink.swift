import Shell

/// A pipeline that a command's output goes into. Its own failure is its own affair, as at any prompt.
struct PipelineSink: ByteSink {
    let pipeline: Pipeline
    func write(_ bytes: [UInt8]) throws(Problem) -> Bool { pipeline.write(bytes) }
    func finish() throws(Problem) { _ = pipeline.finish() }
}
