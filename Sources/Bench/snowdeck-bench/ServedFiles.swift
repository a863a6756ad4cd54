import ExchangeModel
import FoundationEssentials
import Glibc

/// The responses of an example tape as files at the paths of their URLs, and the list of their targets.
struct ServedFiles {
    let folder: String
    /// A file with one target per line.
    let targets: String
    let first = ExampleExchange.request(1).url.target

    /// Created once for each number of exchanges.
    init(of tape: ExampleTape, _ place: BenchEnvironment) throws {
        folder = "\(place.options.folder)/files-\(tape.count)"
        targets = folder + "/targets.txt"
        if access(targets, F_OK) == 0 { return }
        Streams.remark("writing \(tape.count) files, once")
        var lines = ""
        for number in 1...tape.count {
            let url = ExampleExchange.request(number).url
            if number == 1 {
                let below = url.path.split(separator: "/").dropLast().joined(separator: "/")
                try FileManager.default.createDirectory(
                    atPath: folder + "/" + below, withIntermediateDirectories: true)
            }
            let file = open(folder + url.path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
            let body = ExampleExchange.response(number).body
            guard file >= 0, write(file, body, body.count) == body.count else {
                throw BenchFailure("\(folder) cannot be written.")
            }
            close(file)
            lines += url.target + "\n"
        }
        try lines.write(toFile: targets, atomically: true, encoding: .utf8)
    }
}
