import Glibc
import NowSDK
import Programs
import Synchronization
import Workbench

/// Secrets from file descriptors. Each is read once, when a request first needs it, and kept in memory for that
/// instance only.
final class DescriptorSecrets: Sendable {
    private let inherited: InheritedDescriptors
    private let given = Mutex<[Int32: (wanted: WantedSecret, secret: Secret)]>([:])
    /// Descriptors that were read without success. Their numbers may have been reused for a socket or the tape.
    private let spent = Mutex<Set<Int32>>([])
    /// Whether standard input is a script, whose next line is not a secret.
    private let inputIsScript = Mutex(false)

    private static let most = 64 << 10

    init(_ inherited: InheritedDescriptors) { self.inherited = inherited }

    func reserveStandardInput() { inputIsScript.withLock { $0 = true } }

    /// The first line of a descriptor.
    func secret(_ wanted: WantedSecret, from descriptor: Int32) async throws -> Secret {
        if let known = given.withLock({ $0[descriptor] }) {
            guard known.wanted == wanted else {
                throw wanted.missing(
                    "fd:\(descriptor) gave the \(known.wanted.name) at \(known.wanted.instance.name), "
                        + "and is used for nothing else.")
            }
            return known.secret
        }
        func refusal(_ why: String) -> any Error { wanted.missing("fd:\(descriptor) for the \(wanted.name) \(why).") }
        guard inherited.contains(descriptor) else { throw refusal("was not open when Snowdeck started") }
        guard !spent.withLock({ $0.contains(descriptor) }) else { throw refusal("gave none when it was read") }
        if descriptor == STDIN_FILENO, inputIsScript.withLock({ $0 }) {
            throw refusal("is standard input, which commands are read from")
        }
        guard isatty(descriptor) == 0 else { throw refusal("is a terminal: --from ask asks there") }
        let mode = fcntl(descriptor, F_GETFL)
        guard mode >= 0, mode & O_ACCMODE != O_WRONLY else { throw refusal("cannot be read") }
        let line: [UInt8]
        do throws(FirstLine.Failure) {
            line = try await FirstLine.read(from: descriptor, most: Self.most, continues: wanted.kind == .session)
        } catch {
            // Also after a cancellation: part of the line may be read already.
            _ = spent.withLock { $0.insert(descriptor) }
            switch error {
            case .cancelled: throw CancellationError()
            case .tooLong: throw refusal("has no line end in its first \(Self.most >> 10) KiB")
            case .unreadable(let code):
                throw refusal("cannot be read: \(String(cString: strerror(code)).lowercased())")
            }
        }
        release(descriptor)
        _ = spent.withLock { $0.insert(descriptor) }
        guard !line.isEmpty else { throw refusal("gave an empty line") }
        guard let text = String(validating: line, as: UTF8.self) else {
            throw refusal("gave a line that is not valid UTF-8")
        }
        let secret = Secret(text)
        given.withLock { $0[descriptor] = (wanted, secret) }
        return secret
    }

    /// Closes a descriptor. A standard stream becomes `/dev/null`, so that no other file gets its number.
    private func release(_ descriptor: Int32) {
        guard descriptor <= STDERR_FILENO else {
            close(descriptor)
            return
        }
        let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
        guard nothing >= 0 else { return }
        dup2(nothing, descriptor)
        close(nothing)
    }
}

/// The descriptors inherited at start-up, determined before any other file is opened. `fd:N` must name one of these:
/// any other number may be the tape's, which must be neither read nor closed.
struct InheritedDescriptors: Sendable {
    private let numbers: Set<Int32>

    /// Descriptors from this number on are not checked and count as closed.
    private static let most = 1024

