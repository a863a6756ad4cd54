import Testing

/// Profiles with a sign-in.
extension Transcripts {
    /// Settings of a profile's sign-in.
    static let signInProfiles = [
        Transcript(
            "A profile's line says how it is signed in to",
            #"""
            > profile add dev dev12345 --sign-in oauth-password --user admin --client-id abc --from keyring --guard confirm --color red
            ! dev is https://dev12345.service-now.com, signed in to by oauth-password as admin; every change needs confirmation (confirm).
            ! connect dev goes there.
            > profile add ci dev12345 --sign-in oauth-client --client-id abc --client-from env:SNOW_SECRET --color none
            ! ci is https://dev12345.service-now.com, signed in to by oauth-client; every change needs confirmation (confirm).
            ! connect ci goes there.
            > profile add key dev12345 --sign-in api-key --from 'command:pass show "dev 1"' --guard open --color green
            ! key is https://dev12345.service-now.com, signed in to by api-key; changes of several records need confirmation (open).
            ! connect key goes there.
            > profile add cert dev12345 --sign-in certificate --certificate /etc/ssl/me.pem --guard read-only
            ! cert is https://dev12345.service-now.com, signed in to by certificate; no changes are allowed (read-only).
            ! connect cert goes there.
            > profile add cert2 dev12345 --sign-in certificate --certificate ‹me.pem›
            ! error: A profile works in any folder: begin its paths with / or ~/.
            ! hint: --certificate ~/me.pem
            ? exit 2
            > profile list
            name  instance                  sign_in         user   guard      color  used
            dev   dev12345.service-now.com  oauth-password  admin  confirm    red
            ci    dev12345.service-now.com  oauth-client           confirm    none
            key   dev12345.service-now.com  api-key                open       green
            cert  dev12345.service-now.com  certificate            read-only
            > profile show key
            name      key
            instance  https://dev12345.service-now.com
            sign_in   api-key
            from      command:pass show "dev 1"
            guard     open
            color     green
            used      false
            > profile edit key --unset from --unset color
            ! key is https://dev12345.service-now.com, signed in to by api-key; changes of several records need confirmation (open).
            > profile show key
            name      key
            instance  https://dev12345.service-now.com
            sign_in   api-key
            guard     open
            used      false
            > profile edit ci --unset scope --unset ‹client-id›
            ! error: The sign-in oauth-client needs --client-id.
            ! hint: --client-id ID names the application, as the instance's application registry does.
            ! hint: help sign-in
            ? exit 2
            > profile edit dev --unset ‹user› --user abel.tuter
            ! error: --user is given and unset in one line.
            ? exit 2
            > profile edit key --color green
            ! key is https://dev12345.service-now.com, signed in to by api-key; changes of several records need confirmation (open).
            > profile edit key --sign-in basic --user admin
            ! key is https://dev12345.service-now.com as admin; changes of several records need confirmation (open).
            > profile edit dev --user abel.tuter --color blue
            ! dev is https://dev12345.service-now.com, signed in to by oauth-password as abel.tuter; every change needs confirmation (confirm).
            > profile edit ci --sign-in oauth-jwt
            ! ci is https://dev12345.service-now.com, signed in to by oauth-jwt; every change needs confirmation (confirm).
            > profile edit ci --sign-in oauth-jwt --key /etc/ci.pem --user admin
            ! ci is https://dev12345.service-now.com, signed in to by oauth-jwt as admin; every change needs confirmation (confirm).
            > profile remove dev
            ! The profile dev is gone: profile add dev dev12345 --sign-in oauth-password --user abel.tuter --client-id abc --from keyring --guard confirm --color blue
            > profile remove ci
            ! The profile ci is gone: profile add ci dev12345 --sign-in oauth-jwt --user admin --client-id abc --client-from env:SNOW_SECRET --key /etc/ci.pem --guard confirm --color none
            > profile remove key
            ! The profile key is gone: profile add key dev12345 --user admin --guard open --color green
            > profile remove cert
            ! The profile cert is gone: profile add cert dev12345 --sign-in certificate --certificate /etc/ssl/me.pem --guard read-only
            """#),
        Transcript(
            "What does not go together is said with what does",
            #"""
            > connect dev1 --sign-in ‹oauth-password›
            ! error: The sign-in oauth-password needs --client-id.
            ! hint: --client-id ID names the application, as the instance's application registry does.
            ! hint: help sign-in
            ? exit 2
            > connect dev1 --sign-in oauth-jwt --client-id abc
            ! error: Signing in to dev1.service-now.com needs a user name. There is no terminal to ask on.
            ! hint: connect dev1 --sign-in oauth-jwt --client-id abc --user NAME
            ? exit 3
            > connect dev1 --client-id ‹abc›
            ! error: --client-id does not go with the sign-in basic.
            ! hint: --client-id goes with --sign-in oauth-password, oauth-code, oauth-client or oauth-jwt.
            ! hint: basic goes with --user and --from.
            ? exit 2
            > connect dev1 --sign-in oauth-client --client-id abc --user ‹admin›
            ! error: --user does not go with the sign-in oauth-client.
            ! hint: --user goes with --sign-in basic, oauth-password, oauth-code, oauth-jwt, token, api-key or certificate.
            ! hint: oauth-client goes with --client-id, --scope, --from and --client-from.
            ? exit 2
            > connect dev1 --sign-in ‹oauth›
            ! error: Unknown sign-in 'oauth'. Choose basic, oauth-password, oauth-code, oauth-client, oauth-jwt, token, api-key, certificate or guest.
            ! hint: Did you mean oauth-client, oauth-code or oauth-jwt?
            ? exit 2
            """#),
    ]
}
