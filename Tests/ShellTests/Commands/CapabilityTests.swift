import ExchangeModel
import NowSDK
import PromptCommands
import Redactors
import TestSupport
import Testing

@testable import Workbench
@testable import snowdeck

/// The program without each of its capabilities: nothing else knows them all.
struct CapabilityTests {
    static let all = CommandTable.ofProgram.capabilities.filter { $0.name != "Prompt" }

    @Test(arguments: all.map(\.name))
    func programIsWholeWithoutIt(name: String) async throws {
        let left = CommandTable(Self.all.filter { $0.name != name }, prompt: .prompt(verbs: []))
        let gone = try #require(Self.all.first { $0.name == name })
        try left.use {
            let reference = Reference.markdown, overview = try Help.text(about: ["all"])
            for command in gone.commands + gone.verbs {
                #expect(!left.commands.contains(command) && !left.verbs.contains(command))
                #expect(!reference.contains("### \(command.name)\n"))
            }
            for command in gone.commands { #expect(!overview.contains("\n  \(command.name) ")) }
            for topic in gone.topics { #expect(HelpTopics.named(topic.name) == nil) }
            for setting in gone.settings { #expect(SettingTable.named(setting.name) == nil) }
            for command in left.commands { #expect(try Help.text(about: command.words.map(String.init)) != "") }
            let words = CommandTable.firstWords.map(\.word)
            #expect(Set(words).count == words.count && words.contains("help"))
        }
    }

    @Test func headingsOfHelpAreTheCapabilities() throws {
        let all = try Help.text(about: ["all"]), overview = try Help.text(about: [])
        for capability in CommandTable.current.capabilities {
            let name = capability.name.lowercased()
            #expect(all.contains("\n\(capability.name):\n") && overview.contains("\n  \(name) "))
            let page = try Help.text(about: name.split(separator: " ").map(String.init))
            for command in capability.commands + capability.verbs { #expect(page.contains("  \(command.name) ")) }
        }
    }

    @Test func flagsSayWhatTheyHide() throws {
        var hiding: [String: Set<String>] = [:]
        for flag in CommandTable.all.flatMap(\.allFlags) {
            guard let reading = flag.hides else { continue }
            for spelling in [flag.spelling] + (flag.short.map { ["-\($0)"] } ?? []) {
                hiding[spelling, default: []].insert("\(reading)")
            }
        }
        expectEqual(
            hiding,
            [
                "-q": ["query"], "--query": ["query"], "--body": ["body"], "--var": ["variable"], "--vars": ["object"],
                "-p": ["parameter"], "--param": ["parameter"], "-H": ["header"], "--header": ["header"],
            ])
    }

    /// What signing in sends is a secret on a tape, whichever kind of sign-in it belongs to.
    @Test(arguments: SecretHeader.names)
    func headersOfSignInAreSecrets(name: String) throws {
        var request = HTTPRequest(.get, try #require(HTTPURL("https://dev1.service-now.com/api/now/table/incident")))
        request.headers.append(name, "A1b2C3d4E5f6G7h8")
        let redacted = Redaction(secrets: SecretBook()).redact(request)
        #expect(redacted.headers[name]?.contains("A1b2C3d4E5f6G7h8") != true)
    }
}
