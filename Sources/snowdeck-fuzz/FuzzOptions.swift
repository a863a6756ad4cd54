/// What the command line of the fuzzer says.
struct FuzzOptions: Sendable {
    /// The same seed, the same texts.
    var seed: UInt64 = 1
    /// The number of the first text.
    var first = 0
    /// How many texts there are.
    var count = 1_000_000
    /// The only kind of text that is tried; empty means all.
    var only = ""
    /// Whether the first text is shown and nothing is judged.
    var shows = false

    static let usage = """
        snowdeck-fuzz [--seed N] [--from N] [--count N] [--only KIND] [--show]

        Reads random and damaged texts of each kind (graphql, pages) and tries every claim about them: a text is refused with an
        error that says where, or what is printed, formatted and brought into canonical form means the same. Ends with
        status 1 when a claim does not hold, and names the text's number: --from N --show prints it.

        """

    /// A command line that cannot be read.
    struct Problem: Error {
        let message: String
    }

    static func read(_ arguments: some Sequence<String>) throws(Problem) -> FuzzOptions {
        var options = FuzzOptions()
        var words = arguments.makeIterator()
        while let word = words.next() {
            if word == "--show" {
                options.shows = true
                continue
            }
            guard ["--seed", "--from", "--count", "--only"].contains(word) else {
                throw Problem(message: "There is no option \(word).")
            }
            guard let value = words.next() else { throw Problem(message: "\(word) needs a value.") }
            if word == "--only" {
                options.only = value
                continue
            }
            guard let number = Int(value), (0...1_000_000_000_000).contains(number) else {
                throw Problem(message: "\(word) is a number.")
            }
            switch word {
            case "--seed": options.seed = UInt64(number)
            case "--from": options.first = number
            default: options.count = number
            }
        }
        return options
    }
}
