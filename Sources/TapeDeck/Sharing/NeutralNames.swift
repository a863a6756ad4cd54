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
    /// Whether a name with these words is a role: its last word is.
    static func isRole(_ words: [String]) -> Bool { words.last.map(nouns.contains) ?? true }

    private static let nouns: Set<String> = [
        "account", "admin", "administrator", "agent", "analyst", "anonymous", "api", "approver", "assistant", "bot",
        "coordinator", "everyone", "glide", "guest", "integration", "itil", "itil_admin", "maint", "manager",
        "maintenance", "me", "none", "null", "owner", "root", "scheduler", "service", "system", "test",
        "true",
        "false", "undefined", "user", "users", "various", "virtual", "empty",
    ]
}
