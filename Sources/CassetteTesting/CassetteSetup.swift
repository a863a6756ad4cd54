import ExchangeModel
import Foundation
import FoundationEssentials
package import NowSDK

/// What a test does with its tape.
public enum CassetteMode: String, Sendable, Hashable, CaseIterable {
    /// Answers come from the tape and from nowhere else; no network is even made.
    case replay
    /// Requests go to the instance, and the tape is made again: the first test of a process that records onto a tape starts
    /// it over, those after it add to it, one at a time.
    case record
    /// Safe requests are answered from the tape. From the first one that it does not hold, or that changes something, on
    /// requests go to the instance and are added.
    case extend

    /// The environment variable that says the mode where a test says none.
    public static let variable = "SNOWDECK_CASSETTE_MODE"
}

/// What is said about what a test did not ask for.
///
/// A tape that a test recorded itself is expected to be played to its end, and a warning says what was not. A tape that was
/// recorded elsewhere, and the cases of a test with arguments, are not, unless one of these is given.
public struct CassetteOptions: OptionSet, Sendable {
    /// The options as bits.
    public let rawValue: Int
    /// Options of bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Warns of every exchange and every stub that was not played.
    public static let reportsUnplayed = CassetteOptions(rawValue: 1)
    /// Fails a test that left something unplayed. One that failed anyway keeps its own failure and no other.
    public static let strictlyPlayed = CassetteOptions(rawValue: 2)
    /// Says nothing about what was not played.
    public static let ignoresUnplayed = CassetteOptions(rawValue: 4)
}

/// What a trait or a call says about its cassette.
public struct CassetteSetup: Sendable {
    /// The instance that stubs stand for unless told.
    public static let stubInstance = "http://sandbox.localhost"

    var name: String?
    var folder: String?
    /// The file that asks: the package is looked for from here.
    var filePath: String
    var mode: CassetteMode?
    var instance: String?
    var authorization: (any NowSDKAuthorizationProviding)?
    var stubs: [Stub] = []
    var options: CassetteOptions = []
    /// What is recorded from, in place of the network.
    var live: (any Transport)?
    var environment = TestEnvironment.process

    func chosenMode() throws(CassetteTestingError) -> CassetteMode {
        guard name != nil else { return .replay }
        if let mode { return mode }
        return try environment.mode() ?? .replay
    }

    func path() throws(CassetteTestingError) -> String? {
        guard let name else { return nil }
        guard !name.isEmpty else { throw CassetteTestingError(.misuse, "A cassette needs a name.") }
        if name.hasPrefix("/") { return name }
        let isPath = name.contains("/") || name.hasSuffix(".cassette")
        let file = name.hasSuffix(".cassette") ? name : name + ".cassette"
        if let folder { return folder + "/" + file }
        let package = try packageFolder()
        return package + (isPath ? "/" : "/sessions/") + file
    }

    /// The folder of the manifest that the asking file belongs to.
    private func packageFolder() throws(CassetteTestingError) -> String {
        var folder = filePath
        while let slash = folder.lastIndex(of: "/") {
            folder = String(folder[..<slash])
            if FileManager.default.fileExists(atPath: folder + "/Package.swift") { return folder }
        }
        throw CassetteTestingError(
            .misuse, "There is no Package.swift above \(filePath), so say where tapes are: .cassette(…, in: folder).")
    }
}

extension CassetteSetup {
    /// What a call says about a cassette with a name.
    package init(
        name: String, in folder: String?, mode: CassetteMode?, instance: String?,
        authorization: (any NowSDKAuthorizationProviding)?, stubs: [Stub], options: CassetteOptions, filePath: String
    ) {
        self.init(
            name: name, folder: folder, filePath: filePath, mode: mode, instance: instance,
            authorization: authorization, stubs: stubs, options: options)
    }

    package init(stubs: [Stub], instance: String, options: CassetteOptions) {
        self.init(filePath: "", instance: instance, stubs: stubs, options: options)
    }
}

/// What the environment of the test process says.
struct TestEnvironment: Sendable {
    let variables: [String: String]

    /// This process's: tests are their own top floor.
    static let process = TestEnvironment(variables: ProcessInfo.processInfo.environment)

    /// The mode by name; nil when none is set. Throws when it is none.
    func mode() throws(CassetteTestingError) -> CassetteMode? {
        guard let text = variables[CassetteMode.variable], !text.isEmpty else { return nil }
        if let mode = CassetteMode(rawValue: text) { return mode }
        let known = CassetteMode.allCases.map(\.rawValue).joined(separator: ", ")
        throw CassetteTestingError(.misuse, "\(CassetteMode.variable) is “\(text)”; it may be \(known).")
    }

    var instance: String? { filled("SNOWDECK_INSTANCE") }
    var user: String? { filled("SNOWDECK_USER") }
    var password: String? { filled("SNOWDECK_PASSWORD") }
    /// A token to record with instead.
    var token: String? { filled("SNOWDECK_TOKEN") }
    /// A file of authorities that are trusted beside those of the machine.
    var certificateFile: String? { filled("SNOWDECK_CACERT") }

    private func filled(_ name: String) -> String? { variables[name].flatMap { $0.isEmpty ? nil : $0 } }
}
