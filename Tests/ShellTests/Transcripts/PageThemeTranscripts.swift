import Testing

/// The commands for page themes.
extension Transcripts {
    static let pageThemes = [
        Transcript(
            "Two themes are built in, and the terminal's own colors are none of them",
            #"""
            > page theme list
            name   ground  origin    brand    primary  used
            light  light   built in  #302F4B  #4F52BD
            dark   dark    built in  #302F4B  #8486FF
            > page theme use dark
            ! Pages are shown in dark; set theme=dark in the start-up file makes it last.
            > page theme list --format csv
            name,ground,origin,brand,primary,used
            light,light,built in,#302F4B,#4F52BD,
            dark,dark,built in,#302F4B,#8486FF,true
            > page theme use none
            ! Pages are shown in the terminal's own colors.
            > page theme use ‹drak›
            ! error: There is no theme drak.
            ! hint: Did you mean dark?
            ! hint: page theme list
            ? exit 2
            > page theme show none
            ! error: Pages are shown in the terminal's own colors, which only the terminal knows.
            ! hint: page theme show dark
            ? exit 2
            > page theme show dark --format csv | head -n 4
            color,value
            alertCritical0,#7B1E28
            alertCritical2,#B61C2D
            alertCritical3,#E46876
            """#),
        Transcript(
            "An own theme is a line of the start-up file, and a replay knows it",
            files: ["snowdeckrc": "# mine\nset limit=5\n"],
            #"""
            > page theme new dusk --base dark brand=#5B2A86 primary=#fa5
            ! There is a theme dusk now. page theme use dusk shows pages in it.
            > page theme use Dusk
            ! Pages are shown in dusk; set theme=dusk in the start-up file makes it last.
            > page theme list
            name   ground  origin          brand    primary  used
            light  light   built in        #302F4B  #4F52BD
            dark   dark    built in        #302F4B  #8486FF
            dusk   dark    made from dark  #5B2A86  #FFAA55  true
            > page theme new dawn --base dusk brand=#123456
            ! There is a theme dawn now. page theme use dawn shows pages in it.
            > page theme remove dusk
            ! The theme dusk is gone: page theme new dusk --base dark brand=#5B2A86 primary=#FFAA55
            ! Pages are shown in the terminal's own colors.
            > page theme use ‹dusk›
            ! error: There is no theme dusk.
            ! hint: page theme list
            ? exit 2
            > page theme remove ‹light›
            ! error: light is built in and cannot be deleted.
            ? exit 2
            """#),
        Transcript(
            "What is wrong with a theme is said where it stands",
            #"""
            > page theme new ‹light› brand=#123456
            ! error: light is built in. Another name is wanted.
            ? exit 2
            > page theme new ‹none›
            ! error: none means the terminal's own colors. Another name is wanted.
            ? exit 2
            > page theme new ‹a/b›
            ! error: A theme's name holds letters, digits, _, - and . only, and begins with a letter or a digit.
            ? exit 2
            > page theme new dusk ‹brnad›=#123456
            ! error: A theme has no color brnad.
            ! hint: Did you mean brand?
            ! hint: page theme show light lists the names.
            ? exit 2
            > page theme new dusk brand=‹red›
            ! error: Invalid color; write #RGB or #RRGGBB.
            ? exit 2
            > page theme new dusk brand=‹#12345678›
            ! error: Transparent colors are not supported.
            ! hint: #123456
            ? exit 2
            > page theme ‹paint›
            ! error: There is no command page theme paint.
            ! hint: page theme knows list, use, show, new and remove.
            ? exit 2
            > set theme=‹a/b›
            ! error: A theme's name holds letters, digits, _, - and . only, and begins with a letter or a digit.
            ? exit 2
            """#),
    ]
}
