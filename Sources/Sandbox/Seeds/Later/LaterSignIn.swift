/// Applications, keys and certificates. Their columns do not depend on who else there is, so that they can be written
/// whenever somebody asks.
enum LaterSignIn {
    static let recipes: [String: LaterSeeds.Recipe] = [
        "oauth_entity": writeApplications, "oauth_jwt": writeSigningApplications, "jwt_verifier_map": writeVerifiers,
        "sys_certificate": writeCertificates, "api_key": writeKeys,
    ]

    /// The addresses of this machine that codes may be sent to; their port is the client's choice.
    private static let redirects = "http://127.0.0.1/callback,http://localhost/callback"

    /// The public application has no secret and proves itself by PKCE.
    private static func writeApplications(_ seeds: LaterSeeds) throws {
        try seeds.rows(
            "oauth_entity",
            """
            name sys_name client_id redirect_url public_client code_challenge_method comments sys_scope sys_package
            """, of: ["snowdeck-public"]
        ) { _, clientID in
            [
                "Snowdeck (public)", "Snowdeck (public)", clientID, redirects, "true", "S256",
                "Has no secret and wants PKCE", "global", "global",
            ]
        }
    }

    /// The application with a secret. It is one of those that may sign assertions, so that one will do for every grant.
    private static func writeSigningApplications(_ seeds: LaterSeeds) throws {
        try seeds.rows(
            "oauth_jwt",
            """
            name sys_name client_id client_secret redirect_url user user_field comments sys_scope sys_package
            """, of: [("snowdeck", "snowdeck-client-secret")]
        ) { _, row in
            [
                "Snowdeck", "Snowdeck", row.0, HiddenText.hidden(row.1), redirects, SignInSeeds.integrationUser,
                "user_name", "Every grant there is", "global", "global",
            ]
        }
    }

    private static func writeVerifiers(_ seeds: LaterSeeds) throws {
        try seeds.rows(
            "jwt_verifier_map", "name sys_name kid oauth_jwt sys_certificate sys_scope sys_package", of: ["example"]
        ) { _, name in
            [
                name, name, name, SeedIdentity.sysID("oauth_jwt", 0), SeedIdentity.sysID("sys_certificate", 0),
                "global",
                "global",
            ]
        }
    }

    private static func writeCertificates(_ seeds: LaterSeeds) throws {
        try seeds.rows(
            "sys_certificate", "name sys_name subject issuer pem_certificate short_description sys_scope sys_package",
            of: ["Example signing key"]
        ) { _, name in
            [name, name, "CN=" + name, "CN=" + name, certificate, "Nobody has its private key", "global", "global"]
        }
    }

    private static func writeKeys(_ seeds: LaterSeeds) throws {
        try seeds.rows("api_key", "name description token user", of: ["abel.tuter"]) { _, user in
            [
                "Key of " + user, "Speaks for " + user, HiddenText.hidden("sandbox-api-key-of-" + user),
                SignInSeeds.keyUser,
            ]
        }
    }

    /// A certificate of a key that was thrown away.
    private static let certificate = """
        -----BEGIN CERTIFICATE-----
        MIIBgTCCASagAwIBAgIBATAKBggqhkjOPQQDAjAeMRwwGgYDVQQDDBNFeGFtcGxl
        IHNpZ25pbmcga2V5MCAXDTI2MTEyMjA0MDkyN1oYDzIxMjYxMDI5MDQwOTI3WjAe
        MRwwGgYDVQQDDBNFeGFtcGxlIHNpZ25pbmcga2V5MFkwEwYHKoZIzj0CAQYIKoZI
        zj0DAQcDQgAEiGSzd19l3Ajc/itg+1uQ12tYXSkfFRd6aykIjyPNxhR+p+Lc6waB
        lyOVf4u4CDgUk0ZhnstCABab/lPG0aihY6NTMFEwHQYDVR0OBBYEFNDQTmQ3Hygi
        /F0rO3L9LfNANyTQMB8GA1UdIwQYMBaAFNDQTmQ3Hygi/F0rO3L9LfNANyTQMA8G
        A1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDSQAwRgIhANmu5GWOLd48NBoB6Hzj
        T4fqHOZKRIdv6CeO2MgSjytcAiEAx8tTLeUycFnDugS6iROWu874E8Ylkut1H7zh
        7itulCI=
        -----END CERTIFICATE-----
        """
}
