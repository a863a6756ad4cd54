import Foundation

/// A real GNOME Keyring in its own D-Bus session with its own home folder. Both processes are ended with the value, by
/// process id.
package final class PrivateKeyring: Sendable {
    /// The environment variables that a program needs to reach it. `HOME` is not the keyring's.
    package let variables: [String: String]

    private let folder: TemporaryFolder
    private let bus: HelperProcess
    private let daemon: HelperProcess?

    /// The keyring could not be started.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// Starts it and waits until it responds.
    ///
    /// - Parameter isServed: whether a keyring is on the bus; otherwise there is only the bus.
    package init(isServed: Bool = true) throws {
        folder = TemporaryFolder()
        for name in ["run", "data", "home"] {
            try FileManager.default.createDirectory(
                atPath: folder.file(name), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        }
        // Without a service folder, D-Bus activates no other services.
        let rights = #"<allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/>"#
        let policy = #"<policy context="default">\#(rights)</policy>"#
        try folder.write(
            Array(
                "<busconfig><type>session</type><listen>unix:path=\(folder.file("run/bus"))</listen>\(policy)</busconfig>"
                    .utf8), "bus.conf")
        var own = ["HOME": folder.file("home"), "XDG_DATA_HOME": folder.file("data")]
        own["PATH"] = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        own["XDG_RUNTIME_DIR"] = folder.file("run")
        let address = "unix:path=" + folder.file("run/bus")
        own["DBUS_SESSION_BUS_ADDRESS"] = address
        variables = own.filter { ["DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR"].contains($0.key) }
        // It writes its address when it takes connections; its socket exists a moment before.
        let printed = folder.file("address")
        bus = try Self.start(
            ["dbus-daemon", "--config-file=" + folder.file("bus.conf"), "--nofork", "--print-address"], own,
            output: printed)
        Self.wait { FileManager.default.contents(atPath: printed)?.isEmpty == false }
        guard isServed else {
            daemon = nil
            return
        }
        try folder.write(Array("of this test".utf8), "password")
        let daemon = try Self.start(
            ["gnome-keyring-daemon", "--unlock", "--foreground", "--components=secrets"], own,
            input: folder.file("password"))
        self.daemon = daemon
        // It does not announce readiness, so it is polled.
        Self.wait { (try? ask(["search", "--", "application", "nobody's"]).status) == 0 }
        guard bus.isRunning, daemon.isRunning else {
            throw Failure(description: "No private keyring: dbus-daemon, gnome-keyring and libsecret-tools are needed.")
        }
    }

    deinit {
        daemon?.end()
        bus.end()
    }

    /// Locks it. Its session has no dialogs, so it cannot be unlocked.
    package func lock() throws { _ = try ask(["lock", "--collection=login"]) }

    /// All entries of the application, as `secret-tool` lists them, including secrets.
    package func content() throws -> String { try ask(["search", "--all", "--", "application", "snowdeck"]).output }

    private func ask(_ words: [String]) throws -> (status: Int32, output: String) {
        var environment = variables
        environment["PATH"] = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        let file = folder.file(UUID().uuidString)
        let status = try Self.start(["secret-tool"] + words, environment, output: file).wait()
        let output = (try? Data(contentsOf: URL(fileURLWithPath: file))) ?? Data()
        return (status, String(decoding: output, as: UTF8.self))
    }

    /// Waits up to two minutes for a condition, because the machine may be busy.
    private static func wait(until holds: () -> Bool) {
        var patience = 12_000
        while patience > 0, !holds() {
            usleep(50_000)
            patience -= 1
        }
    }

    private static func start(
        _ words: [String], _ environment: [String: String], input: String = "/dev/null", output: String = "/dev/null"
    ) throws -> HelperProcess {
        guard let process = HelperProcess(words, environment, input: input, output: output) else {
            throw Failure(description: "\(words[0]) cannot be started: run scripts/set-up test.")
        }
        return process
    }
}
