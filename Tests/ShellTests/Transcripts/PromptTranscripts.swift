import Testing

/// Aliases, saved settings and repeated commands.
extension Transcripts {
    static let prompts = [
        Transcript(
            "An alias runs its line, which is on the tape",
            #"""
            > alias
            name  command
            ! There is no alias; alias NAME = COMMAND makes one.
            > alias by = table list incident -q assigned_to.name=$1 -n 2 -f number,short_description
            ! by is an alias for: table list incident -q assigned_to.name=$1 -n 2 -f number,short_description
            > by 'Beth Anglin'
            number      short_description
            INC0010004  Query on the ledger runs for hours
            INC0010015  Laptop does not wake up from sleep
            ! 2 of 29 shown; -n NUMBER or --all shows more.
            > by "Beth Anglin" --order number --format csv | head -2
            number,short_description
            INC0009758,Laptop does not wake up from sleep
            ! 2 of 29 shown; -n NUMBER or --all shows more.
            > by
            ! error: The alias by needs 1 argument.
            ! note: alias by = table list incident -q assigned_to.name=$1 -n 2 -f number,short_description
            ? exit 2
            > alias few = by 'Beth Anglin' -f number
            ! few is an alias for: by 'Beth Anglin' -f number
            > few -n 1 => found = .[0].number
            number
            INC0010004
            ! 1 of 29 shown; -n NUMBER or --all shows more.
            > table get incident {{found}} -f number
            number  INC0010004
            > alias
            name  command
            by    table list incident -q assigned_to.name=$1 -n 2 -f number,short_description
            few   by 'Beth Anglin' -f number
            > alias by
            alias by = table list incident -q assigned_to.name=$1 -n 2 -f number,short_description
            > help by
            by is an alias:
              alias by = table list incident -q assigned_to.name=$1 -n 2 -f number,short_description
            > help byy
            ! error: There is no command or topic byy.
            ! hint: help
            ? exit 2
            > alias open = table count incident -q 'active=true^priority=$1' | cat
            ! open is an alias for: table count incident -q 'active=true^priority=$1' | cat
            > open 1
            6
            > alias --remove few
            ! few is no longer an alias.
            > ‹few›
            ! error: There is no command few.
            ! hint: help
            ? exit 2
            > alias --remove ‹few›
            ! error: There is no alias few.
            ! hint: alias NAME = COMMAND
            ? exit 2
            """#),
        Transcript(
            "An alias hides no command and uses no other that leads back to it",
            #"""
            > alias ‹table› = table list incident
            ! error: table is a command, which no alias can replace.
            ? exit 2
            > alias ‹Quit› = whoami
            ! error: Quit is a command, which no alias can replace.
            ? exit 2
            > alias ‹'a b'› = whoami
            ! error: Invalid alias name: begin it with a letter, and use only letters, digits, _ and -.
            ? exit 2
            > alias a = a -n 5
            ! error: The alias a uses itself: a, then a.
            ? exit 2
            > alias b = whoami
            ! b is an alias for: whoami
            > alias c = b
            ! c is an alias for: b
            > alias b = c
            ! error: The alias b uses itself: b, then c, then b.
            ? exit 2
            > alias d = tabel list
            ! error: There is no command tabel.
            !   ‹tabel› list
            ! hint: Did you mean table?
            ? exit 2
            > alias ‹e› =
            ! error: The alias e has no command.
            ! hint: alias NAME = COMMAND
            ! hint: alias --remove e
            ? exit 2
            > alias b ‹whoami›
            ! error: Put = between an alias and its command.
            ! hint: alias b = COMMAND
            ? exit 2
            > alias b ‹--remove›
            ! error: Put = between an alias and its command.
            ! hint: alias --remove b
            ? exit 2
            """#),
        Transcript(
            "A saved setting is a line of the start-up file",
            files: ["snowdeckrc": "# mine\nset limit=5 format=line\n"],
            #"""
            > set --save
            name    value
            limit   5
            format  line
            > set --save limit=3 zone=utc
            ! limit is saved for later sessions.
            ! zone is saved for later sessions.
            > set --save caller='Abel Tuter'
            ! caller is saved for later sessions.
            > set --save password=hunter2
            ! error: password names a secret, and no secret is saved.
            !   set --save ‹password›=REDACTED-password-1
            ! hint: help secrets
            ? exit 2
            > set --save limit=‹many›
            ! error: This must be a whole number, 0 to 1000000000.
            ? exit 2
            > set --save
            name    value
            format  line
            limit   3
            zone    utc
            caller  'Abel Tuter'
            > set --save --unset limit --unset color
            ! limit is no longer saved.
            ! color was not saved.
            > set --save
            name    value
            format  line
            zone    utc
            caller  'Abel Tuter'
            """#),
        Transcript(
            "Dates are shown in UTC or as the instance shows them", settings: ["zone": "EST5"],
            #"""
            > table get incident INC0010021 -f sys_created_on
            sys_created_on  2015-10-14 02:45:55 -05:00
            > set zone=utc
            > table get incident INC0010021 -f sys_created_on
            sys_created_on  2015-10-14 07:45:55 UTC
            > set zone=instance
            > table get incident INC0010021 -f sys_created_on
            sys_created_on  2015-10-14 00:45:55
            > set zone=‹Nowhere/Land›
            ! error: There is no time zone Nowhere/Land.
            ! hint 1: set zone=Europe/Berlin
            ! hint 2: set zone=utc
            ! hint 3: set zone=local
            ? exit 2
            """#),
        Transcript(
            "A command is repeated, and every round is on the tape",
            #"""
            > watch --times 2 every 1s table count incident -q active=true
            65
            65
            ! Round 1, 2026-01-01 00:00:00:
            ! Round 2, 2026-01-01 00:00:00:
            > watch --times 2 every 1s table get incident INC0010021 -f number,state --format json
            {
              "number": "INC0010021",
              "state": "2"
            }
            {
              "number": "INC0010021",
              "state": "2"
            }
            ! Round 1, 2026-01-01 00:00:00:
            ! Round 2, 2026-01-01 00:00:00:
            > watch every 5s table count incident
            ! error: watch needs --times NUMBER here: there is no terminal to end it on.
            ? exit 2
            > watch --times 2 every ‹500ms› table count incident
            ! error: The pause of watch is a time of at least 1s: 5s, 2m, 1h.
            ? exit 2
            > watch --times 2 ‹table update incident INC0010021 urgency=1›
            ! error: watch cannot repeat table update: it repeats commands that read records or pages.
            ? exit 2
            > watch --times 2 ‹watch table count incident›
            ! error: watch cannot repeat watch: it repeats commands that read records or pages.
            ? exit 2
            > watch --times 2 ‹undo›
            ! error: watch cannot repeat undo: it repeats commands that read records or pages.
            ? exit 2
            > watch --times 2 ‹rest POST /api/now/table/incident -d '{}'›
            ! error: watch cannot repeat rest: it repeats commands that read records or pages.
            ? exit 2
            > watch --times 2 every 1s table count ‹incidnt›
            ! Round 1, 2026-01-01 00:00:00:
            ! error: There is no table incidnt on sandbox.
            ! hint: Did you mean incident?
            ! hint: table names
            ! Round 2, 2026-01-01 00:00:00:
            ! error: There is no table incidnt on sandbox.
            !   watch --times 2 every 1s table count ‹incidnt›
            ! hint: Did you mean incident?
            ! hint: table names
            ? exit 3
            > watch every 5s
            ! error: watch needs a command to repeat.
            ! hint: watch every 5s table count incident
            ? exit 2
            """#),
        Transcript(
            "Every change of a production profile takes its name", answers: ["y", "prod", "", "yes"],
            files: ["snowdeckrc": "profile add dev dev1 --user admin\n"],
            #"""
            > profile add prod acme --user admin --guard production
            ! prod is https://acme.service-now.com as admin; every change takes the profile's name, typed (production).
            ! connect prod goes there.
            > connect prod
            ! Connected to acme as System Administrator (admin).
            > table update incident INC0010021 urgency=3 -f number
            ! This would update incident INC0010021 on acme, setting urgency=3.
            !   INC0010021  my computer doesn't work  urgency: 2 - Medium → 3 - Low
            ! Type prod to continue: y
            ! error: Nothing was changed: the answer was not prod.
            ! note: This would update incident INC0010021 on acme, setting urgency=3.
            ? exit 7
            > table update incident INC0010021 urgency=3 -f number
            number  INC0010021
            ! This would update incident INC0010021 on acme, setting urgency=3.
            !   INC0010021  my computer doesn't work  urgency: 2 - Medium → 3 - Low
            ! Type prod to continue: prod
            ! Updated incident INC0010021.
            ! undo: table update incident INC0010021 urgency=2 priority=3
            ! The instance changed priority as well; undo writes that back too.
            > connect dev
            ! Connected to dev1 as System Administrator (admin).
            > table update incident INC0010021 urgency=3 -f number
            ! This would update incident INC0010021 on dev1, setting urgency=3.
            !   INC0010021  my computer doesn't work  urgency: 3 - Low as it is
            ! Continue? [y/N] 
            ! error: Nothing was changed.
            ! note: This would update incident INC0010021 on dev1, setting urgency=3.
            ? exit 7
            > table update incident INC0010021 urgency=3 -f number
            number  INC0010021
            ! This would update incident INC0010021 on dev1, setting urgency=3.
            !   INC0010021  my computer doesn't work  urgency: 3 - Low as it is
            ! Continue? [y/N] yes
            ! Updated incident INC0010021.
            """#),
    ]
}
