import CGlibc
import ExchangeModel
import Glibc
import Rendering
import Synchronization
import Workbench

/// The process's environment, terminal and locale, read once and only here.
struct MachineEnvironment: Sendable {
    let variables: [String: String]
    let arguments: [String]
    let inputIsTerminal: Bool
    let outputIsTerminal: Bool
    let errorIsTerminal: Bool
    let processID: Int32
    let descriptors: InheritedDescriptors

    /// The command line, beginning with the program's name.
    static var words: [String] {
        UnsafeBufferPointer(start: cglibc_arguments(), count: Int(cglibc_argument_count())).compactMap { word in
            word.map { String(cString: $0) }
        }
    }

    static func current(_ arguments: ArraySlice<String>, _ descriptors: InheritedDescriptors) -> MachineEnvironment {
        var variables: [String: String] = [:]
        var cursor = environ
        while let entry = cursor.pointee {
            // Parsed as bytes: by characters it would take longer than the rest of the start-up.
            let text = UnsafeBufferPointer(
                start: UnsafeRawPointer(entry).assumingMemoryBound(to: UInt8.self), count: strlen(entry))
            if let mark = text.firstIndex(of: UInt8(ascii: "=")), mark + 1 < text.count {
                let name = String(decoding: UnsafeBufferPointer(rebasing: text[..<mark]), as: UTF8.self)
                variables[name] = String(decoding: UnsafeBufferPointer(rebasing: text[(mark + 1)...]), as: UTF8.self)
            }
            cursor = cursor.advanced(by: 1)
        }
        return MachineEnvironment(
            variables: variables, arguments: Array(arguments),
            inputIsTerminal: isatty(STDIN_FILENO) == 1, outputIsTerminal: isatty(STDOUT_FILENO) == 1,
            errorIsTerminal: isatty(STDERR_FILENO) == 1, processID: getpid(), descriptors: descriptors)
    }

    subscript(name: String) -> String? { variables[name] }

    var home: String { variables["HOME"] ?? "/" }

    /// A folder of the XDG base directory specification, such as `$XDG_STATE_HOME/snowdeck`. Relative values are
    /// ignored, as it requires.
    func folder(_ variable: String, default fallback: String) -> String {
        let base = variables[variable].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home + "/" + fallback
        return base + "/snowdeck"
    }

    var stateFolder: String { folder("XDG_STATE_HOME", default: ".local/state") }
    var configurationFolder: String { folder("XDG_CONFIG_HOME", default: ".config") }

    var startUpPath: String { configurationFolder + "/snowdeckrc" }

    /// The file of editrc(5). libedit finds it by itself only for a caller that names no file.
    var editrc: String { variables["EDITRC"] ?? home + "/.editrc" }

    func startUpFile() throws(Problem) -> StartUpFile {
        guard access(startUpPath, F_OK) == 0 else { return StartUpFile("", named: startUpPath) }
        return StartUpFile(String(decoding: try MachineFiles.read(startUpPath), as: UTF8.self), named: startUpPath)
    }

    /// Whether standard output supports color and `NO_COLOR` is not set (https://no-color.org).
    var showsColor: Bool { outputIsTerminal && variables["NO_COLOR"] == nil && variables["TERM"] ?? "dumb" != "dumb" }

    var colorDepth: ColorDepth {
        showsColor ? ColorDepth(terminal: variables["TERM"], colorTerm: variables["COLORTERM"]) : .none
    }

    /// The host name, shown to processes that wait for a tape that this one is recording.
    var hostName: String? {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return nil }
        return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    var width: Int? {
        guard outputIsTerminal else { return nil }
        var size = winsize()
        if ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return Int(size.ws_col) }
        return variables["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } ?? 80
    }

    var height: Int? {
        var size = winsize()
        guard outputIsTerminal, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0 else { return nil }
        return Int(size.ws_row)
    }

    static func randomBytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8.random(in: 0...255) } }

    static func randomSeed() -> UInt64 { UInt64.random(in: 0...UInt64(Int64.max)) }
}

/// The machine's clock, read only here.
struct SystemClock: Clock {
    var now: Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
    }

    func sleep(microseconds: Int64) async throws {
        try await Task.sleep(nanoseconds: UInt64(max(0, microseconds)) * 1000)
    }
}

final class MachineZones: Sendable {
    private static let folder = "/usr/share/zoneinfo/"
    private let environment: MachineEnvironment
    private let known = Mutex<[String: ZoneRule]>([:])

    init(_ environment: MachineEnvironment) { self.environment = environment }

    /// The zone of a name or POSIX rule; `local` is that of `TZ`, else the machine's.
    func zone(_ name: String) -> ZoneRule? {
        if let zone = known.withLock({ $0[name] }) { return zone }
        let zone = name == SettingTable.localZone ? local : Self.named(name)
        if let zone { known.withLock { $0[name] = zone } }
        return zone
    }

    /// The names in the time-zone database.
    var names: [String] {
        let bytes = try? MachineFiles.readRegular(Self.folder + "zone.tab")
        let lines = String(decoding: bytes ?? [], as: UTF8.self).split(separator: "\n").filter { !$0.hasPrefix("#") }
        return lines.compactMap { line in
            let cells = line.split(separator: "\t")
            return cells.count > 2 ? String(cells[2]) : nil
        }.sorted()
    }

    private var local: ZoneRule {
        guard let given = environment["TZ"] else {
            let path = "/etc/localtime"
            let target = realpath(path, nil)
            defer { free(target) }
            let folder = "zoneinfo/"
            let name = target.flatMap { strstr($0, folder) }.map { String(cString: $0 + folder.utf8.count) }
            return Self.zone(name ?? SettingTable.localZone, at: path) ?? .utc
        }
        let name = given.hasPrefix(":") ? String(given.dropFirst()) : given
        return Self.named(name) ?? (name.hasPrefix("/") ? Self.zone(name, at: name) : nil) ?? .utc
    }

    private static func named(_ name: String) -> ZoneRule? {
        if name == ZoneRule.utc.name { return .utc }
        return bytes(of: name).flatMap { ZoneRule(named: name, file: $0) } ?? ZoneRule(named: name, name)
    }

    private static func zone(_ name: String, at path: String) -> ZoneRule? {
        (try? MachineFiles.readRegular(path)).flatMap { ZoneRule(named: name, file: $0) }
    }

    static func bytes(of name: String) -> [UInt8]? {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." }) else { return nil }
        return try? MachineFiles.readRegular(folder + name)
    }
}
