import ExchangeModel
import Foundation
import TestSupport
import Testing

/// What README.md says about the libraries. `scripts/test-examples` builds and runs them.
struct ReadmeProgramTests {
    @Test func debianPackagesAreInstalledBySetUp() throws {
        let setUp = try Project.text(of: "scripts/set-up"), page = try Project.text(of: "README.md")
        for name in ["libcurl4-openssl-dev", "nettle-dev", "zlib1g-dev", "libgumbo-dev", "libsqlite3-dev"] {
            #expect(setUp.contains(name + ":") && page.contains(name), "\(name)")
        }
    }

    /// Also in the texts for CI.
    @Test func namesOfPackagesHaveTheVersion() throws {
        for path in ["README.md", "Examples/ci/github.yml", "Examples/ci/gitlab.yml"] {
            let named = try Project.text(of: path).matches(of: /snowdeck[-_:]([0-9]+\.[0-9]+\.[0-9]+)/).map(\.output.1)
            #expect(!named.isEmpty && named.allSatisfy { $0 == Snowdeck.version }, "\(path)")
        }
    }
}
