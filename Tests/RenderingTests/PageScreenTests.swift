import Testing

@testable import Rendering

/// The same page as people see it on three terminals.
@Suite struct PageScreenTests {
    @Test func `on sixty columns`() async throws {
        #expect(
            try await lines(RichPage.view, 60).joined(separator: "\n") == """
                INC0010001 | Incident | ServiceNow
                https://dev.service-now.com/incident.do?sys_id=
                9d385017c611228701d22104cc95c371

                Incidents[1] › INC0010001

                ▌ ! This record was changed by somebody else while you
                ▌   looked at it.

                Incident INC0010001
                ═══════════════════

                Number             [INC0010001              ] read only
                Caller             [Abel Tuter              ] required
                Short description  [Printer on fire         ]
                Impact             [2 - Medium ▾]
                                   [x] Active
                Description        │ The printer on floor 2 is on fire.
                                   │
                                   │ It smells.
                Confirm with your  [••••••••                ]
                password

                < Update > < Delete >

                Activity
                ────────
                │ Abel Tuter[2] · 2026-03-04 10:11:12 · Additional comments
                │
                │ I pulled the plug, but it still burns: lp0 on fire. プリン
                │ ターが燃えています。すぐに来てください。 👩‍🚒

                • Fetch the extinguisher
                • Then read link[5]
                   9. the first page
                  10. the second page

                lp0  the first printer port

                lp0: status
                        out of paper = 0x20, selected = 0x10, error = 0x08,
                ↪ busy = 0x80, acknowledged = 0x40

                Task SLAs
                ─────────
                SLA definition      Stage        Business time left  Percent
                ──────────────────  ───────────  ──────────────────  ───────
                Priority 2          In progress  3 Hours 59 Minutes    50.14
                resolution[3]

                初回応答 24 時間以  Breached     0 Seconds               100
                内[4]

                ┌ Resolution ───────────────────────────────────────────────
                │ Nothing has been resolved yet.
                └───────────────────────────────────────────────────────────

                ────────────────────────────────────────────────────────────

                © ServiceNow

                ────────────────────────────────────────────────────────────

                The page has 52 428 800 bytes; the first 8 388 608 are
                shown. `page source > FILE` has all of it.

                1 byte of the page is no text in its character set, shown as
                �.
                """)
    }

    @Test func `on eighty, and where there is no terminal`() async throws {
        let expected = """
            INC0010001 | Incident | ServiceNow
            https://dev.service-now.com/incident.do?sys_id=9d385017c611228701d22104cc95c371

            Incidents[1] › INC0010001

            ▌ ! This record was changed by somebody else while you looked at it.

            Incident INC0010001
            ═══════════════════

            Number                      [INC0010001              ] read only
            Caller                      [Abel Tuter              ] required
            Short description           [Printer on fire         ]
            Impact                      [2 - Medium ▾]
                                        [x] Active
            Description                 │ The printer on floor 2 is on fire.
                                        │
                                        │ It smells.
            Confirm with your password  [••••••••                ]

            < Update > < Delete >

            Activity
            ────────
            │ Abel Tuter[2] · 2026-03-04 10:11:12 · Additional comments
            │
            │ I pulled the plug, but it still burns: lp0 on fire. プリンターが燃えています。
            │ すぐに来てください。 👩‍🚒

            • Fetch the extinguisher
            • Then read link[5]
               9. the first page
              10. the second page

            lp0  the first printer port

            lp0: status
                    out of paper = 0x20, selected = 0x10, error = 0x08, busy = 0x80, acknowl
            ↪ edged = 0x40

            Task SLAs
            ─────────
            SLA definition            Stage        Business time left  Percent
            ────────────────────────  ───────────  ──────────────────  ───────
            Priority 2 resolution[3]  In progress  3 Hours 59 Minutes    50.14
            初回応答 24 時間以内[4]   Breached     0 Seconds               100

            ┌ Resolution ───────────────────────────────────────────────────────────────────
            │ Nothing has been resolved yet.
            └───────────────────────────────────────────────────────────────────────────────

            ────────────────────────────────────────────────────────────────────────────────

            © ServiceNow

            ────────────────────────────────────────────────────────────────────────────────

            The page has 52 428 800 bytes; the first 8 388 608 are shown. `page source >
            FILE` has all of it.

            1 byte of the page is no text in its character set, shown as �.
            """
        #expect(try await lines(RichPage.view, 80).joined(separator: "\n") == expected)
        #expect(try await lines(RichPage.view, nil).joined(separator: "\n") == expected)
    }

    @Test func `on a hundred and forty`() async throws {
        #expect(
            try await lines(RichPage.view, 140).joined(separator: "\n") == """
                INC0010001 | Incident | ServiceNow
                https://dev.service-now.com/incident.do?sys_id=9d385017c611228701d22104cc95c371

                Incidents[1] › INC0010001

                ▌ ! This record was changed by somebody else while you looked at it.

                Incident INC0010001
                ═══════════════════

                Number                      [INC0010001              ] read only
                Caller                      [Abel Tuter              ] required
                Short description           [Printer on fire         ]
                Impact                      [2 - Medium ▾]
                                            [x] Active
                Description                 │ The printer on floor 2 is on fire.
                                            │
                                            │ It smells.
                Confirm with your password  [••••••••                ]

                < Update > < Delete >

                Activity
                ────────
                │ Abel Tuter[2] · 2026-03-04 10:11:12 · Additional comments
                │
                │ I pulled the plug, but it still burns: lp0 on fire. プリンターが燃えています。すぐに来てください。 👩‍🚒

                • Fetch the extinguisher
                • Then read link[5]
                   9. the first page
                  10. the second page

                lp0  the first printer port

                lp0: status
                        out of paper = 0x20, selected = 0x10, error = 0x08, busy = 0x80, acknowledged = 0x40

                Task SLAs
                ─────────
                SLA definition            Stage        Business time left  Percent
                ────────────────────────  ───────────  ──────────────────  ───────
                Priority 2 resolution[3]  In progress  3 Hours 59 Minutes    50.14
                初回応答 24 時間以内[4]   Breached     0 Seconds               100

                ┌ Resolution ───────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
                │ Nothing has been resolved yet.
                └───────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────

                ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────

                © ServiceNow

                ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────

                The page has 52 428 800 bytes; the first 8 388 608 are shown. `page source > FILE` has all of it.

                1 byte of the page is no text in its character set, shown as �.
                """)
    }
}
