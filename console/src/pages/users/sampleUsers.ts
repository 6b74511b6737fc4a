/** Users to try things out with, in a team. */
import { call } from "../../lib/control.ts"

const password = "correct horse battery"

const users = [
  { email: "ada@example.com", displayName: "Ada Lovelace", password },
  { email: "grace@example.com", displayName: "Grace Hopper", password },
  { email: "alan@example.com", displayName: "Alan Turing", password, emailVerified: false },
  { email: "katherine@example.com", displayName: "Katherine Johnson", password }
]

/** The password that all of them have. */
export const samplePassword = password

/**
 * Adds the users that the project does not have yet. A second team would confuse, so there is one for new users only.
 */
export const addSampleUsers = async (projectId: string) => {
  const exported = await call<{
    readonly projects?: ReadonlyArray<{
      readonly id: string
      readonly users?: ReadonlyArray<{ readonly email?: string }>
    }>
  }>("export")
  const existing = exported.projects?.find(({ id }) => id === projectId)?.users ?? []
  const missing = users.filter(({ email }) => existing.every((user) => user.email !== email))
  if (missing.length === 0) throw new Error("The sample users exist already.")
  const teams =
    missing.length === users.length
      ? [
          {
            displayName: "Analytical Engines",
            members: [
              { user: "ada@example.com", permissions: ["team_admin"] },
              { user: "grace@example.com", permissions: ["team_member"] }
            ]
          }
        ]
      : []
  await call("seed", { method: "POST", body: { projects: [{ id: projectId, users: missing, teams }] } })
}
