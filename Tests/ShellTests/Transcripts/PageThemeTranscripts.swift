import Testing

/// What the commands about themes of pages say.
extension Transcripts {
    static let pageThemes = [
        Transcript(
            "Two themes are built in, and the terminal's own colours are none of them",
            #"""
            > page theme list
            > page theme use dark
            > page theme list --format csv
            > page theme use none
            > page theme use drak
            > page theme show none
            > page theme show dark --format csv
            """#),
        Transcript(
            "An own theme is a line of the start-up file, and a replay knows it",
            files: ["snowdeckrc": "# mine\nset limit=5\n"],
            #"""
            > page theme new dusk --base dark brand=#5B2A86 primary=#fa5
            > page theme use Dusk
            > page theme list
            > page theme new dawn --base dusk brand=#123456
            > page theme remove dusk
            > page theme use dusk
            > page theme remove light
            """#),
        Transcript(
            "What is wrong with a theme is said where it stands",
            #"""
            > page theme new light brand=#123456
            > page theme new none
            > page theme new a/b
            > page theme new dusk --base drak
            > page theme new dusk brnad=#123456
            > page theme new dusk brand=red
            > page theme new dusk brand=#12345678
            > page theme
            > page theme paint
            > set theme=a/b
            """#),
    ]
}
