import Testing

/// Signing in and out, and what may not be said on the way.
extension Transcripts {
    static let signIns = [
        Transcript(
            "Signing in again is a request for one's own record, and signing out forgets cookies",
            #"""
            > logout
            ! Nobody was signed in at sandbox.
            ! The next command that asks sandbox signs in again.
            > login
            ! Signed in to sandbox as John Doe (john.doe).
            > logout
            ! Signed out of sandbox: its cookies are forgotten.
            ! The next command that asks sandbox signs in again.
            > logout --forget
            ! Nobody was signed in at sandbox.
            ! The keyring had nothing for it.
            ! The next command that asks sandbox signs in again.
            > table count incident
            440
            > login --user abel.tuter
            ! Signed in to sandbox as Abel Tuter (abel.tuter).
            > whoami
            instance        http://sandbox.localhost
            guard           open
            user_name       abel.tuter
            name            Abel Tuter
            sys_id          62826bf03710200044e0bfc8bcbe5df1
            roles           the instance does not show them
            sign_in         basic
            session         cookies
            session_opened  2026-01-01 00:00:00 UTC (now)
            session_ends    2026-01-01 00:30:00 UTC (in 30 minutes)
            cookies         JSESSIONID,glide_user_route,glide_session_store,BIGipServerpool_sandbox,glide_user,glide_user_session
            > login --sign-in guest
            ! A guest at sandbox from now on.
            > table count incident
            ! error: Nobody is signed in at sandbox: User Not Authenticated: Required to provide Auth information (HTTP 401).
            ! hint: login --user NAME
            ? exit 3
            """#),
        Transcript(
            "A sign-in that is refused leaves everything as it was", instance: "dev1", user: "admin",
            #"""
            > login --user nobody
            ! error: dev1 does not accept the password of nobody: User Not Authenticated: Required to provide Auth information (HTTP 401).
            ! note: An instance says the same of a wrong password, an unknown, locked or inactive user, and of a user who may not sign in with a password.
            ! hint: login
            ! hint: login --sign-in oauth-code --client-id ID signs in by way of the browser.
            ? exit 3
            > whoami --format csv
            instance,profile,guard,user_name,name,sys_id,roles,time_zone,date_format,sign_in,client_id,session,session_opened,session_ends,page_session_opened,page_session_ends,cookies,token_created,token_expires,renewable,token_scope
            https://dev1.service-now.com,,confirm,admin,System Administrator,6816f79cc0a8016401c5a33be04be441,"admin,itil",,,basic,,cookies,2026-01-01 00:00:00,2026-01-01 00:30:00,,,"JSESSIONID,glide_user_route,glide_session_store,BIGipServerpool_sandbox,glide_user,glide_user_session",,,,
            > login --user joe.employee
            ! Signed in to dev1 as Joe Employee (joe.employee).
            > whoami
            instance        https://dev1.service-now.com
            guard           confirm
            user_name       joe.employee
            name            Joe M. Employee
            sys_id          a3f1d04b4f4212008a5ab895f110c7e9
            roles           the instance does not show them
            sign_in         basic
            session         cookies
            session_opened  2026-01-01 00:00:00 UTC (now)
            session_ends    2026-01-01 00:30:00 UTC (in 30 minutes)
            cookies         JSESSIONID,glide_user_route,glide_session_store,BIGipServerpool_sandbox,glide_user,glide_user_session
            """#),
        Transcript(
            "Whoever is not named is asked for, or said to be missing", answers: ["abel.tuter", ""],
            files: ["snowdeckrc": "profile add dev dev1\nprofile add key dev1 --sign-in api-key\n"],
            #"""
            > connect dev
            ! User name at dev1.service-now.com: abel.tuter
            ! Connected to dev1 as Abel Tuter (abel.tuter).
            > connect dev
            ! User name at dev1.service-now.com: 
            ! error: The user name at dev1.service-now.com is not known. No answer was given.
            ! hint: connect dev --user NAME
            ? exit 3
            > connect dev
            ! error: The user name at dev1.service-now.com is not known. There is no terminal to ask on.
            ! hint: connect dev --user NAME
            ? exit 3
            > profile use key
            ! error: key does not accept the API key: User Not Authenticated: Required to provide Auth information (HTTP 401).
            ! note: A key opens only those APIs whose access policy has an authentication profile for keys.
            ! hint: connect key --sign-in api-key --from ask
            ! hint: table list api_key -f name,active,expires
            ? exit 3
            """#),
        Transcript(
            "A secret in a command line is refused, and is not repeated",
            #"""
            > login --password hunter2
            ! error: A password is not taken from a command line: others see it in the list of processes, and a shell keeps it.
            !   login --password REDACTED-password-1
            !         ^^^^^^^^^^
            ! hint: --from ask, keyring, env:NAME, 'command:LINE' or fd:N says where it comes from: help sign-in
            ? exit 2
            > login --user admin:hunter2
            ! error: A user's name holds no colon, and no password stands in a command line.
            !   login --user admin:********
            !                ^^^^^^^^^^^^^^
            ! hint: --user NAME
            ! hint: --from ask, keyring, env:NAME, 'command:LINE' or fd:N says where it comes from: help sign-in
            ? exit 2
            > login -p hunter2
            ! error: A password is not taken from a command line: others see it in the list of processes, and a shell keeps it.
            !   login -p ********
            !         ^^
            ! hint: --from ask, keyring, env:NAME, 'command:LINE' or fd:N says where it comes from: help sign-in
            ? exit 2
            > login --client-secret=hunter2
            ! error: A client secret is not taken from a command line: others see it in the list of processes, and a shell keeps it.
            !   login --client-secret=REDACTED-password-1
            !         ^^^^^^^^^^^^^^^
            ! hint: --from ask, keyring, env:NAME, 'command:LINE' or fd:N says where it comes from: help sign-in
            ? exit 2
            > connect dev1 --api-key hunter2
            ! error: A key is not taken from a command line: others see it in the list of processes, and a shell keeps it.
            !   connect dev1 --api-key REDACTED-password-1
            !                ^^^^^^^^^
            ! hint: --from ask, keyring, env:NAME, 'command:LINE' or fd:N says where it comes from: help sign-in
            ? exit 2
            > table list incident --token hunter2
            ! error: A token is not taken from a command line: others see it in the list of processes, and a shell keeps it.
            !   table list incident --token REDACTED-password-1
            !                       ^^^^^^^
            ! hint: --from ask, keyring, env:NAME, 'command:LINE' or fd:N says where it comes from: help sign-in
            ? exit 2
            > login --from hunter2
            ! error: This is no place of a secret: ask, keyring, env:NAME, 'command:LINE' or fd:N.
            !   login --from ********
            !                ^^^^^^^^
            ! hint: A secret never stands in a command line: others see it in the list of processes, and a shell keeps it.
            ? exit 2
            > login --from keyrng
            ! error: This is no place of a secret: ask, keyring, env:NAME, 'command:LINE' or fd:N.
            !   login --from keyrng
            !                ^^^^^^
            ! hint: Did you mean keyring?
            ? exit 2
            > login --from env:
            ! error: This is no place of a secret: ask, keyring, env:NAME, 'command:LINE' or fd:N.
            !   login --from env:
            !                ^^^^
            ! hint: env: goes with a variable's name: env:SNOW_PASSWORD
            ? exit 2
            > login --from fd:x
            ! error: This is no place of a secret: ask, keyring, env:NAME, 'command:LINE' or fd:N.
            !   login --from fd:x
            !                ^^^^
            ! hint: fd: goes with the number of an open file, 0 to 1023: fd:3
            ? exit 2
            > login --from command:
            ! error: This is no place of a secret: ask, keyring, env:NAME, 'command:LINE' or fd:N.
            !   login --from command:
            !                ^^^^^^^^
            ! hint: command: goes with a line of the system's shell, in quotes: 'command:pass show dev1'
            ? exit 2
            > login --from command:pass show dev1
            ! error: login takes no further argument.
            !   login --from command:pass show dev1
            !                             ^^^^
            ! hint: A command with blanks stands in quotes: --from 'command:pass show dev1'
            ! hint: Usage: login [--sign-in KIND] [--user NAME] [--client-id ID] [--scope TEXT] [--from PLACE] [--client-from PLACE] [--certificate FILE] [--key FILE] [--remember]
            ? exit 2
            """#),
    ]

    /// How a profile says how it is signed in to.
    static let signInProfiles = [
        Transcript(
            "A profile's line says how it is signed in to",
            #"""
            > profile add dev dev12345 --sign-in oauth-password --user admin --client-id abc --from keyring --guard confirm --colour red
            ! dev is https://dev12345.service-now.com, signed in to by oauth-password as admin; every change is asked for (confirm).
            ! connect dev goes there.
            > profile add ci dev12345 --sign-in oauth-client --client-id abc --client-from env:SNOW_SECRET --color none
            ! ci is https://dev12345.service-now.com, signed in to by oauth-client; every change is asked for (confirm).
            ! connect ci goes there.
            > profile add key dev12345 --sign-in api-key --from 'command:pass show "dev 1"' --guard open --colour green
            ! key is https://dev12345.service-now.com, signed in to by api-key; one record is changed without a question (open).
            ! connect key goes there.
            > profile add cert dev12345 --sign-in certificate --certificate /etc/ssl/me.pem --guard read-only
            ! cert is https://dev12345.service-now.com, signed in to by certificate; nothing is changed there (read-only).
            ! connect cert goes there.
            > profile add cert2 dev12345 --sign-in certificate --certificate me.pem
            ! error: A profile is used from any folder: its files are named from / or ~/.
            !   profile add cert2 dev12345 --sign-in certificate --certificate me.pem
            !                                                                  ^^^^^^
            ! hint: --certificate ~/me.pem
            ? exit 2
            > profile list
            name  instance                  sign_in         user   guard      colour  used
            dev   dev12345.service-now.com  oauth-password  admin  confirm    red
            ci    dev12345.service-now.com  oauth-client           confirm    none
            key   dev12345.service-now.com  api-key                open       green
            cert  dev12345.service-now.com  certificate            read-only
            > profile show key
            name         key
            instance     https://dev12345.service-now.com
            sign_in      api-key
            user
            client_id
            scope
            from         command:pass show "dev 1"
            client_from
            certificate
            key
            guard        open
            colour       green
            used         false
            > profile edit key --sign-in basic --user admin
            ! key is https://dev12345.service-now.com as admin; one record is changed without a question (open).
            > profile edit dev --user abel.tuter --colour blue
            ! dev is https://dev12345.service-now.com, signed in to by oauth-password as abel.tuter; every change is asked for (confirm).
            > profile edit ci --sign-in oauth-jwt
            ! error: The sign-in oauth-jwt needs --key.
            !   profile edit ci --sign-in oauth-jwt
            !                             ^^^^^^^^^
            ! hint: --key FILE is the private key that statements are signed with, PEM.
            ! hint: help sign-in
            ? exit 2
            > profile edit ci --sign-in oauth-jwt --key /etc/ci.pem --user admin
            ! ci is https://dev12345.service-now.com, signed in to by oauth-jwt as admin; every change is asked for (confirm).
            > profile remove dev
            ! The profile dev is gone: profile add dev dev12345 --sign-in oauth-password --user abel.tuter --client-id abc --from keyring --guard confirm --colour blue
            > profile remove ci
            ! The profile ci is gone: profile add ci dev12345 --sign-in oauth-jwt --user admin --client-id abc --client-from env:SNOW_SECRET --key /etc/ci.pem --guard confirm --colour none
            > profile remove key
            ! The profile key is gone: profile add key dev12345 --user admin --guard open --colour green
            > profile remove cert
            ! The profile cert is gone: profile add cert dev12345 --sign-in certificate --certificate /etc/ssl/me.pem --guard read-only
            """#),
        Transcript(
            "What does not go together is said with what does",
            #"""
            > connect dev1 --sign-in oauth-password
            ! error: The sign-in oauth-password needs --client-id.
            !   connect dev1 --sign-in oauth-password
            !                          ^^^^^^^^^^^^^^
            ! hint: --client-id ID names the application, as the instance's application registry does.
            ! hint: help sign-in
            ? exit 2
            > connect dev1 --sign-in oauth-jwt --client-id abc
            ! error: The sign-in oauth-jwt needs --key.
            !   connect dev1 --sign-in oauth-jwt --client-id abc
            !                          ^^^^^^^^^
            ! hint: --key FILE is the private key that statements are signed with, PEM.
            ! hint: help sign-in
            ? exit 2
            > connect dev1 --sign-in certificate
            ! error: The sign-in certificate needs --certificate.
            !   connect dev1 --sign-in certificate
            !                          ^^^^^^^^^^^
            ! hint: --certificate FILE is the client certificate, PEM; --key FILE its key unless the same file holds it.
            ! hint: help sign-in
            ? exit 2
            > connect dev1 --client-id abc
            ! error: --client-id does not go with the sign-in basic.
            !   connect dev1 --client-id abc
            !                            ^^^
            ! hint: --client-id goes with --sign-in oauth-password, oauth-code, oauth-client or oauth-jwt.
            ! hint: basic goes with --user and --from.
            ? exit 2
            > connect dev1 --sign-in oauth-client --client-id abc --user admin
            ! error: --user does not go with the sign-in oauth-client.
            !   connect dev1 --sign-in oauth-client --client-id abc --user admin
            !                                                              ^^^^^
            ! hint: --user goes with --sign-in basic, oauth-password, oauth-code, oauth-jwt, token, api-key or certificate.
            ! hint: oauth-client goes with --client-id, --scope, --from and --client-from.
            ? exit 2
            > connect dev1 --sign-in guest --user admin
            ! error: --user does not go with the sign-in guest.
            !   connect dev1 --sign-in guest --user admin
            !                                       ^^^^^
            ! hint: --user goes with --sign-in basic, oauth-password, oauth-code, oauth-jwt, token, api-key or certificate.
            ! hint: guest takes no further flag.
            ? exit 2
            > connect dev1 --sign-in oauth
            ! error: This must be basic, oauth-password, oauth-code, oauth-client, oauth-jwt, token, api-key, certificate or guest.
            !   connect dev1 --sign-in oauth
            !                          ^^^^^
            ! hint: Did you mean oauth-client, oauth-code or oauth-jwt?
            ? exit 2
            > login --sign-in token --key /etc/x.pem
            ! error: --key does not go with the sign-in token.
            !   login --sign-in token --key /etc/x.pem
            !                               ^^^^^^^^^^
            ! hint: --key goes with --sign-in oauth-jwt or certificate.
            ! hint: token goes with --user and --from.
            ? exit 2
            """#),
    ]
}
