import Testing

/// Signing in and out, and errors about secrets on the command line.
extension Transcripts {
    static let signIns = [
        Transcript(
            "Signing in again is a request for one's own record, and signing out forgets cookies",
            #"""
            > logout
            ! There was no sign-in at sandbox.
            ! The next command that asks sandbox signs in again.
            > login
            ! Signed in to sandbox as John Doe (john.doe).
            > logout
            ! Signed out of sandbox: its cookies were deleted.
            ! The next command that asks sandbox signs in again.
            > logout --forget
            ! There was no sign-in at sandbox.
            ! The keyring had no entry for it.
            ! The next command that asks sandbox signs in again.
            > table count incident
            440
            > login --user abel.tuter
            ! Signed in to sandbox as Abel Tuter (abel.tuter).
            > whoami | head -n 3
            instance        http://sandbox.localhost
            guard           open
            user_name       abel.tuter
            > login --sign-in guest
            ! You are now a guest at sandbox.
            > table count incident
            ! error: Not signed in to sandbox: User Not Authenticated: Required to provide Auth information (HTTP 401).
            ! hint: login --user NAME
            ? exit 3
            > logout
            ! There was no sign-in at sandbox.
            """#),
        Transcript(
            "A sign-in that is refused leaves everything as it was", instance: "dev1", user: "admin",
            #"""
            > login --user nobody
            ! error: dev1 does not accept the password of nobody: User Not Authenticated: Required to provide Auth information (HTTP 401).
            ! note: An instance sends the same response for a wrong password, an unknown, locked or inactive user, and for a user who may not sign in with a password.
            ! hint: login --user nobody --from ask asks for the password again.
            ! hint: login --sign-in oauth-code --client-id ID signs in with the browser.
            ? exit 3
            > whoami | head -n 3
            instance        https://dev1.service-now.com
            guard           confirm
            user_name       admin
            > login --user joe.employee
            ! Signed in to dev1 as Joe Employee (joe.employee).
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
            ! error: Signing in to dev1.service-now.com needs a user name. No answer was given.
            ! hint: connect dev --user NAME
            ? exit 3
            > connect dev
            ! error: Signing in to dev1.service-now.com needs a user name. There is no terminal to ask on.
            ! hint: connect dev --user NAME
            ? exit 3
            > profile use key
            ! error: key does not accept the API key: User Not Authenticated: Required to provide Auth information (HTTP 401).
            ! note: A key opens only those APIs whose access policy has an authentication profile for keys.
            ! hint: connect key --sign-in api-key --from ask asks for another.
            ! hint: table list api_key -f name,active,expires shows an administrator which there are.
            ? exit 3
            """#),
        Transcript(
            "A secret in a command line is refused, and is not repeated",
            #"""
            > login --password hunter2
            ! error: A password is not taken from a command line: others see it in the list of processes, and a shell keeps it.
            !   login ‹--password› REDACTED-password-1
            ! hint: --from ask, keyring, env:NAME, 'command:LINE' or fd:N says where it comes from: help sign-in
            ? exit 2
            > login --user admin:hunter2
            ! error: A user name cannot contain a colon, and passwords do not belong in a command line.
            !   login --user ‹admin:********›
            ! hint: --user NAME
            ! hint: --from ask, keyring, env:NAME, 'command:LINE' or fd:N says where it comes from: help sign-in
            ? exit 2
            > login -p hunter2
            ! error: A password is not taken from a command line: others see it in the list of processes, and a shell keeps it.
            !   login ‹-p› ********
            ! hint: --from ask, keyring, env:NAME, 'command:LINE' or fd:N says where it comes from: help sign-in
            ? exit 2
            > login --client-secret=hunter2
            ! error: A client secret is not taken from a command line: others see it in the list of processes, and a shell keeps it.
            !   login ‹--client-secret›=REDACTED-password-1
            ! hint: --from ask, keyring, env:NAME, 'command:LINE' or fd:N says where it comes from: help sign-in
            ? exit 2
            > table list incident --token hunter2
            ! error: A token is not taken from a command line: others see it in the list of processes, and a shell keeps it.
            !   table list incident ‹--token› REDACTED-password-1
            ! hint: --from ask, keyring, env:NAME, 'command:LINE' or fd:N says where it comes from: help sign-in
            ? exit 2
            > login --from hunter2
            ! error: Unknown source of a secret; use ask, keyring, env:NAME, 'command:LINE' or fd:N.
            !   login --from ‹********›
            ! hint: Secrets do not belong in a command line: others see it in the list of processes, and a shell keeps it.
            ? exit 2
            > login --from ‹keyrng›
            ! error: Unknown source of a secret; use ask, keyring, env:NAME, 'command:LINE' or fd:N.
            ! hint: Did you mean keyring?
            ? exit 2
            > login --from ‹env:›
            ! error: Unknown source of a secret; use ask, keyring, env:NAME, 'command:LINE' or fd:N.
            ! hint: env: needs the name of a variable: env:SNOW_PASSWORD
            ? exit 2
            > login --from ‹fd:x›
            ! error: Unknown source of a secret; use ask, keyring, env:NAME, 'command:LINE' or fd:N.
            ! hint: fd: needs the number of an open file descriptor, 0 to 1023: fd:3
            ? exit 2
            > login --from command:pass ‹show› dev1
            ! error: login takes no further argument.
            ! hint: Quote a command that contains spaces: --from 'command:pass show dev1'
            ! hint: Usage: login [--sign-in KIND] [--user NAME] [--client-id ID] [--scope TEXT] [--from SOURCE] [--client-from SOURCE] [--certificate FILE] [--key FILE] [--remember]
            ? exit 2
            """#),
    ]
}
