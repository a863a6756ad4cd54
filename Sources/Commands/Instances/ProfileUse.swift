import Workbench
import Notation
import NowSDK
import Rendering

extension Command {
    static let profileUse = Command(
        "profile use", "Switch to a profile and make it the default",
        details: """
            To switch for this session only, use connect. profile use sandbox makes the sandbox the default again.
            """,
        arguments: [.profile],
        flags: [.user],
        traits: Traits(
            choosesInstance: true, isInStartUpFile: true, inRecipes: .never("is about this machine's profiles")),
        examples: [
            Example("profile use dev", "dev, now and by default"),
            Example("profile use sandbox", "the sandbox, now and by default"),
        ]
    ) { run in
        let name = run.arguments[.profile] ?? ""
        let isSandbox = name.lowercased() == "sandbox"
        let profile = isSandbox ? nil : try await run.profile(matching: name)
        guard isSandbox || profile?.hasName(name) ?? false else {
            throw ProfileLookup.missing(run.arguments, among: try await run.profileNames())
        }
        let result = try await SignInSteps.connect(run, to: name, profile)
        if !run.slot.isPlaying {
            var file = try run.files.startUpFile()
            file.use(profile?.name)
            try run.files.save(file)
        }
        run.notes.add("Snowdeck starts with \(profile?.name ?? "the sandbox") from now on.")
        return result
    }

    static let profileRemove = Command(
        "profile remove", "Delete a profile",
        arguments: [.profile],
        traits: Traits(isRecorded: false, choosesInstance: true, inRecipes: .never("is about this machine's profiles")),
        examples: [Example("profile remove dev", "the profile dev, deleted")]
    ) { run in
        var file = try run.files.startUpFile()
        let profile = try ProfileLookup.named(run.arguments, in: file)
        file.remove(profile.name)
        try run.files.save(file)
        run.notes.add("The profile \(profile.name) is gone: \(profile.line)")
        return CommandResult(.none)
    }
}
