import Shell

/// Standard output or standard error.
struct StreamSink: ByteSink {
    let writer: DescriptorWriter
    let name: String

    func write(_ bytes: [UInt8]) throws(Problem) -> Bool {
        switch writer.write(bytes) {
        case .written: return true
        case .closed: return false
        case .failed(let code): throw MachineFiles.trouble("\(name) cannot be written", code, kind: .internal)
        }
    }

    func finish() throws(Problem) {}

    static let standardOutput = StreamSink(writer: .standardOutput, name: "Standard output")
    static let standardError = StreamSink(writer: .standardError, name: "Standard error")
}
