import CassetteStore
import ExchangeModel
import TestSupport

@testable import TapeDeck

/// The instances of a tape, served.
struct ServedSites {
    let instances: [ServedInstance]
    let first: ServedInstance

    init(_ path: String, isLenient: Bool = false) throws {
        let cassette = try Cassette.playing(at: path)
        let options = TapeServer.Options(
            acceptPage: ServedTape.acceptPage, acceptAsset: "*/*",
            isRejection: { _, response in response.status == 401 }, relocate: { response, _ in response },
            notify: { _ in })
        var instances: [ServedInstance] = []
        for sites in try TapeSites(of: cassette).instances {
            let clients = ProgramClients(sites: sites, notify: { _ in })
            instances.append(
                ServedInstance(sites, clients) { site in
                    let programs =
                        isLenient ? nil : ProgramServer([cassette], site, isRejection: options.isRejection)
                    return TapeServer(cassette, site, options, programs: programs)
                })
        }
        guard let first = instances.first else { throw CassetteError(.io, path: path, "No session.") }
        self.instances = instances
        self.first = first
    }
}
