import Glibc

/// What `posix_spawn` needs to start a program in a group of its own, with all signals as at a fresh prompt.
struct SpawnActions {
    private var duplicates: [(from: Int32, to: Int32)] = []
    private var terminal: String?

    /// The program cannot be started.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    mutating func duplicate(_ descriptor: Int32, as number: Int32) { duplicates.append((descriptor, number)) }

    /// The program leads a session of its own, whose terminal this is: standard input, output and error.
    mutating func lead(onTerminal path: String) { terminal = path }

    func spawn(_ words: [String], environment: [String: String], folder: String) throws -> pid_t {
        // Swift is not shown the action that changes the folder; env does it, and becomes the program.
        let arguments = ["env", "-C", folder] + words
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if let terminal {
            // The first terminal that the leader of a session opens becomes that session's.
            posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, terminal, O_RDWR, 0)
            for number in [STDOUT_FILENO, STDERR_FILENO] {
                posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, number)
            }
        }
        for pair in duplicates { posix_spawn_file_actions_adddup2(&actions, pair.from, pair.to) }
        // Libraries of this process, URLSession's among them, open descriptors that a child would inherit.
        let given = Set(duplicates.map(\.to))
        for number in Int32(3)..<1024 where !given.contains(number) {
            posix_spawn_file_actions_addclose(&actions, number)
        }

        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t(), all = sigset_t()
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        var flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
        // POSIX_SPAWN_SETSID of <spawn.h>, which stands behind a feature macro.
        flags |= terminal == nil ? POSIX_SPAWN_SETPGROUP : 0x80
        posix_spawnattr_setflags(&attributes, Int16(flags))

        let pointers: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        let pairs = environment.sorted { $0.key < $1.key }.map { $0.key + "=" + $0.value }
        let variables: [UnsafeMutablePointer<CChar>?] = pairs.map { strdup($0) } + [nil]
        defer { for pointer in pointers + variables { free(pointer) } }
        var id: pid_t = 0
        let code = posix_spawnp(&id, "env", &actions, &attributes, pointers, variables)
        guard code == 0 else {
            throw Failure(description: "\(words[0]) cannot be started: \(String(cString: strerror(code)))")
        }
        return id
    }
}
