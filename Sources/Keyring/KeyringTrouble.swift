import Glibc
import NowSDK
import Programs

/// What an end of `secret-tool` without success means.
struct KeyringTrouble {
    private let end: ProgramEnd

    init(_ end: ProgramEnd) { self.end = end }

    /// The keyring stayed locked.
    static let locked = SecretStoreError(.locked, "The keyring is locked, and was not unlocked.")

    /// The error; nil when it said nothing, which is how it answers that there is no entry.
    var error: SecretStoreError? {
        if end.status == 128 + SIGINT { return Self.calledOff }
        let said = Self.printable(end.errors)
        guard !said.isEmpty || end.status != 1 else { return nil }
        if Self.absences.contains(where: said.contains) {
            return SecretStoreError(.missing, "No keyring answers in this D-Bus session: \(said)")
        }
        if said.contains("locked") || said.contains("dismissed") { return Self.locked }
        let what = said.isEmpty ? "it ended with status \(end.status)" : said
        return SecretStoreError(.failed, "The keyring gave an error: \(what)")
    }

    /// Why the program could not be run to its end.
    static func error(_ failure: ProgramFailure) -> SecretStoreError {
        switch failure {
        case .notFound:
            SecretStoreError(
                .missing,
                "The keyring is asked through secret-tool, which is not on the PATH "
                    + "(apt-get install libsecret-tools gnome-keyring).")
        case .notStarted(let code):
            SecretStoreError(
                .failed, "secret-tool could not be started: \(String(cString: strerror(code)).lowercased()).")
        case .cancelled: calledOff
        }
    }

    private static let calledOff = SecretStoreError(.failed, "The keyring was not waited for.")

    /// What D-Bus says when nobody serves secrets, or when there is no bus.
    private static let absences = ["was not provided by any .service files", "Could not connect", "autolaunch D-Bus"]

    /// The first line it wrote, as a sentence, without what a terminal would obey.
    private static func printable(_ bytes: [UInt8]) -> String {
        let line = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        var kept = String.UnicodeScalarView()
        for scalar in line.unicodeScalars.prefix(200) where !scalar.isUnfit { kept.append(scalar) }
        let text = String(kept)
        guard let last = text.last else { return "" }
        return last == "." ? text : text + "."
    }
}

extension Unicode.Scalar {
    /// Control characters and marks that turn the direction of writing.
    fileprivate var isUnfit: Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
