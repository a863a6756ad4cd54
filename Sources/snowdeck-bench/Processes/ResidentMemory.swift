import Glibc

/// What `/proc` says of a process that lives: bytes that are in memory, libraries shared with others included.
enum ResidentMemory {
    /// Of this process.
    static var bytes: Double { bytes(of: getpid()) }

    /// Of another; 0 when it is gone.
    static func bytes(of process: pid_t) -> Double {
        guard let file = fopen("/proc/\(process)/statm", "r") else { return 0 }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        guard fgets(&line, Int32(line.count), file) != nil else { return 0 }
        let words = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self).split(
            separator: " ")
        return (words.count > 1 ? Double(words[1]) ?? 0 : 0) * Double(sysconf(Int32(_SC_PAGESIZE)))
    }
}
