import Testing

/// Themes of pages.
extension Transcripts {
    static let pageThemes = [
        Transcript(
            "Two themes are built in, and the terminal's own colors are none of them",
            #"""
            > page theme
            name   colors              brand    primary  used
            none   the terminal's own                    true
            light  light               #302F4B  #4F52BD
            dark   dark                #302F4B  #8486FF
            > page theme Dark
            ! Pages are shown in dark; set theme=dark in the start-up file makes it last.
            > page theme --format csv
            name,colors,brand,primary,used
            none,the terminal's own,,,
            light,light,#302F4B,#4F52BD,
            dark,dark,#302F4B,#8486FF,true
            > page theme none
            ! Pages are shown in the terminal's own colors.
            > page theme ‹drak›
            ! error: There is no theme drak. There is no file drak.
            ! hint: Did you mean dark?
            ! hint: page theme lists them.
            ? exit 2
            """#),
        Transcript(
            "A custom theme is a file, and a replay knows it",
            files: [
                "dusk.json": ##"{"base": "dark", "brand": "#5B2A86", "PRIMARY": "#fa5"}"##,
                "snow.json": ##"{"backgroundPrimary": "#FAFAFA"}"##,
            ],
            #"""
            > page theme dusk.json
            ! Pages are shown in dusk.json; set theme=dusk.json in the start-up file makes it last.
            > page theme
            name       colors              brand    primary  used
            none       the terminal's own
            light      light               #302F4B  #4F52BD
            dark       dark                #302F4B  #8486FF
            dusk.json  dark                #5B2A86  #FFAA55  true
            > set theme=snow.json
            > page theme --format csv | tail -n 1
            snow.json,light,#302F4B,#4F52BD,true
            > set theme=gone.json
            > page theme --format csv | tail -n 1
            dark,dark,#302F4B,#8486FF,
            ! There is no theme gone.json. There is no file gone.json.
            """#),
        Transcript(
            "An error in a theme's file names the file and the member",
            files: [
                "name.json": ##"{"brnad": "#123456"}"##, "color.json": ##"{"base": "dark", "brand": "red"}"##,
                "number.json": ##"{"brand": 7}"##, "clear.json": ##"{"primary": "#12345678"}"##,
                "base.json": ##"{"base": "dusk"}"##, "list.json": "[]", "text.json": "brand=#123456",
            ],
            #"""
            > page theme ‹name.json›
            ! error: name.json is not a theme. There is no color brnad.
            ! hint: Did you mean brand?
            ! hint: help pages lists the colors.
            ? exit 2
            > page theme ‹color.json›
            ! error: color.json is not a theme. brand must be a color, #RGB or #RRGGBB.
            ? exit 2
            > page theme ‹number.json›
            ! error: number.json is not a theme. brand must be a color, #RGB or #RRGGBB.
            ? exit 2
            > page theme ‹clear.json›
            ! error: clear.json is not a theme. primary must not be transparent.
            ? exit 2
            > page theme ‹base.json›
            ! error: base.json is not a theme. base must be light or dark.
            ? exit 2
            > page theme ‹list.json›
            ! error: list.json is not a theme. It is not a JSON object.
            ? exit 2
            > page theme ‹text.json›
            ! error: text.json is not a theme. It is not JSON: expected a value at line 1, column 1.
            ? exit 2
            > set theme=‹''›
            ! error: This THEME is empty.
            ? exit 2
            """#),
    ]
}
