import Glibc
import NowSDK
import Programs
import Shell
import Synchronization

/// Secrets that are handed over through descriptors. Each is read once, at the first request that needs it, and kept in
/// memory; what one gave for an instance is given to no other.
final class DescriptorSecrets: Sendable {
    private let inherited: InheritedDescriptors
    private let given = Mutex<[Int32: (wanted: WantedSecret, secret: Secret)]>([:])
    /// Those that were read without success. Their numbers may be another file's by now, a socket's or the tape's.
    private let spent = Mutex<Set<Int32>>([])
    /// Whether standard input is a script, whose next line would be taken for the secret.
    private let inputIsScript = Mutex(false)

    /// The most bytes of a line.
    private static let most = 64 << 10

    init(_ inherited: InheritedDescriptors) { self.inherited = inherited }

    /// Says that commands are read from standard input.
    func leaveInput() { inputIsScript.withLock { $0 = true } }

    /// The first line of a descriptor.
    func secret(_ wanted: WantedSecret, from descriptor: Int32) async throws -> Secret {
        if let known = given.withLock({ $0[descriptor] }) {
            guard known.wanted == wanted else {
                throw wanted.missing(
                    "fd:\(descriptor) gave the \(known.wanted.name) at \(known.wanted.instance.name), "
                        + "and is offered for nothing else.")
            }
            return known.secret
        }
        func refusal(_ why: String) -> any Error {
            wanted.missing("fd:\(descriptor), which was to give the \(wanted.name), \(why).")
        }
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
            line = try await FirstLine.read(from: descriptor, most: Self.most)
        } catch {
            // Called off, too: part of the line may be gone, and its rest is no secret.
            _ = spent.withLock { $0.insert(descriptor) }
            switch error {
            case .cancelled: throw CancellationError()
            case .tooLong: throw refusal("holds no line end in its first \(Self.most >> 10) KiB")
            case .unreadable(let code):
                throw refusal("cannot be read: \(String(cString: strerror(code)).lowercased())")
            }
        }
        release(descriptor)
        _ = spent.withLock { $0.insert(descriptor) }
        guard !line.isEmpty else { throw refusal("gave an empty line") }
        guard let text = String(validating: line, as: UTF8.self) else { throw refusal("gave a line that is no text") }
        let secret = Secret(text)
        given.withLock { $0[descriptor] = (wanted, secret) }
        return secret
    }

    /// Closes it; a standard stream becomes one without content, so that no other file takes its number.
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
