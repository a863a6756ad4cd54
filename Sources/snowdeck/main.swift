import Glibc

// A pipeline that stops reading is no reason to die: the write says so, and the command ends well.
signal(SIGPIPE, SIG_IGN)
let descriptors = InheritedDescriptors()
descriptors.openStandardStreams()
let words = MachineEnvironment.words.dropFirst()
let helper = Foresight.prepare(for: words)
MainThread.run(helper) { thread in await Program(MachineEnvironment.current(words, descriptors), on: thread).run() }
