import ExchangeModel
import Glibc
import Shell
import Synchronization

/// The time zones of this machine.
final class MachineZones: Sendable {
    private static let folder = "/usr/share/zoneinfo/"
    private let environment: MachineEnvironment
    private let known = Mutex<[String: ZoneRule]>([:])

    init(_ environment: MachineEnvironment) { self.environment = environment }

    /// The zone of that name or POSIX rule; `local` is that of `TZ`, else the machine's.
    func zone(_ name: String) -> ZoneRule? {
        if let zone = known.withLock({ $0[name] }) { return zone }
        let zone = name == SettingTable.localZone ? local : Self.named(name)
        if let zone { known.withLock { $0[name] = zone } }
        return zone
    }

    private var local: ZoneRule {
        guard let given = environment["TZ"] else {
            let path = "/etc/localtime"
            let target = realpath(path, nil)
            defer { free(target) }
            let name = target.map { String(cString: $0) }.flatMap { target in
                target.firstRange(of: "zoneinfo/").map { String(target[$0.upperBound...]) }
            }
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

    /// The file of a zone in the machine's database; nil when it has none of that name.
    static func bytes(of name: String) -> [UInt8]? {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." }) else { return nil }
        return try? MachineFiles.readRegular(folder + name)
    }
}
