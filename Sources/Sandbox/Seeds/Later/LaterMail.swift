/// Mail that went out and came in.
enum LaterMail {
    static let recipes: [String: LaterSeeds.Recipe] = ["sys_email": write]

    private static func write(_ seeds: LaterSeeds) throws {
        try seeds.rows(
            "sys_email",
            "subject type state recipients user user_id body_text content_type instance target_table importance", 160,
            aged: (11_000, 20), by: "system"
        ) { index, world in
            let person = world.people[7 + index % 60]
            let isIn = index % 5 == 3
            let place = index * 2 % LaterIncidents.count
            let number = RecordStore.number("INC", 10_000 - LaterIncidents.count + 1 + place)
            return [
                (isIn ? "RE: " : "") + "Incident " + number + (isIn ? "" : " was updated"),
                isIn ? "received" : index > 155 ? "send-ready" : index % 31 == 7 ? "send-failed" : "sent",
                index > 155 ? "ready" : index % 31 == 7 ? "error" : "processed",
                isIn ? "desk@example.com" : person.userName + "@example.com",
                isIn ? person.userName + "@example.com" : "desk@example.com", person.sysID,
                isIn ? "It works again, thank you." : "Somebody wrote into your incident.", "text/plain",
                SeedIdentity.sysID("incident", place), "incident", "",
            ]
        }
    }
}
