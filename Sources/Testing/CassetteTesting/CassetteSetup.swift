import ExchangeModel
import Foundation
public import FoundationEssentials
package import NowSDK

/// How a test uses its tape.
public enum CassetteMode: String, Sendable, Hashable, CaseIterable {
    /// Responses come from the tape only; no network transport is created.
    case replay
    /// Requests go to the instance and the tape is recorded again: the first test of a process that records to a tape
    /// replaces it, later tests append to it, one at a time.
    case record
    /// Safe requests are answered from the tape. From the first request on that is not on the tape or is unsafe,
    /// requests go to the instance and are appended.
    case extend

    /// The environment variable with the default mode.
    public static let variable = "SNOWDECK_CASSETTE_MODE"
}

/// How exchanges are reported that a test did not use, and failures.
///
/// By default, a warning lists unplayed exchanges of a tape that the test recorded itself, but not of other tapes or of
/// parameterized tests.
public struct CassetteOptions: OptionSet, Sendable {
    /// The options as bits.
    public let rawValue: Int
    /// Creates options from bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Warns of all unplayed exchanges and stubs.
    public static let reportsUnplayed = CassetteOptions(rawValue: 1)
    /// Fails a test with unplayed exchanges or stubs. A test that fails anyway gets no additional issue.
    public static let strictlyPlayed = CassetteOptions(rawValue: 2)
    /// Does not report unplayed exchanges.
    public static let ignoresUnplayed = CassetteOptions(rawValue: 4)
    /// Attaches an HTML page of the tape, with what it had no answer for, to a test that fails.
    public static let attachesPage = CassetteOptions(rawValue: 8)
}

/// The cassette settings of a trait or call.
public struct CassetteSetup: Sendable {
    /// The default instance of stubs.
    public static let stubInstance = "http://sandbox.localhost"

    /// Nil for stubs only.
    var name: String?
    var folder: String?
    /// The calling file; the package is found from it.
    var filePath: String
    var mode: CassetteMode?
    var instance: String?
    let authorization: (any NowSDKAuthorizationProviding & Sendable)?
    let stubs: [Stub]
    let options: CassetteOptions
    /// Recorded from instead of the network.
    var live: (any Transport)?
    var environment = TestEnvironment.process

    package init(
        name: String? = nil, folder: String? = nil, filePath: String = "", mode: CassetteMode? = nil,
        instance: String? = nil, authorization: (any NowSDKAuthorizationProviding & Sendable)? = nil,
        stubs: [Stub] = [], options: CassetteOptions = []
    ) {
        self.name = name
        self.folder = folder
        self.filePath = filePath
        self.mode = mode
        self.instance = instance
        self.authorization = authorization
        self.stubs = stubs
        self.options = options
    }

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

struct TestEnvironment: Sendable {
    let variables: [String: String]

    /// The environment of this process. Tests have no executable that passes it in.
    static let process = TestEnvironment(variables: ProcessInfo.processInfo.environment)

    /// The mode; nil if unset. Throws if it is invalid.
    func mode() throws(CassetteTestingError) -> CassetteMode? {
        guard let text = variables[CassetteMode.variable], !text.isEmpty else { return nil }
        if let mode = CassetteMode(rawValue: text) { return mode }
        let known = CassetteMode.allCases.map(\.rawValue).joined(separator: ", ")
        throw CassetteTestingError(.misuse, "\(CassetteMode.variable) is “\(text)”; it may be \(known).")
    }

    var instance: String? { filled("SNOWDECK_INSTANCE") }
    var user: String? { filled("SNOWDECK_USER") }
    private var password: String? { filled("SNOWDECK_PASSWORD") }
    /// An access token to record with, instead of user and password.
    private var token: String? { filled("SNOWDECK_TOKEN") }

    /// How to sign in when recording.
    func tokens() throws(CassetteTestingError) -> FixedAuthorization {
        if let user {
            guard let password else {
                throw CassetteTestingError(.misuse, "SNOWDECK_USER is set and SNOWDECK_PASSWORD is not.")
            }
            return .basic(user: user, password: password)
        }
        return token.map { .token($0) } ?? .guest
    }

    /// A PEM file of additional trusted authorities.
    var certificateFile: String? { filled("SNOWDECK_CACERT") }

    /// The lines of the prompt's start-up file, which holds the profiles.
    var profiles: [Substring] {
        guard let folder = filled("XDG_CONFIG_HOME") ?? filled("HOME").map({ $0 + "/.config" }),
            let bytes = FileManager.default.contents(atPath: folder + "/snowdeck/snowdeckrc")
        else { return [] }
        return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
    }

    private func filled(_ name: String) -> String? { variables[name].flatMap { $0.isEmpty ? nil : $0 } }
}

/// Why a test has no tape.
public struct CassetteTestingError: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError {
    /// The kinds of error.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// There is no tape with that name.
        case noCassette
        /// The cassette cannot be read or written.
        case unreadable
        /// There is no current cassette.
        case noneAround
        /// The trait, call or environment requests something impossible.
        case misuse
        /// Exchanges or stubs were required but not played.
        case unplayed
    }

    /// The kind of error.
    public let kind: Kind
    /// One sentence with the error and what to do.
    public let message: String

    init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    /// The message.
    public var description: String { message }
    /// The message.
    public var errorDescription: String? { message }

    static let noneAround = CassetteTestingError(
        .noneAround,
        "This code runs outside a cassette. Give the test one, `@Test(.cassette(\"name\"))`, or use `withCassette`; "
            + "a detached task and a dispatch queue do not see their test's.")
}
