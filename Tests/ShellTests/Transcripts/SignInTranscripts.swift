import Testing

/// Signing in and out, and what may not be said on the way.
extension Transcripts {
    static let signIns = [
        Transcript(
            "Signing in again is a request for one's own record, and signing out forgets cookies",
            #"""
            > logout
            > login
            > logout
            > logout --forget
            > table count incident
            > login --user abel.tuter
            > whoami
            > login --sign-in guest
            > table count incident
            """#),
        Transcript(
            "A sign-in that is refused leaves everything as it was", instance: "dev1", user: "admin",
            #"""
            > login --user nobody
            > whoami --format csv
            > login --user joe.employee
            > whoami
            """#),
        Transcript(
            "Whoever is not named is asked for, or said to be missing", answers: ["abel.tuter"],
            files: ["snowdeckrc": "profile add dev dev1\nprofile add key dev1 --sign-in api-key\n"],
            #"""
            > connect dev
            > connect dev
            > profile use key
            """#),
        Transcript(
            "A secret in a command line is refused, and is not repeated",
            #"""
            > login --password hunter2
            > login --user admin:hunter2
            > login -p hunter2
            > login --client-secret=hunter2
            > connect dev1 --api-key hunter2
            > table list incident --token hunter2
            > login --from hunter2
            > login --from keyrng
            > login --from env:
            > login --from fd:x
            > login --from command:
            > login --from command:pass show dev1
            """#),
    ]

    /// How a profile says how it is signed in to.
    static let signInProfiles = [
        Transcript(
            "A profile's line says how it is signed in to",
            #"""
            > profile add dev dev12345 --sign-in oauth-password --user admin --client-id abc --from keyring --guard confirm --colour red
            > profile add ci dev12345 --sign-in oauth-client --client-id abc --client-from env:SNOW_SECRET --color none
            > profile add key dev12345 --sign-in api-key --from 'command:pass show "dev 1"' --guard open --colour green
            > profile add cert dev12345 --sign-in certificate --certificate /etc/ssl/me.pem --guard read-only
            > profile add cert2 dev12345 --sign-in certificate --certificate me.pem
            > profile list
            > profile show key
            > profile edit key --sign-in basic --user admin
            > profile edit dev --user abel.tuter --colour blue
            > profile edit ci --sign-in oauth-jwt
            > profile edit ci --sign-in oauth-jwt --key /etc/ci.pem --user admin
            > profile remove dev
            > profile remove ci
            > profile remove key
            > profile remove cert
            """#),
        Transcript(
            "What does not go together is said with what does",
            #"""
            > connect dev1 --sign-in oauth-password
            > connect dev1 --sign-in oauth-jwt --client-id abc
            > connect dev1 --sign-in certificate
            > connect dev1 --client-id abc
            > connect dev1 --sign-in oauth-client --client-id abc --user admin
            > connect dev1 --sign-in guest --user admin
            > connect dev1 --sign-in oauth
            > login --sign-in token --key /etc/x.pem
            """#),
    ]
}
