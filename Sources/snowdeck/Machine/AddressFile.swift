import ExchangeModel
import Glibc
import Notation
import Shell

/// A file, readable by this user only, that leads a browser to an address which is a secret. Deleted with the value.
final class AddressFile: Sendable {
    private let path: String

    /// - Parameter folder: a folder of this user. Nil if no file can be made in it.
    init?(_ address: String, below folder: String) {
        let folder = folder + "/snowdeck-pages"
        MachineFiles.makePrivateFolder(folder)
        Self.removeLeftovers(in: folder)
        let random = PageHost.word(MachineEnvironment.randomBytes)
        path = "\(folder)/\(getpid())-\(random).html"
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        let target = MarkupText.escaped(address)
        let markup = """
            <!doctype html>
            <html lang="en"><head><meta charset="utf-8"><title>Snowdeck</title><meta name="referrer" content="no-referrer">
            <meta http-equiv="refresh" content="0;url=\(target)"></head>
            <body><p><a href="\(target)">Open the page</a></p></body></html>

            """
        guard DescriptorWriter(descriptor: descriptor).write(Array(markup.utf8)) == .written else {
            unlink(path)
            return nil
        }
    }

    deinit { unlink(path) }

    var url: String {
        "file://"
            + path.split(separator: "/", omittingEmptySubsequences: false).map { PercentCoding.encode($0) }
            .joined(separator: "/")
    }

    /// Deletes the files of programs that were killed. Their names begin with the number of the process.
    private static func removeLeftovers(in folder: String) {
        for entry in TapeFolder.contents(of: folder, home: "").map(\.name) {
            guard let number = pid_t(entry.prefix { $0 != "-" }), kill(number, 0) != 0, errno == ESRCH else { continue }
            unlink(folder + "/" + entry)
        }
    }
}
