/** What admins of the example backend do with users, teams and mails, over HTTP. */
import { expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { previewPath } from "../../../docs/examples/backend/AdminMailsContract.ts"
import * as EmailConfig from "../../../src/admin/EmailConfig.ts"
import * as Password from "../../../src/client/Password.ts"
import { TeamId, UserId } from "../../../src/domain/Ids.ts"
import { mailServer } from "../../../src/emulator/mail/Smtp.ts"
import { Emulator } from "../../../src/emulator/node.ts"
import * as ApiKeys from "../../../src/server/ApiKeys.ts"
import * as ContactChannels from "../../../src/server/ContactChannels.ts"
import * as Emails from "../../../src/server/Emails.ts"
import * as Outbox from "../../../src/server/Outbox.ts"
import * as Sessions from "../../../src/server/Sessions.ts"
import * as Users from "../../../src/server/Users.ts"
import * as Session from "../../../src/session/Session.ts"
import * as EmulatedApp from "../../../src/testing/EmulatedApp.ts"
import * as MemoryTokenStore from "../../../src/token/MemoryTokenStore.ts"
import { unknownId } from "../../support/unknownId.ts"
import { as, layer as backend, Running } from "./backend.ts"

const nobody = UserId.make(unknownId)

/** An admin, and a way to call procedures as them. */
const asAdmin = Effect.gen(function* () {
  const { client } = yield* Running
  const root = yield* EmulatedApp.signUp({ displayName: "Root", permissions: ["admin"] })
  const run = <A, E>(call: Parameters<typeof client.admin<A, E, never>>[0]) => client.admin(call).pipe(as(root))
  return { root, run }
})

const names = (page: { readonly items: ReadonlyArray<{ readonly displayName: string | null }> }) =>
  page.items.map(({ displayName }) => displayName)

layer(backend(), { excludeTestServices: true })("admins of the example backend", (it) => {
  it.effect("sort users by activity, page through them, and count them", () =>
    Effect.gen(function* () {
      const { run } = yield* asAdmin
      const { clock } = yield* Emulator
      const users = yield* Effect.forEach(["Kim 1", "Kim 2", "Kim 3"], (displayName) => Users.create({ displayName }))
      for (const index of [1, 0, 2]) {
        yield* clock.advance("1 minute")
        yield* Sessions.create({ userId: users[index]!.id })
      }
      const list = (desc: boolean, cursor?: string) =>
        run(({ ListUsers }) =>
          ListUsers({ query: "kim", limit: 2, orderBy: "lastActiveAt", desc, ...(cursor !== undefined && { cursor }) })
        )
      const first = yield* list(true)
      expect(names(first)).toStrictEqual(["Kim 3", "Kim 1"])
      const second = yield* list(true, first.nextCursor ?? "")
      expect({ second: names(second), nextCursor: second.nextCursor, isPartial: second.isPartial }).toStrictEqual({
        second: ["Kim 2"],
        nextCursor: null,
        isPartial: false
      })
      expect(names(yield* list(false))).toStrictEqual(["Kim 2", "Kim 1"])
      expect(names(yield* list(true, "gone meanwhile"))).toStrictEqual(["Kim 3", "Kim 1"])

      expect(yield* run(({ CountUsers }) => CountUsers({ query: "kim" }))).toStrictEqual({
        count: 3,
        isAtLeast: false
      })
      const all = yield* run(({ CountUsers }) => CountUsers({}))
      yield* Users.create({ displayName: "Lou" })
      expect((yield* run(({ CountUsers }) => CountUsers({}))).count).toBe(all.count + 1)
    })
  )

  it.effect("create users, who can sign in", () =>
    Effect.gen(function* () {
      const { run } = yield* asAdmin
      const password = "a password for the first day"
      const ann = yield* run(({ CreateUser }) =>
        CreateUser({
          primaryEmail: "ann@example.org",
          primaryEmailVerified: true,
          displayName: "Ann",
          password: Redacted.make(password)
        })
      )
      expect(ann).toMatchObject({ displayName: "Ann", primaryEmailVerified: true, hasPassword: true })
      yield* Password.signIn({ email: "ann@example.org", password }).pipe(
        Effect.provide(Session.layer),
        Effect.provide(MemoryTokenStore.layer)
      )
      const again = run(({ CreateUser }) =>
        CreateUser({ primaryEmail: "ann@example.org", primaryEmailVerified: false })
      )
      expect(yield* Effect.flip(again)).toMatchObject({ _tag: "UserWithEmailAlreadyExists" })
      const wrong = run(({ CreateUser }) => CreateUser({ primaryEmail: "ann", primaryEmailVerified: false }))
      expect(yield* Effect.flip(wrong)).toMatchObject({ _tag: "Refused" })
    })
  )

  it.effect("change users, their metadata, and turn the second factor off", () =>
    Effect.gen(function* () {
      const { run } = yield* asAdmin
      const { id: userId } = yield* Users.create({ primaryEmail: "ben@example.org" })
      yield* Users.update({ userId, totpSecretBase64: "c2VjcmV0IHNlY3JldCBzZWNyZXQ=" })
      const metadata = { client: { theme: "dark" }, clientReadOnly: ["beta"], server: { plan: "pro" } }
      const changed = yield* run(({ UpdateUser }) =>
        UpdateUser({
          userId,
          displayName: "Ben",
          primaryEmail: "ben@example.com",
          primaryEmailVerified: true,
          metadata
        })
      )
      expect(changed).toMatchObject({
        metadata,
        user: { displayName: "Ben", primaryEmail: "ben@example.com", primaryEmailVerified: true }
      })
      expect((yield* Users.get(userId)).primaryEmailAuthEnabled).toBe(true)
      const renamed = yield* run(({ UpdateUser }) => UpdateUser({ userId, displayName: null }))
      expect(renamed).toMatchObject({ metadata, user: { displayName: null, primaryEmail: "ben@example.com" } })
      expect(renamed.user.isMultiFactorRequired).toBe(true)
      const without = yield* run(({ TurnOffSecondFactor }) => TurnOffSecondFactor({ userId }))
      expect(without.user.isMultiFactorRequired).toBe(false)
      yield* Users.create({ primaryEmail: "taken@example.org", primaryEmailAuthEnabled: true })
      const taken = run(({ UpdateUser }) => UpdateUser({ userId, primaryEmail: "taken@example.org" }))
      expect(yield* Effect.flip(taken)).toMatchObject({ _tag: "UserWithEmailAlreadyExists" })
      const unknown = run(({ UpdateUser }) => UpdateUser({ userId: nobody, displayName: "Nobody" }))
      expect(yield* Effect.flip(unknown)).toMatchObject({ _tag: "UserNotFound" })
    })
  )

  it.effect("end sessions one by one, those of impersonation too", () =>
    Effect.gen(function* () {
      const { run } = yield* asAdmin
      const { id: userId } = yield* Users.create()
      yield* Sessions.create({ userId })
      yield* Sessions.create({ userId, isImpersonation: true })
      const { sessions } = yield* run(({ GetUser }) => GetUser({ userId }))
      expect(sessions.map(({ isImpersonation }) => isImpersonation)).toStrictEqual([true, false])
      const [newest, oldest] = sessions
      const end = run(({ EndSession }) => EndSession({ userId, sessionId: newest!.id }))
      expect((yield* end).sessions).toStrictEqual([oldest])
    })
  )

  it.effect("see and revoke API keys of users", () =>
    Effect.gen(function* () {
      const { run } = yield* asAdmin
      const { id: userId } = yield* Users.create()
      const key = yield* ApiKeys.createForUser({ userId, description: "Laptop", expiresAt: null })
      const list = run(({ ListUserApiKeys }) => ListUserApiKeys({ userId }))
      expect(yield* list).toMatchObject([
        { id: key.id, description: "Laptop", lastFour: Redacted.value(key.value).slice(-4), whyInvalid: null }
      ])
      yield* run(({ RevokeUserApiKey }) => RevokeUserApiKey({ id: key.id }))
      expect(yield* list).toMatchObject([{ id: key.id, whyInvalid: "manually-revoked" }])
      yield* run(({ UpdateProject }) => UpdateProject({ flags: { allowUserApiKeys: false } }))
      expect(yield* Effect.flip(list)).toMatchObject({ _tag: "Refused" })
      yield* run(({ UpdateProject }) => UpdateProject({ flags: { allowUserApiKeys: true } }))
    })
  )

  it.effect("create teams, see who is in them and with which permissions, and delete them", () =>
    Effect.gen(function* () {
      const { root, run } = yield* asAdmin
      const { id: userId } = yield* Users.create({ displayName: "Cleo", primaryEmail: "cleo@example.org" })
      const { id: teamId } = yield* run(({ CreateTeam }) =>
        CreateTeam({ displayName: "Night shift", creatorUserId: root.user.id })
      )
      expect((yield* run(({ ListTeams }) => ListTeams()))[0]).toMatchObject({ id: teamId, displayName: "Night shift" })
      const { members } = yield* run(({ AddTeamMember }) => AddTeamMember({ teamId, userId }))
      expect(members).toMatchObject([
        { displayName: "Root", permissions: ["team_admin"] },
        { displayName: "Cleo", primaryEmail: "cleo@example.org", permissions: ["team_member"] }
      ])
      const renamed = yield* run(({ RenameTeam }) => RenameTeam({ teamId, displayName: "Day shift" }))
      expect(renamed.team.displayName).toBe("Day shift")
      const left = yield* run(({ RemoveTeamMember }) => RemoveTeamMember({ teamId, userId }))
      expect(left.members.map(({ displayName }) => displayName)).toStrictEqual(["Root"])
      yield* run(({ DeleteTeam }) => DeleteTeam({ teamId }))
      const missing = yield* Effect.forEach([teamId, TeamId.make(nobody)], (teamId) =>
        Effect.flip(run(({ GetTeam }) => GetTeam({ teamId })))
      )
      expect(missing).toMatchObject([{ _tag: "TeamNotFound" }, { _tag: "TeamNotFound" }])
    })
  )

  it.effect("read the mails of a user, in a page that can do nothing", () =>
    Effect.gen(function* () {
      const { send } = yield* Running
      const { root, run } = yield* asAdmin
      const ida = yield* EmulatedApp.signUp({ primaryEmail: "ida@example.org" })
      const userId = ida.user.id
      yield* EmailConfig.useStandard(mailServer)
      yield* ContactChannels.sendPrimaryVerification({ userId })
      const html = `<p>Hello</p><script>alert(1)</script>`
      yield* Emails.send({ to: [userId, root.user.id], subject: "For Ida", html })
      yield* Outbox.page({ simpleStatus: "in-progress" }).pipe(
        Effect.repeat({ until: ({ items }) => items.length === 0 })
      )
      const mails = yield* run(({ ListUserMails }) => ListUserMails({ userId }))
      // The outbox has the service's own mails too, in an order that depends on when each was delivered.
      expect(mails.outbox.toSorted((a, b) => (a.subject ?? "").localeCompare(b.subject ?? ""))).toMatchObject([
        { subject: "For Ida", userId, status: "sent", hasPreview: true },
        { subject: expect.stringContaining("Verify your email"), userId, status: "sent", hasPreview: true }
      ])
      // A mail of the outbox is not listed twice.
      expect(mails.sent).toStrictEqual([])

      const path = previewPath(mails.outbox.find(({ subject }) => subject === "For Ida")!.id)
      const preview = yield* send(path, { headers: root.headers })
      expect(preview.headers.get("content-security-policy")).toMatch(/^sandbox; default-src 'none'/)
      expect(preview.headers.get("content-type")).toBe("text/html; charset=utf-8")
      expect(yield* Effect.promise(() => preview.text())).toContain("<p>Hello</p>")
      expect((yield* send(previewPath(nobody), { headers: root.headers })).status).toBe(404)
      expect((yield* send(path, { headers: ida.headers })).status).toBe(403)
      expect((yield* send(path)).status).toBe(401)
      yield* EmailConfig.useShared
    })
  )
})
