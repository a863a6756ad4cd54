import NowSDK

extension SecretEntry {
    /// Name and value by turns, as `secret-tool` takes them. All of them find one entry.
    var attributes: [String] {
        ["application", "snowdeck", "instance", instance.description, "owner", owner, "kind", kind.rawValue]
    }

    /// What the desktop's keyring programs show.
    var label: String {
        "Snowdeck: \(kind.noun)\(owner.isEmpty ? "" : " of \(owner)") at \(instance.name)"
    }
}
