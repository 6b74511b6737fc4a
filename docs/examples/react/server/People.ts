/** The demo's initial users: accounts to sign in with, and others to fill the lists. */
import { Effect } from "effect"
import { PermissionDefinitions } from "gatefold/admin"
import { ApiKeys, Permissions, TeamInvitations, Teams, Users } from "gatefold/server"
import { adminPermission } from "../../backend/AdminPermission.ts"
import { deleteNotes } from "../../backend/Contract.ts"
import type { DemoAccount } from "../../backend/DeveloperContract.ts"
import * as History from "./History.ts"
import { PastClock } from "./PastClock.ts"

const password = "correct horse battery staple"

/** The public accounts that people can sign in to. */
export const accounts: readonly [admin: DemoAccount, member: DemoAccount] = [
  { role: "admin", email: "admin@example.org", password },
  { role: "member", email: "mia@example.org", password }
]

const firstNames = ["Ada", "Ben", "Chloé", "Dmitri", "Esra", "Farid", "Grace", "Hiro", "Inês", "Jonas", "Kofi", "Lena"]
const lastNames = ["Ahmed", "Bauer", "Costa", "Dubois", "Eriksen"]
const teamNames = ["Acme", "Night Shift", "Research", "Support", "Winery"]

/** The provider that a user signs in with. */
const accountAt = (provider: string, row: number, column: number) => ({
  id: provider,
  accountId: `demo-${row}-${column}`,
  email: null
})

/**
 * Sixty people; every third has not verified the address, some sign in with a provider, and some have a plan in their
 * metadata.
 */
const strangers = lastNames.flatMap((_, row) =>
  firstNames.map((first, column) => {
    // Neighbors in the list have other last names.
    const last = lastNames[(row + column) % lastNames.length]
    return {
      displayName: `${first} ${last}`,
      primaryEmail: `${first}.${last}@example.com`.toLowerCase().normalize("NFD").replace(/\p{M}/gu, ""),
      primaryEmailVerified: (row + column) % 3 !== 0,
      primaryEmailAuthEnabled: true,
      otpAuthEnabled: true,
      ...(column % 3 === 1 && { oauthProviders: [accountAt(column % 2 === 0 ? "github" : "google", row, column)] }),
      ...(column % 4 === 0 && { serverMetadata: { plan: row % 2 === 0 ? "pro" : "free" } })
    }
  })
)

const define = Effect.gen(function* () {
  yield* PermissionDefinitions.create({ scope: "project", id: "support", description: "Helps other users" })
  yield* PermissionDefinitions.create({
    scope: "project",
    id: adminPermission,
    description: "Sees and changes everything",
    containedPermissionIds: ["support"]
  })
  yield* PermissionDefinitions.create({ scope: "team", id: deleteNotes, description: "Deletes notes of the team" })
  const admins = (yield* PermissionDefinitions.list("team")).find(({ id }) => id === "team_admin")
  yield* PermissionDefinitions.update({
    scope: "team",
    id: "team_admin",
    containedPermissionIds: [...(admins?.containedPermissionIds ?? []), deleteNotes]
  })
})

const account = ({ email, password }: DemoAccount, displayName: string) =>
  Users.create({
    displayName,
    primaryEmail: email,
    primaryEmailVerified: true,
    primaryEmailAuthEnabled: true,
    otpAuthEnabled: true,
    password
  })

/** Fills the project. Mails go to the emulator's mailbox, as all mails do. */
export const populate = Effect.gen(function* () {
  const { goTo, leave } = yield* PastClock
  yield* goTo(31, 8)
  yield* define
  const [root, mia] = yield* Effect.all([account(accounts[0], "Root"), account(accounts[1], "Mia Moreau")])
  yield* Permissions.grant({ userId: root.id, permissionId: adminPermission })
  const people = yield* History.live(strangers)
  yield* Permissions.grant({ userId: people[0]!.id, permissionId: "support" })

  const teams = yield* Effect.forEach(teamNames, (displayName, i) =>
    Effect.andThen(
      goTo(25 - 5 * i, 12),
      i === 0
        ? Teams.createForUser({ displayName, userId: mia.id })
        : Teams.create({ displayName, creatorUserId: people[i]!.id })
    )
  ).pipe(Effect.ensuring(leave))
  yield* Effect.forEach(people, ({ id }, i) =>
    i % 2 === 0 ? Teams.addMember({ teamId: teams[(i / 2) % teams.length]!.id, userId: id }) : Effect.void
  )
  yield* Teams.addMember({ teamId: teams[0]!.id, userId: root.id })
  yield* Users.update({ userId: root.id, selectedTeamId: teams[0]!.id })
  yield* ApiKeys.createForTeam({ teamId: teams[0]!.id, description: "Deployment", expiresAt: null, isPublic: false })

  const invited = [
    { teamId: teams[0]!.id, email: "guest@example.net" },
    { teamId: teams[0]!.id, email: "partner@example.net" },
    { teamId: teams[1]!.id, email: accounts[1].email }
  ]
  yield* Effect.forEach(invited, (invitation) => TeamInvitations.send(invitation))
  const unverified = people.filter(({ primaryEmailVerified }) => !primaryEmailVerified)
  return {
    users: people.length + accounts.length,
    teams: teams.length,
    mails: people.length + unverified.length + invited.length
  }
})
