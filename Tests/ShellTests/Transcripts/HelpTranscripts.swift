import Testing

/// What `help` says.
extension Transcripts {
    static let help = [
        Transcript(
            "Help explains commands, groups and topics",
            #"""
            > help
            Snowdeck: a ServiceNow workbench. What is asked and answered is recorded, and
            can be replayed.

            Commands:
              table list         List records of a table
              table get          Show one record
              table create       Create a record
              table update       Change one record, or all that a query finds
              table delete       Delete one record, or all that a query finds
              table count        Count records, as a whole or in groups
              table explain      Say in words what an encoded query asks for
              table describe     Show the columns of a table
              table names        List the tables of the instance
              undo               Show or run what takes the last write back
              attach list        List the files attached to a record
              attach show        Show everything the instance says of one attachment
              attach get         Fetch an attached file
              attach put         Attach files to a record
              attach delete      Delete an attachment
              rest               Send a request to any REST API of the instance
              task               List my open tasks by type
              task show          Show a task with its journal
              task comments      Show what was written on a task
              task comment       Add a work note to a task
              page open          Show a page of the instance as text
              page follow        Follow a link of the page
              page back          Go back to the page before
              page forward       Go forward again after page back
              page reload        Ask for the page once more
              page links         List the links of the page
              page find          Find a text in the page
              page source        Write the page as it came
              page form          Show, fill in and send a form of the page
              page browse        Show a page in your browser, signed in and in a theme
              page shot          Take a picture of a page
              page preload       Fetch pages and what belongs to them beforehand
              page cache         List what is kept of the instance's pages
              page cache clear   Forget what is kept of the instance's pages
              page theme list    List the themes of pages
              page theme use     Show pages in a theme
              page theme show    Show a theme's colours
              page theme new     Make a theme
              page theme remove  Forget a theme of one's own
              graphql            Run a GraphQL query or mutation
              graphql describe   Show what a document may ask of a table
              graphql format     Lay a GraphQL document out
              graphql from       Write a table command as a GraphQL document
              tape status        Say which cassette is in the deck, and what it holds
              tape new           Put a new cassette into the deck
              tape open          Put an existing cassette into the deck
              tape list          List cassettes: the project's, and recent ones outside it
              tape show          Show the exchanges on a cassette, or one of them whole
              tape why           Explain the last request that the tape could not answer
              tape dump          Print a cassette as text
              tape audit         Search a cassette for secrets
              tape import        Make a cassette of HAR files
              tape export        Write a cassette as a HAR file
              recipe list        List the recipes of this folder
              recipe show        Show a recipe as it is meant to be read
              recipe run         Run a recipe
              recipe save        Make a recipe of this session
              recipe test        Test recipes against their tapes
              recipe accept      Expect of a recipe what it gives now
              recipe format      Write recipes in their usual form
              recipe lint        Look recipes over for what reads well and is wrong
              connect            Go on with another instance
              login              Sign in to the present instance, anew or otherwise
              logout             Sign out of the present instance
              whoami             Say which instance this is, who is signed in there, and how
              profile add        Give an instance a short name, a way to sign in and a guard
              profile list       List the profiles
              profile show       Show a profile
              profile use        Go on with a profile, and start with it from now on
              profile edit       Change how a profile signs in, its guard or its colour
              profile remove     Forget a profile
              history            List what was typed
              set                Show or change settings and variables
              help               Explain a command or a topic
              quit               Leave

            Topics:
              quoting      How a line is cut into words
              variables    Values kept for later lines
              redirection  Where output goes: | > >> =>
              paths        How => picks a value from an answer
              queries      Encoded queries, as -q takes them
              formats      The forms output can take
              times        The time zone of the times you see and type
              settings     What set can change
              flags        Flags that every command takes, and those of the start
              guards       What stands before a change, and how it is taken back
              pages        How pages are read, walked and filled in
              recipes      Files of commands that teammates read, run and trust
              tests        Tapes in tests, in any language
              sign-in      How an instance is signed in to, and where secrets come from
              secrets      Passwords: how they are given, and what is kept out of tapes
              sandbox      What of an instance the sandbox has
              faults       What a served sandbox can get wrong on purpose
              exit         Exit statuses

            help COMMAND or help TOPIC explains one of them. Every command takes --help.
            > help table
            table: Read and change records, and see what a table holds.

              table list      List records of a table
              table get       Show one record
              table create    Create a record
              table update    Change one record, or all that a query finds
              table delete    Delete one record, or all that a query finds
              table count     Count records, as a whole or in groups
              table explain   Say in words what an encoded query asks for
              table describe  Show the columns of a table
              table names     List the tables of the instance

            help table list explains one of them.
            > help table list
            table list: List records of a table.

              table list TABLE [-q QUERY] [--strict-query | --raw-query]
                  [-f FIELDS | --view VIEW] [-n NUMBER | --all] [--offset NUMBER]
                  [--order FIELDS] [--display value|display|both]

            -n is a hard limit. If more records match, the total is printed to standard
            error. --all fetches every record in batches and writes each batch at once.
            Without --order, --all is ordered by sys_id, so that no record is missed when
            others are deleted while it runs; other lists have the instance's order. A query
            may hold the labels of choices and, for references, sys_ids or names; what they
            are translated to is printed. You are warned about conditions that the instance
            ignores and about values that match nothing.

              TABLE  The table's name, such as incident

              -q, --query QUERY           Take only the records this encoded query finds
                  --strict-query          Make warnings about the query errors
                  --raw-query             Send the query as it is typed
              -f, --fields FIELDS         Show these fields; caller_id.name walks a
                                          reference (otherwise: a fixed list per table in
                                          columns, everything in data formats)
              -n, --limit NUMBER          Show at most this many records (otherwise: 20)
                  --offset NUMBER         Skip this many records first (otherwise: 0)
                  --all                   Fetch every record
                  --order FIELDS          Order by these fields; -FIELD descends
                  --display value|display|both
                                          Show what is stored, what the instance displays,
                                          or both (otherwise: display values in columns,
                                          line and markdown, values in data formats)
                  --view VIEW             Show the fields of this view

              table list incident
                  the first 20 incidents
              table list incident -q active=true^priority=1 -f number,short_description,caller_id.name -n 5
                  five active incidents of priority 1, with their callers
              table list incident -q 'priority=Critical^assigned_to=beth.anglin'
                  incidents by the label of their priority and the name of their assignee
              table list incident --order -sys_created_on,number
                  the youngest incidents first
              table list sys_user --all --format csv > users.csv
                  every user, in a file
            > help paths
            paths: How => picks a value from an answer.

              .                         the whole answer
              .number                   a field
              .[0].number               a field of the first record of a list; [-1] is the
                                        last
              .caller_id.display_value  a field of a field
              ."odd name"               a name with other characters than letters, digits, _
                                        and -

            The raw value is kept: a sys_id, not the name that is displayed for it.
            > help tabel
            ! error: There is no command or topic tabel.
            ! hint: Did you mean help table?
            ? exit 2
            > table get -h
            table get: Show one record.

              table get TABLE RECORD [-f FIELDS] [--display value|display|both]

            A record is named by its number, its sys_id or its display value. A name that
            several records share is an error that lists them.

              TABLE   The table's name, such as incident
              RECORD  A number, a sys_id or a display value

              -f, --fields FIELDS         Show these fields; caller_id.name walks a
                                          reference (otherwise: a fixed list per table in
                                          columns, everything in data formats)
                  --display value|display|both
                                          Show what is stored, what the instance displays,
                                          or both (otherwise: display values in columns,
                                          line and markdown, values in data formats)

              table get incident INC0010021
                  an incident by its number
              table get sys_user 'Abel Tuter' -f user_name,email
                  two fields of a user, by display value
              table get incident INC0010021 => caller = .caller_id
                  an incident; its caller's sys_id is kept
            > help table frobnicate
            ! error: There is no command or topic table frobnicate.
            ! hint: help
            ? exit 2
            """#)
    ]
}
