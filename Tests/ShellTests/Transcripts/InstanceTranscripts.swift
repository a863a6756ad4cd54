import Testing

/// The instance and the user of requests.
extension Transcripts {
    static let instances = [
        Transcript(
            "An instance is connected to by name, and the sandbox again",
            #"""
            > whoami
            instance        http://sandbox.localhost
            guard           open
            user_name       john.doe
            name            John Doe
            sys_id          ea2bc1b14f4212008a5ab895f110c7d1
            roles           admin, approver_user, itil, knowledge_admin, personalize, personalize_dictionary, problem_admin, problem_coordinator, problem_manager, problem_task_analyst, sn_cmdb_editor, web_service_admin
            time_zone       the instance's default
            date_format     the instance's default
            sign_in         basic
            session         cookies
            session_opened  2026-01-01 00:00:00 UTC (now)
            session_ends    2026-01-01 00:30:00 UTC (in 30 minutes)
            cookies         JSESSIONID,glide_user_route,glide_session_store,BIGipServerpool_sandbox,glide_user,glide_user_session
            > connect dev1 --user admin
            ! Connected to dev1 as System Administrator (admin).
            > connect sandbox
            ! Connected to sandbox as John Doe (john.doe).
            """#),
        Transcript(
            "A user name that is missing is asked for", answers: ["abel.tuter"],
            #"""
            > connect dev1
            ! User name at dev1.service-now.com: abel.tuter
            ! Connected to dev1 as Abel Tuter (abel.tuter).
            > connect dev2
            ! error: Signing in to dev2.service-now.com needs a user name. There is no terminal to ask on.
            ! hint: connect dev2 --user NAME
            ? exit 3
            """#),
        Transcript(
            "An instance that cannot be is said, and the old one stays",
            #"""
            > connect ‹http://example.com›
            ! error: example.com must be reached over https: http would expose its credentials.
            ! hint: connect https://NAME.service-now.com
            ! hint: connect sandbox
            ? exit 2
            > connect ‹'my instance'›
            ! error: The instance is not written in plain ASCII characters without spaces; a host name with other letters has an ASCII form that begins with xn--.
            ! hint: connect https://NAME.service-now.com
            ! hint: connect sandbox
            ? exit 2
            > connect dev1 --user nobody
            ! error: dev1 does not accept the password of nobody: User Not Authenticated: Required to provide Auth information (HTTP 401).
            ! note: An instance sends the same response for a wrong password, an unknown, locked or inactive user, and for a user who may not sign in with a password.
            ! hint: connect dev1 --user nobody --from ask asks for the password again.
            ! hint: connect dev1 --sign-in oauth-code --client-id ID signs in with the browser.
            ? exit 3
            > whoami | head -n 3
            instance        http://sandbox.localhost
            guard           open
            user_name       john.doe
            """#),
        Transcript(
            "Whoever is not accepted is told, and what may not be read as well", instance: "dev1", user: "nobody",
            #"""
            > table list incident -n 1
            ! error: dev1 does not accept the password of nobody: User Not Authenticated: Required to provide Auth information (HTTP 401).
            ! note: An instance sends the same response for a wrong password, an unknown, locked or inactive user, and for a user who may not sign in with a password.
            ! hint: login --user nobody --from ask asks for the password again.
            ! hint: login --sign-in oauth-code --client-id ID signs in with the browser.
            ? exit 3
            > table create incident short_description=x --allow-writes dev1
            ! error: dev1.service-now.com did not accept the last sign-in, and a change is not sent unauthenticated.
            ! hint: --from keyring takes it from the desktop's keyring; login --remember puts it there.
            ! hint: --from env:NAME takes it from an environment variable.
            ! hint: --from 'command:pass show nobody' takes the first line that a program writes.
            ! hint: --from fd:3 takes the first line of an open file: 3< FILE.
            ? exit 3
            """#),
        Transcript(
            "A user sees what the user may", instance: "dev1", user: "abel.tuter",
            #"""
            > table list ‹sys_dictionary› -n 1 -f name
            ! error: User Not Authorized: Failed API level ACL Validation (HTTP 403).
            ? exit 3
            > table list sys_user -n 1 --order user_name -f user_name
            user_name
            abel.tuter
            ! 1 of 97 shown; -n NUMBER or --all shows more.
            > table count ‹sys_db_object›
            ! error: User Not Authorized: Failed API level ACL Validation (HTTP 403).
            ! note: An instance counts and groups only for those who may read every record of the table.
            ! hint: table list sys_db_object -n 1 says how many there are.
            ? exit 3
            > table describe ‹incidnt›
            ! error: There is no table incidnt on dev1.
            ! hint: Did you mean incident?
            ! hint: table names
            ? exit 3
            """#),
    ]
}
