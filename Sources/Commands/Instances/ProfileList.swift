import Workbench
import ExchangeModel
import Notation
import NowSDK
import Rendering

extension Command {
    static let profileList = Command(
        "profile list", "List profiles",
        traits: Traits(isRecorded: false, choosesInstance: true, inRecipes: .never("is about this machine's profiles")),
        examples: [Example("profile list", "every profile, its instance, sign-in, guard and color")]
    ) { run in
        let file = try run.files.startUpFile()
        let profiles = try file.profiles(), used = try file.used()
        if profiles.isEmpty { run.notes.add("There is no profile; profile add NAME INSTANCE makes one.") }
        let rows = profiles.map { profile in
            let instance = profile.instance
            return [
                Cell(profile.name),
                // Without the common `https://` and domain, a line fits.
                Cell(instance.description, display: instance.origin.scheme == "https" ? instance.name : nil),
            ]
                + [
                    profile.signIn.kind.rawValue, profile.signIn.user ?? "", profile.writeGuard.rawValue,
                    profile.color?.rawValue ?? "",
                    profile.name == used?.name ? "true" : "",
                ].map { Cell($0) }
        }
        let columns = ["name", "instance", "sign_in", "user", "guard", "color", "used"]
        return CommandResult(.table(OutputTable(columns, rows)))
    }

    static let profileShow = Command(
        "profile show", "Show a profile",
        arguments: [.profile],
        traits: Traits(isRecorded: false, choosesInstance: true, inRecipes: .never("is about this machine's profiles")),
        examples: [Example("profile show dev", "all options of the profile")]
    ) { run in
        let file = try run.files.startUpFile()
        let profile = try ProfileLookup.named(run.arguments, in: file)
        let signIn = profile.signIn
        let facts = [
            ("name", profile.name), ("instance", profile.instance.description), ("sign_in", signIn.kind.rawValue),
            ("user", signIn.user ?? ""), ("client_id", signIn.clientID ?? ""), ("scope", signIn.scope ?? ""),
            ("from", signIn.from?.text ?? ""), ("client_from", signIn.clientFrom?.text ?? ""),
            ("certificate", signIn.certificate ?? ""), ("key", signIn.key ?? ""),
            ("guard", profile.writeGuard.rawValue),
            ("color", profile.color?.rawValue ?? ""),
            ("used", try file.used()?.name == profile.name ? "true" : "false"),
        ]
        let all = CommandResult(facts: facts)
        if run.format(of: run.arguments).isForPrograms { return all }
        // People see the facts that have a value; programs and captures get every member.
        return CommandResult(CommandResult(facts: facts.filter { !$0.1.isEmpty }).output, value: all.value)
    }
}
