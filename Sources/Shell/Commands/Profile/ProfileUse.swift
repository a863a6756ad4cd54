import Notation
import NowSDK
import Rendering

extension Command {
    static let profileUse = Command(
        "profile use", "Go on with a profile, and start with it from now on",
        details: "connect goes on with one for this session only. profile use sandbox starts with the sandbox again.",
        arguments: [.profile],
        flags: [.user],
        traits: Traits(
            choosesInstance: true, isInStartUpFile: true, inRecipes: .never("is about this machine's profiles")),
        examples: [
            Example("profile use dev", "dev, now and at the next start"),
            Example("profile use sandbox", "the embedded sandbox, now and at the next start"),
        ]
    ) { session, context in
        let name = context.arguments.string("profile") ?? ""
        let isSandbox = name.lowercased() == "sandbox"
        let profile = isSandbox ? nil : try await session.profile(meant: name)
        guard isSandbox || profile?.isCalled(name) ?? false else {
            throw NamedProfile.missing(context.arguments, among: try await session.profileNames())
        }
        let result = try await SigningIn.connect(session, context, to: name, profile)
        if !session.slot.isPlaying {
            var file = try session.workbench.startUpFile()
            file.use(profile?.name)
            try session.workbench.save(file)
        }
        context.notes.add("Snowdeck starts with \(profile?.name ?? "the sandbox") from now on.")
        return result
    }

    static let profileRemove = Command(
        "profile remove", "Forget a profile",
        arguments: [.profile],
        traits: Traits(isRecorded: false, choosesInstance: true, inRecipes: .never("is about this machine's profiles")),
        examples: [Example("profile remove dev", "dev is no profile any more")]
    ) { session, context in
        var file = try session.workbench.startUpFile()
        let profile = try NamedProfile.named(context.arguments, in: file)
        file.remove(profile.name)
        try session.workbench.save(file)
        context.notes.add("The profile \(profile.name) is gone: \(profile.line)")
        return CommandResult(.none)
    }
}