    init() {
        var limit = rlimit()
        let isKnown = getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0
        let count = min(Self.most, isKnown ? Int(clamping: limit.rlim_cur) : 256)
        var probes = (0..<Int32(count)).map { pollfd(fd: $0, events: 0, revents: 0) }
        guard poll(&probes, nfds_t(probes.count), 0) >= 0 else {
            numbers = []
            return
        }
        numbers = Set(probes.filter { $0.revents & Int16(POLLNVAL) == 0 }.map(\.fd))
    }

    /// Opens `/dev/null` for closed standard streams. Otherwise the next opened file, such as the tape, would become
    /// standard output or standard error and get messages written into it.
    func openStandardStreams() {
        for stream in STDIN_FILENO...STDERR_FILENO where !contains(stream) {
            let opened = open("/dev/null", O_RDWR)
            if opened > STDERR_FILENO { close(opened) }
        }
    }

    func contains(_ descriptor: Int32) -> Bool { numbers.contains(descriptor) }
}

/// A secret from a shell command such as `pass show NAME`: its first line of output.
///
/// The command can use the terminal to ask for a passphrase, and its standard error is shown. Its text is not repeated
/// in errors, since it may contain a secret.
struct CommandSecret {
    let line: String
    let environment: [String: String]
    /// Whether standard input is a terminal; otherwise it may be a script for Snowdeck, which the command must not
    /// read.
    let hasTerminal: Bool

    private static let most = 64 << 10

    func secret(_ wanted: WantedSecret) async throws -> Secret {
        func refusal(_ why: String) -> any Error { wanted.missing("The command for the \(wanted.name) \(why).") }
        let end: ProgramEnd
        do throws(ProgramFailure) {
            end = try await ProgramRun(
                ["/bin/sh", "-c", line], environment: environment, input: hasTerminal ? .own : .bytes([]), errors: .own,
                limit: Self.most
            ).run()
        } catch {
            switch error {
            case .cancelled: throw CancellationError()
            case .notFound: throw refusal("could not be started: there is no /bin/sh")
            case .notStarted(let code):
                throw refusal("could not be started: \(String(cString: strerror(code)).lowercased())")
            }
        }
        // Ctrl-C at the terminal reaches the command as well.
        if end.status == 128 + SIGINT { throw CancellationError() }
        guard end.status == 0 else { throw refusal("ended with status \(end.status)") }
        // A copied request has several lines.
        var first = end.output.prefix { $0 != UInt8(ascii: "\n") || wanted.kind == .session }
        guard first.endIndex < end.output.endIndex || !end.isCut else {
            throw refusal("wrote no line end in its first \(Self.most >> 10) KiB")
        }
        if first.last == UInt8(ascii: "\r") { first.removeLast() }
        guard !first.isEmpty else { throw refusal("wrote nothing into its first line") }
        guard let text = String(validating: first, as: UTF8.self), !text.utf8.contains(0) else {
            throw refusal("wrote a first line that is not valid UTF-8")
        }
        return Secret(text)
    }
}

/// Environment variables that hold credentials, which are never passed to child programs.
enum CredentialVariables {
    /// The password of `--user` at the instance of `--instance` only.
    static let password = "SNOWDECK_PASSWORD"

    /// Whether a variable may hold a credential: Snowdeck's own, one whose name says so, or a URL with a password
    /// (`https_proxy`, `DATABASE_URL`).
    static func mayHold(_ name: String, _ value: String) -> Bool {
        let upper = name.uppercased()
        return upper == password || words.contains { upper.contains($0) } || addressHoldsUser(value)
    }

    private static let words = [
        "PASSWORD", "PASSWD", "PASSPHRASE", "SECRET", "TOKEN", "API_KEY", "APIKEY", "ACCESS_KEY", "PRIVATE_KEY",
        "CREDENTIAL",
    ]

    private static func addressHoldsUser(_ value: String) -> Bool {
        let bytes = Array(value.utf8)
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), bytes[colon...].starts(with: "://".utf8) else {
            return false
        }
        return bytes[(colon + 3)...].prefix { $0 != UInt8(ascii: "/") }.contains(UInt8(ascii: "@"))
    }
}
