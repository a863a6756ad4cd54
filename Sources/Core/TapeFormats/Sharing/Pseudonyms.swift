import ExchangeModel

/// Pseudonyms of people, derived from a project's key: the same name has the same one on every tape, and without the
/// key a guess cannot be verified.
///
/// Each word of a name has its own pseudonym. So a person's name, user name and mail address agree, and so do tapes
/// that contain only some of them.
package struct Pseudonyms: Sendable {
    private let key: [UInt8]

    /// The number of bytes of a key.
    package static let keyLength = 32

    package init(key: [UInt8]) { self.key = key }

    /// `Abel Tuter` as `Robin Quinn`. Separators and the order stay.
    package func name(_ original: String) -> String {
        var out = "", word = ""
        for character in original + " " {
            if Self.isInWord(character) {
                word.append(character)
                continue
            }
            if !word.isEmpty { out += Self.alike(pseudonym(of: word), word) }
            word = ""
            out.append(character)
        }
        return String(out.dropLast())
    }

    /// `abel.tuter` and `atuter` as `robin.quinn`.
    func userName(_ original: String) -> String {
        let words = Self.words(of: original)
        guard let first = words.first else { return original }
        let names = words.count > 1 ? words.map { pseudonym(of: $0) } : [pseudonym(of: first), second(of: first)]
        return names.joined(separator: ".").lowercased()
    }

    /// A mail address in `example.com`. The mailbox of a role keeps its name.
    func address(_ original: String) -> String {
        let mailbox = String(original.prefix { $0 != "@" })
        let isRole = RoleWords.isRole(Self.words(of: mailbox))
        return (isRole ? mailbox.lowercased() : userName(mailbox)) + "@example.com"
    }

    static func isPhone(_ digits: [UInt8]) -> Bool { digits.count == 8 && digits.starts(with: "155501".utf8) }

    /// A telephone number of those that are reserved for fiction.
    func phone(_ original: String) -> String {
        let digits = PhoneDigits.significant(Array(original.utf8)[...])
        let number = digest("phone", String(decoding: digits, as: UTF8.self))[0] % 100
        return "+1 555 01" + (number < 10 ? "0" : "") + String(number)
    }

    /// Neutral text of similar length.
    package func text(_ original: String) -> String {
        var words = digest("text", original).makeIterator()
        var out = "", round = 0
        while out.count + 6 < original.count || out.isEmpty {
            if let byte = words.next() {
                out += (out.isEmpty ? "" : " ") + Self.fillers[Int(byte) % Self.fillers.count]
            } else {
                round += 1
                words = digest("text", "\(round) \(original)").makeIterator()
            }
        }
        return out.prefix(1).uppercased() + out.dropFirst()
    }

    package static func words(of name: String) -> [String] { name.split { !isInWord($0) }.map { $0.lowercased() } }

    static func isInWord(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "'" || character == "’"
    }

    private func pseudonym(of word: String) -> String { pick("name", word) }
    private func second(of word: String) -> String { pick("second", word) }

    private func pick(_ purpose: String, _ word: String) -> String {
        // Spellings with and without diacritics have the same pseudonym.
        let word = String(decoding: FoldedText.of(word), as: UTF8.self)
        let number = digest(purpose, word).prefix(4).reduce(0) { $0 << 8 | Int($1) }
        let names = NeutralNames.all
        let name = names[number % names.count]
        // A pseudonym differs from the name.
        return name.lowercased() == word ? names[(number + 1) % names.count] : name
    }

    private func digest(_ purpose: String, _ text: String) -> [UInt8] {
        HMACSHA256.code(of: Array((purpose + "\n" + text).utf8), key: key)
    }

    private static func alike(_ name: String, _ word: String) -> String {
        if word.count > 1, word == word.uppercased(), word != word.lowercased() { return name.uppercased() }
        return word == word.lowercased() && word != word.uppercased() ? name.lowercased() : name
    }

    static let fillers = [
        "a", "again", "after", "all", "also", "and", "any", "at", "before", "both", "by", "each", "for", "from", "here",
        "in", "is", "it", "later", "more", "no", "not", "now", "of", "on", "one", "or", "other", "same", "so", "some",
        "text", "than", "that", "the", "then", "this", "to", "two", "was", "where", "with",
    ]
}

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

    private static let nouns = Set(
        words: """
            account admin administrator agent analyst anonymous api approver assistant bot coordinator desk empty everyone
            false glide guest help helpdesk info integration itil itil_admin lead maint maintenance manager me none noreply
            null office operator owner postmaster reply root scheduler service soap supervisor support system team test true
            undefined user users various virtual webmaster
            """)
    private static let qualifiers = Set(
        words: """
            application approval asset atf business catalog change chat cloud cmdb config configuration customer database
            data default delivery demo department desktop development discovery email emergency employee event facilities
            field finance first global group hardware hr incident it itsm job knowledge level license line local mail
            major mid monitoring network no of on operations order portal problem process product project quality release
            report request requester rest risk sam sandbox second security server servicenow software sales schedule
            technical the third training vendor web webservice workflow
            """)
}

/// Names that are also ordinary words. Alone they are only replaced where a column says that they are names.
enum OrdinaryWords {
    package static func contains(_ word: String) -> Bool { words.contains(word) }

    private static let words = Set(
        words: """
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
