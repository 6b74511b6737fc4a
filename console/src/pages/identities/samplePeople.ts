/** People at providers to sign in as, each with something else to test. */
import { call } from "../../lib/control.ts"

const people = [
  { provider: "google", displayName: "Ada Lovelace", email: "ada@example.com" },
  { provider: "google", displayName: "Alan Turing", email: "alan@example.com", emailVerified: false },
  { provider: "github", displayName: "Grace Hopper", email: "grace@example.com" },
  { provider: "github", displayName: "Margaret Hamilton", email: null },
  { provider: "microsoft", displayName: "Katherine Johnson", email: "katherine@example.com" },
  { provider: "apple", displayName: "Hedy Lamarr", email: "hedy@example.com" }
]

/** Adds them. Those that exist stay as they are. */
export const addSamplePeople = async () => {
  for (const { displayName, email, ...rest } of people) {
    const accountId = `sample-${displayName.toLowerCase().replace(" ", "-")}`
    await call("identities", { method: "POST", body: { ...rest, accountId, displayName, email } })
  }
}
