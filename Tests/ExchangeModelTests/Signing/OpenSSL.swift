import Foundation
import Testing

/// The `openssl` program in a folder of its own: a second opinion on keys and signatures.
final class OpenSSL {
    let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "snowdeck-openssl-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Runs it with words divided by spaces; what it says on standard output.
    @discardableResult
    func callAsFunction(_ words: String) throws -> String {
        let process = Process(), out = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.currentDirectoryURL = folder
        process.arguments = ["openssl"] + words.split(separator: " ").map(String.init)
        process.standardOutput = out
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let said = out.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "openssl \(words)")
        return String(decoding: said, as: UTF8.self)
    }

    func text(_ name: String) throws -> String {
        try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }

    func bytes(_ name: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: folder.appending(path: name))) }

    func write(_ bytes: [UInt8], to name: String) throws { try Data(bytes).write(to: folder.appending(path: name)) }

    /// Whether it takes the signature of a message for one of that public key's.
    func accepts(_ signature: [UInt8], of message: [UInt8], key: String) throws -> Bool {
        try write(signature, to: "signature")
        try write(message, to: "message")
        return try self("dgst -sha256 -verify \(key) -signature signature message").hasPrefix("Verified OK")
    }
}

/// An ES256 signature as DER, which is how `openssl` wants it.
func asDER(_ signature: [UInt8]) -> [UInt8] {
    func number(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        let bytes = Array(bytes.drop { $0 == 0 })
        let content = bytes.first.map { $0 >= 0x80 } ?? true ? [0] + bytes : bytes
        return [2, UInt8(content.count)] + content
    }
    let numbers = number(signature[..<32]) + number(signature[32...])
    return [0x30, UInt8(numbers.count)] + numbers
}
