import Glibc

/// Standard output for the table, standard error for everything that is said meanwhile.
enum Streams {
    static func show(_ bytes: [UInt8]) { write(bytes, to: STDOUT_FILENO) }
    static func remark(_ line: String) { write(Array((line + "\n").utf8), to: STDERR_FILENO) }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) {
        bytes.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                // There is nowhere to say that our own output is closed.
                if count < 0, errno != EINTR { return }
                rest = rest.dropFirst(max(count, 0))
            }
        }
    }
}
