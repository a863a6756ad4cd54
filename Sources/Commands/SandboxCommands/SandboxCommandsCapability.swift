package import Workbench

extension Capability {
    package static let sandbox = Capability(
        "Sandbox",
        verbs: [.serveSandbox],
        topics: [HelpTopics.sandbox, HelpTopics.faults])
}
