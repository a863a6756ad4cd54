import CGlibc
import Glibc
import LineEditing

// The memory holds passwords and tokens.
cglibc_forbid_core_dumps()
// Writing to a closed pipe fails with EPIPE instead of killing the program, so the command ends normally.
signal(SIGPIPE, SIG_IGN)
// The same for a limit of file sizes (`ulimit -f`), which is reported like a full disk.
signal(SIGXFSZ, SIG_IGN)
let descriptors = InheritedDescriptors()
descriptors.openStandardStreams()
CrashGuard.begin()
let words = MachineEnvironment.words.dropFirst()
let helper = LibraryPreloader.prepare(for: words)
MainThread.run(helper) { thread in
    await Program(environment: MachineEnvironment.current(words, descriptors), thread: thread).run()
}
