import Testing

/// Each writing `table` command in each format.
extension Transcripts {
    static let writeFormats = [
        Transcript(
            "A created record has all eight formats",
            #"""
            > table create cmn_department name=D0 -f name,id --format columns
            name  D0
            id
            ! Created cmn_department D0.
            > table create cmn_department name=D1 -f name,id --format line
            name: D1
            id:
            ! Created cmn_department D1.
            > table create cmn_department name=D2 -f name,id --format json
            {
              "name": "D2",
              "id": ""
            }
            ! Created cmn_department D2.
            > table create cmn_department name=D3 -f name,id --format ndjson
            {"name":"D3","id":""}
            ! Created cmn_department D3.
            > table create cmn_department name=D4 -f name,id --format csv
            name,id
            D4,
            ! Created cmn_department D4.
            > table create cmn_department name=D5 -f name,id --format tsv
            name	id
            D5	
            ! Created cmn_department D5.
            > table create cmn_department name=D6 -f name,id --format yaml
            name: D6
            id: ""
            ! Created cmn_department D6.
            > table create cmn_department name=D7 -f name,id --format markdown
            | Field | Value |
            | --- | --- |
            | name | D7 |
            | id |  |
            ! Created cmn_department D7.
            """#),
        Transcript(
            "A changed record has all eight formats",
            #"""
            > table update incident INC0010021 urgency=1 -f number,urgency --format columns
            number   INC0010021
            urgency  1 - High
            ! Updated incident INC0010021.
            > table update incident INC0010021 urgency=2 -f number,urgency --format line
            number:  INC0010021
            urgency: 2 - Medium
            ! Updated incident INC0010021.
            > table update incident INC0010021 urgency=3 -f number,urgency --format json
            {
              "number": "INC0010021",
              "urgency": "3"
            }
            ! Updated incident INC0010021.
            > table update incident INC0010021 urgency=1 -f number,urgency --format ndjson
            {"number":"INC0010021","urgency":"1"}
            ! Updated incident INC0010021.
            > table update incident INC0010021 urgency=2 -f number,urgency --format csv
            number,urgency
            INC0010021,2
            ! Updated incident INC0010021.
            > table update incident INC0010021 urgency=3 -f number,urgency --format tsv
            number	urgency
            INC0010021	3
            ! Updated incident INC0010021.
            > table update incident INC0010021 urgency=1 -f number,urgency --format yaml
            number: INC0010021
            urgency: "1"
            ! Updated incident INC0010021.
            > table update incident INC0010021 urgency=2 -f number,urgency --format markdown
            | Field | Value |
            | --- | --- |
            | number | INC0010021 |
            | urgency | 2 - Medium |
            ! Updated incident INC0010021.
            """#),
        Transcript(
            "A deletion shows nothing in any format",
            #"""
            > table delete cmn_department Sales --format columns
            ! Deleted cmn_department Sales.
            > table delete cmn_department Marketing --format line
            ! Deleted cmn_department Marketing.
            > table delete cmn_department Legal --format json
            ! Deleted cmn_department Legal.
            > table delete cmn_department HR --format ndjson
            ! Deleted cmn_department HR.
            > table delete cmn_department Finance --format csv
            ! Deleted cmn_department Finance.
            > table delete cmn_department Facilities --format tsv
            ! Deleted cmn_department Facilities.
            > table delete cmn_department Development --format yaml
            ! Deleted cmn_department Development.
            > table delete cmn_department IT --format markdown
            ! Deleted cmn_department IT.
            """#),
    ]
}
