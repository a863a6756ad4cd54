/// How a program ended, and everything it wrote.
struct Ended: Hashable, CustomStringConvertible {
    /// Its exit status; 128 + the signal's number when a signal ended it.
    var status: Int32
    var outputBytes: [UInt8]
    var errorBytes: [UInt8]

    var output: String { String(decoding: outputBytes, as: UTF8.self) }
    var errors: String { String(decoding: errorBytes, as: UTF8.self) }

    /// The first line of standard error, which says what went wrong.
    var firstError: String { String(errors.prefix { $0 != "\n" }) }

    init(_ status: Int32, outputBytes: [UInt8], errorBytes: [UInt8]) {
        self.status = status
        self.outputBytes = outputBytes
        self.errorBytes = errorBytes
    }

    init(_ status: Int32, _ output: String = "", errors: String = "") {
        self.init(status, outputBytes: Array(output.utf8), errorBytes: Array(errors.utf8))
    }

    var description: String { "status \(status)\n--- output\n\(output)--- errors\n\(errors)---" }
}
