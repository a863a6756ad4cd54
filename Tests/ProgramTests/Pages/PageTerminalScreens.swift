/// The screens of a record's page: the text, and how it is painted.
enum PageTerminalScreens {
    /// The text by the width in columns.
    static let text = [60: narrow, 80: usual, 140: wide]

    private static let narrow = #"""
        Incident INC0010021 | Sandbox
        http://sandbox.localhost/incident.do?sys_id=
        061c92d26f030200d7aecd9c5d3ee4f8

        Sandbox[1]

        Home[2] Incidents[3] Problems[4] Changes[5] Knowledge[6]
        Portal[7]

        John Doe[8] Log out[9]

        Incident INC0010021
        ═══════════════════
        Number               [INC0010021              ] read only
        Channel              [Phone ▾]
        Caller *             [Abel Tuter              ] required
                             View Caller[10]
        State                [In Progress ▾]
        Category             [Hardware ▾]
        On hold reason       [-- None -- ▾]
        Subcategory          [-- None -- ▾]
        Impact               [2 - Medium ▾]
        Business service     [                        ]
        Urgency              [2 - Medium ▾]
        Configuration item   [LAP-0417                ] View
                             Configuration item[11]
        Priority             [3 - Moderate ▾]
        Opened               [2015-10-14 00:45:55     ] read only
        Assignment group     [Hardware                ] View
                             Assignment group[12]
        Opened by            [Abel Tuter              ] read only
                             View Opened by[13]
        Assigned to          [John Doe                ] View
                             Assigned to[14]
        Active               [x]
        Short description *  [my computer doesn't work] required
        Description          │ It does not start any more.

        ┌ Notes ────────────────────────────────────────────────────
        │ Watch list           [                        ]
        │ Work notes list      [                        ]
        │ Additional comments  │
        │ Work notes           │
        └───────────────────────────────────────────────────────────

        ┌ Related Records ──────────────────────────────────────────
        │ Parent incident   [                        ]
        │ Problem           [                        ]
        │ Change Request    [                        ]
        │ Caused by Change  [                        ]
        └───────────────────────────────────────────────────────────

        ┌ Resolution Information ───────────────────────────────────
        │ Knowledge        [ ]
        │ Resolved by      [                        ] read only
        │ Resolution code  [-- None -- ▾]
        │ Resolved         [                        ] read only
        │ Close notes      │
        └───────────────────────────────────────────────────────────

        < Update > < Delete >
        ‸
        """#

    private static let usual = #"""
        Incident INC0010021 | Sandbox
        http://sandbox.localhost/incident.do?sys_id=061c92d26f030200d7aecd9c5d3ee4f8

        Sandbox[1]

        Home[2] Incidents[3] Problems[4] Changes[5] Knowledge[6] Portal[7]

        John Doe[8] Log out[9]

        Incident INC0010021
        ═══════════════════
        Number               [INC0010021              ] read only
        Channel              [Phone ▾]
        Caller *             [Abel Tuter              ] required View Caller[10]
        State                [In Progress ▾]
        Category             [Hardware ▾]
        On hold reason       [-- None -- ▾]
        Subcategory          [-- None -- ▾]
        Impact               [2 - Medium ▾]
        Business service     [                        ]
        Urgency              [2 - Medium ▾]
        Configuration item   [LAP-0417                ] View Configuration item[11]
        Priority             [3 - Moderate ▾]
        Opened               [2015-10-14 00:45:55     ] read only
        Assignment group     [Hardware                ] View Assignment group[12]
        Opened by            [Abel Tuter              ] read only View Opened by[13]
        Assigned to          [John Doe                ] View Assigned to[14]
        Active               [x]
        Short description *  [my computer doesn't work] required
        Description          │ It does not start any more.

        ┌ Notes ────────────────────────────────────────────────────────────────────────
        │ Watch list           [                        ]
        │ Work notes list      [                        ]
        │ Additional comments  │
        │ Work notes           │
        └───────────────────────────────────────────────────────────────────────────────

        ┌ Related Records ──────────────────────────────────────────────────────────────
        │ Parent incident   [                        ]
        │ Problem           [                        ]
        │ Change Request    [                        ]
        │ Caused by Change  [                        ]
        └───────────────────────────────────────────────────────────────────────────────

        ┌ Resolution Information ───────────────────────────────────────────────────────
        │ Knowledge        [ ]
        │ Resolved by      [                        ] read only
        │ Resolution code  [-- None -- ▾]
        │ Resolved         [                        ] read only
        │ Close notes      │
        └───────────────────────────────────────────────────────────────────────────────

        < Update > < Delete >
        ‸
        """#

    private static let wide = #"""
        Incident INC0010021 | Sandbox
        http://sandbox.localhost/incident.do?sys_id=061c92d26f030200d7aecd9c5d3ee4f8

        Sandbox[1]

        Home[2] Incidents[3] Problems[4] Changes[5] Knowledge[6] Portal[7]

        John Doe[8] Log out[9]

        Incident INC0010021
        ═══════════════════
        Number               [INC0010021              ] read only
        Channel              [Phone ▾]
        Caller *             [Abel Tuter              ] required View Caller[10]
        State                [In Progress ▾]
        Category             [Hardware ▾]
        On hold reason       [-- None -- ▾]
        Subcategory          [-- None -- ▾]
        Impact               [2 - Medium ▾]
        Business service     [                        ]
        Urgency              [2 - Medium ▾]
        Configuration item   [LAP-0417                ] View Configuration item[11]
        Priority             [3 - Moderate ▾]
        Opened               [2015-10-14 00:45:55     ] read only
        Assignment group     [Hardware                ] View Assignment group[12]
        Opened by            [Abel Tuter              ] read only View Opened by[13]
        Assigned to          [John Doe                ] View Assigned to[14]
        Active               [x]
        Short description *  [my computer doesn't work] required
        Description          │ It does not start any more.

        ┌ Notes ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
        │ Watch list           [                        ]
        │ Work notes list      [                        ]
        │ Additional comments  │
        │ Work notes           │
        └───────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────

        ┌ Related Records ──────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
        │ Parent incident   [                        ]
        │ Problem           [                        ]
        │ Change Request    [                        ]
        │ Caused by Change  [                        ]
        └───────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────

        ┌ Resolution Information ───────────────────────────────────────────────────────────────────────────────────────────────────────────────────
        │ Knowledge        [ ]
        │ Resolved by      [                        ] read only
        │ Resolution code  [-- None -- ▾]
        │ Resolved         [                        ] read only
        │ Close notes      │
        └───────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────

        < Update > < Delete >
        ‸
        """#
}
