import Glibc

// A pipeline that stops reading is no reason to die: the write says so, and the command ends well.
signal(SIGPIPE, SIG_IGN)
Foresight.prepare(for: CommandLine.arguments.dropFirst())
MainThread.run { thread in await Program(MachineEnvironment.current(), on: thread).run() }
