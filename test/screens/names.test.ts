/** Buttons whose accessible name says more than their label contain the label (WCAG 2.2, 2.5.3), in each language. */
import { describe, expect, it } from "@effect/vitest"
import { en, type Text } from "../../screens/text/en.ts"
import { languages } from "../../screens/text/languages.ts"

const all: Readonly<Record<string, () => Promise<Text>>> = { en: async () => en, ...languages }

const pairs = (t: Text): ReadonlyArray<readonly [label: string, name: string]> => [
  [t.common.signOut, t.sessions.signOutOf({ device: "Chrome" })],
  [t.connections.connect, t.connections.connectTo({ provider: "GitHub" })],
  [t.emails.verify, t.emails.verifyWhat({ email: "ann@example.com" })],
  [t.apiKeys.revoke, t.apiKeys.revokeWhat({ key: "Deployment" })],
  [t.teams.join, t.teams.joinWhat({ team: "Acme" })],
  [t.teams.switch, t.teams.switchTo({ team: "Acme" })],
  [t.team.revokeInvitation, t.team.revokeInvitationOf({ email: "ann@example.com" })],
  [t.twoStepSetup.setUp, t.twoStepSetup.setUpApp],
  [t.security.change, t.security.changePassword],
  [t.security.add, t.security.addPasskey]
]

describe("names of buttons", () => {
  it.each(Object.entries(all))("contain their labels in %s", async (_, load) => {
    const lacking = pairs(await load()).filter(([label, name]) => !name.toLowerCase().includes(label.toLowerCase()))
    expect(lacking).toStrictEqual([])
  })
})
