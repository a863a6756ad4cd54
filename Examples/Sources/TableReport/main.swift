import Foundation
import NowData
import NowLive

struct Incident: Decodable { let number, short_description: String }

let environment = ProcessInfo.processInfo.environment
let password = environment["SNOWDECK_PASSWORD"] ?? "password"
let login = NowSDKConfiguration(
    authorizationProvider: .basic(user: "john.doe", password: password), network: NowLive.network())
try NowSDK.configure(with: login)

let instance = URL(string: environment["SNOWDECK_INSTANCE"] ?? "http://127.0.0.1:8080")!
let urgent = FetchConfiguration(filter: Filter(query: "active=true^priority=1^ORDERBYnumber"), limit: 3)
let incidents: [Incident] = try await makeTableService(instanceUrl: instance)
    .model(from: "incident", configuration: urgent)
for incident in incidents { print(incident.number, incident.short_description) }
