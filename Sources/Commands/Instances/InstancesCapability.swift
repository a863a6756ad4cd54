package import Workbench

extension Capability {
    package static let instances = Capability(
        "Instances",
        commands: [
            .connect, .login, .logout, .whoami, .profileAdd, .profileList, .profileShow, .profileUse, .profileEdit,
            .profileRemove,
        ],
        groups: [
            CommandGroup("profile", "Manage profiles: instances with their sign-in and guard")
        ],
        topics: [HelpTopics.signIn],
        completes: CompletionEngine.instanceValues)
}
