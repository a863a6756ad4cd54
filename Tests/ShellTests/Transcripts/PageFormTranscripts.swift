import Testing

/// What `page form` shows and sends.
extension Transcripts {
    static let pageForms = [
        Transcript(
            "A form is shown, filled in and sent, and the record is changed",
            #"""
            > page open INC0010021 > before.txt
            > page form
            > page form short_description="Printer on fire" urgency=1
            > page form short_description="Printer on fire" urgency=1 --plan
            > page form short_description="Printer on fire" urgency=High --submit --format json => title = .title
            > table get incident INC0010021 -f number,short_description,urgency
            > undo
            """#),
        Transcript(
            "What is wrong with a form is said where it stands, and nothing is sent",
            #"""
            > page open INC0010021 > before.txt
            > page form shrot_description=x
            > page form urgency=9
            > page form caller=x Short_description=x urgency=low
            > page form incident.knowledge=perhaps
            > page form short_description=@nothing.txt
            > page form number
            > page form number=INC1 --submit
            > page form short_description="a" --button Explode --submit
            > page form other short_description="a"
            > page form 9
            > page open login.do > login.txt
            > page form user_password=hush
            """#),
        Transcript(
            "Outside the sandbox a form is asked for, and refused where nobody can be asked",
            instance: "http://dev.localhost", user: "admin", answers: ["no"],
            #"""
            > page open INC0010021 > before.txt
            > page form urgency=1 --submit
            > page form urgency=1 --submit
            > page form urgency=1 --submit --allow-writes dev.localhost > after.txt
            > table get incident INC0010021 -f urgency
            """#),
        Transcript(
            "A read-only profile lets no form through",
            files: ["snowdeckrc": "profile add dev dev.localhost --user admin --guard read-only\n"],
            #"""
            > connect dev
            > page open INC0010021 > before.txt
            > page form urgency=1 --submit
            > page form urgency=1 --submit --allow-writes dev
            > table get incident INC0010021 -f urgency
            """#),
    ]
    static let pageCaches = [
        Transcript(
            "Pages are preloaded with what belongs to them, and what is kept is listed",
            files: ["pages.txt": "incident_list.do\n# a remark\n\nproblem_list.do\n"],
            #"""
            > page preload incident_list.do 'incident.do?sys_id=061c92d26f030200d7aecd9c5d3ee4f8'
            > page preload @pages.txt
            > page cache
            > page cache clear
            > page cache --format json
            > page preload nothing_list.do
            > page preload INC0010021
            > page preload https://evil.example/
            > page preload @missing.txt
            """#)
    ]
}
