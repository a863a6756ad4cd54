/// Names that are first and last names of any people, so that they fit in either order.
enum NeutralNames {
    static let all = text.split { $0 == " " || $0 == "\n" }.map(String.init)
    static let lowercased = Set(all.map { $0.lowercased() })

    private static let text = """
        Adair Addison Ainsley Alden Alexis Amari Anderson Archer Arden Ariel Arlen Ashby Ashton Aspen Aubrey Austin
        Avery Bailey Baker Banner Barry Bellamy Bennett Blair Blake Bowen Brady Brett Briar Brooks Bryce Cameron Carey
        Carson Carter Casey Cassidy Chandler Charlie Clark Clay Cody Collins Corey Dakota Dale Dallas Dana Darby Darcy
        Delaney Devon Dorian Drew Eden Ellery Elliott Ellis Ember Emerson Emery Evans Everett Farley Finley Fletcher
        Flynn Foster Francis Frankie Garnet Gentry Greer Griffin Hadley Halston Harley Harlow Harper Hayden Hayes
        Henley Hollis Hunter Indigo Jaden Jamie Jessup Jordan Jules Keegan Keaton Kelly Kelsey Kendall Kennedy Kerry
        Kirby Landry Laurel Leighton Lennon Lennox Leslie Lindsay Linden Logan Lowell Luca Lyle Lynn Mackenzie Madison
        Marley Marlowe Mason Merritt Micah Milan Monroe Morgan Murphy Nevada Nico Noel Oakley Palmer Paris Parker Payton
        Perry Peyton Presley Quincy Quinn Raleigh Ramsey Randall Reagan Reed Reese Regan Remy Ridley Riley Robin Rory
        Rowan Ryan Rylan Salem Sandy Sasha Sawyer Selby Shannon Shawn Shelby Sidney Skyler Sloan Spencer Stacy Sterling
        Stevie Sutton Tatum Taylor Teagan Terry Tobin Tracy Tristan Tyler Vesper Wallace Wesley Whitney Wilder Windsor
        Winslow Winter Wynn Yardley
        """
}

/// Words that name a function and not a person: `System Administrator`, `problem.manager`.
enum RoleWords {
    /// Whether a name with these words is a role: it ends with one, and the other words belong to roles, too.
    static func isRole(_ words: [String]) -> Bool {
        guard let last = words.last else { return true }
        return nouns.contains(last)
            && words.allSatisfy { nouns.contains($0) || qualifiers.contains($0) || $0.allSatisfy(\.isNumber) }
    }

    private static let nouns = set(
        """
        account admin administrator agent analyst anonymous api approver assistant bot coordinator desk empty everyone
        false glide guest help helpdesk info integration itil itil_admin lead maint maintenance manager me none noreply
        null office operator owner postmaster reply root scheduler service soap supervisor support system team test true
        undefined user users various virtual webmaster
        """)
    private static let qualifiers = set(
        """
        application approval asset atf business catalog change chat cloud cmdb config configuration customer database
        data default delivery demo department desktop development discovery email emergency employee event facilities
        field finance first global group hardware hr incident it itsm job knowledge level license line local mail
        major mid monitoring network no of on operations order portal problem process product project quality release
        report request requester rest risk sam sandbox second security server servicenow software sales schedule
        technical the third training vendor web webservice workflow
        """)

    fileprivate static func set(_ text: String) -> Set<String> {
        Set(text.split { $0 == " " || $0 == "\n" }.map(String.init))
    }
}

/// Names that are also ordinary words. Alone they are only replaced where a column says that they are names.
enum OrdinaryWords {
    static func contains(_ word: String) -> Bool { words.contains(word) }

    private static let words = RoleWords.set(
        """
        art ash bank banks bay bell best bill bird bishop black blue bond book booth brook brown bush
        call can card case chance chase christian church close coin cook cross day dean dear deal do drew early earl
        east english faith field fish flower ford forest fort frank free french frost gene german glass good grace
        grand grant gray green grey guy hall hand hard head heath hill home hope house how hunt in iris is ivy jack
        jade joy king knight lake lane law league light link little long love low major man mark march marsh may mean
        mid miles mill min max miller moon more most my new night noble north old olive order page park parks pat
        patience penny pierce place pool pope power price prince prior pure quick rain ran ray read rich ring rivers
        road rob rock rod rose rule sage said sale sales scott see self set short silver so sky small snow son spring
        star steel stone storm street strong sue summer sun sure swift temple than the thin to town trade
        true tree van view von wall war ward warm water wave way weeks wells west white wild will win wise wolf wood
        woods word worth yes you young
        """)
}
