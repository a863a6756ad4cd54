import ExchangeModel

/// What later records are called: sys_ids that follow from a record's table and its place in it.
enum SeedIdentity {
    /// Tables whose records come in the order of their sys_ids: the later ones stay behind the first.
    private static let ordered: Set<String> = ["sys_user", "sys_user_group", "sys_user_grmember"]

    /// The sys_id of the record in that place.
    static func sysID(_ table: String, _ index: Int) -> String {
        var random = random(table, index)
        return ordered.contains(table) ? "ffe" + random.hex(29) : random.sysID()
    }

    /// The sys_id of a record that is known by name.
    static func named(_ table: String, _ name: String) -> String {
        var random = random(table + ":" + name, 0)
        return ordered.contains(table) ? "ffe" + random.hex(29) : random.sysID()
    }

    /// Numbers of one purpose and place.
    static func random(_ purpose: String, _ index: Int) -> SeededRandom {
        let seed =
            UInt64(bitPattern: StableHash.of(purpose)) &+ UInt64(bitPattern: Int64(index)) &* 0xA24B_AED4_963E_E407
        return SeededRandom(seed: StableHash.mixed(seed))
    }
}
