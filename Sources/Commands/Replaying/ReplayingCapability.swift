import Tapes
package import Workbench

extension Capability {
    package static let replaying = Capability(
        "Replaying",
        verbs: [.replayCassette, .serveReplay, .serveRecord],
        topics: [HelpTopics.tests])
}
