// Prints the active incidents of priority 1 as they come (+) and go (-):
//   GraphQLWatcher [LINES]     ends after that many lines (default: never)
// SNOWDECK_INSTANCE, SNOWDECK_USER and SNOWDECK_PASSWORD say where and as whom.
import Foundation
import NowData
import NowLive

struct Answer: Decodable {
    struct Root: Decodable { let GlideRecord_Query: Tables }
    struct Tables: Decodable { let incident: Incidents }
    struct Incidents: Decodable { let _results: [Incident] }
    struct Incident: Decodable { let number, short_description: Field }
    struct Field: Decodable { let displayValue: String }
    let data: Root

    var lines: [String] {
        data.GlideRecord_Query.incident._results.map {
            "\($0.number.displayValue) \($0.short_description.displayValue)"
        }
    }
}

let query = GraphQLQuery(
    query: """
        {
          GlideRecord_Query {
            incident(queryConditions: "active=true^priority=1^ORDERBYnumber") {
              _results { number { displayValue } short_description { displayValue } }
            }
          }
        }
        """)
let environment = ProcessInfo.processInfo.environment
try NowSDK.configure(
    with: NowSDKConfiguration(
        authorizationProvider: .basic(
            user: environment["SNOWDECK_USER"] ?? "john.doe",
            password: environment["SNOWDECK_PASSWORD"] ?? "password"),
        network: NowLive.network()))
guard let instance = URL(string: environment["SNOWDECK_INSTANCE"] ?? "http://127.0.0.1:8080") else {
    fatalError("SNOWDECK_INSTANCE is not a URL.")
}
let answers = try await makeGraphQLService(instanceUrl: instance).publisher(for: query)
var limit = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? .max
var known: [String] = []
while limit > 0 {
    // Each iteration of a publisher sends its request again.
    for try await data in answers {
        let current = try JSONDecoder().decode(Answer.self, from: data).lines
        let changes =
            known.filter { !current.contains($0) }.map { "- " + $0 }
            + current.filter { !known.contains($0) }.map { "+ " + $0 }
        for line in changes.prefix(limit) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
        limit -= changes.count
        known = current
    }
    if limit > 0 { try await Task.sleep(for: .milliseconds(200)) }
}
