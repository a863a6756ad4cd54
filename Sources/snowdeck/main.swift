import Glibc

// A pipeline that stops reading is no reason to die: the write says so, and the command ends well.
signal(SIGPIPE, SIG_IGN)
let descriptors = InheritedDescriptors()
let helper = Foresight.prepare(for: CommandLine.arguments.dropFirst())
MainThread.run(helper) { thread in await Program(MachineEnvironment.current(descriptors), on: thread).run() }
