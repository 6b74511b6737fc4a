/** The example backend, called over HTTP. */
import { describe, expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { deleteNotes } from "../../../docs/examples/backend/Contract.ts"
import * as EmailConfig from "../../../src/admin/EmailConfig.ts"
import { describeUnauthorized } from "../../../src/domain/AuthMessages.ts"
import { mailServer } from "../../../src/emulator/mail/Smtp.ts"
import { Emulator } from "../../../src/emulator/node.ts"
import * as ApiKeys from "../../../src/server/ApiKeys.ts"
import * as TeamInvitations from "../../../src/server/TeamInvitations.ts"
import * as Teams from "../../../src/server/Teams.ts"
import * as EmulatedApp from "../../../src/testing/EmulatedApp.ts"
import { countSeeds } from "../../support/seeds.ts"
import { as, layer as backend, Running } from "./backend.ts"

const json = (response: Response) => Effect.promise((): Promise<any> => response.json())

/** A founder who may delete notes, and a member of the team who may not. */
const team = Effect.gen(function* () {
  const ann = yield* EmulatedApp.signUp({
    displayName: "Ann",
    teams: [{ displayName: "Acme", permissions: [deleteNotes] }]
  })
  const bob = yield* EmulatedApp.signUp({ displayName: "Bob" })
  const teamId = ann.teams[0]!.id
  yield* Teams.addMember({ teamId, userId: bob.user.id })
  return { ann, bob, teamId }
})

const admin = EmulatedApp.signUp({ displayName: "Root", permissions: ["admin"] })

layer(backend(), { excludeTestServices: true })("the example backend", (it) => {
  describe("its HttpApi", () => {
    it.effect("knows who asks: by header, bearer token or cookie", () =>
      Effect.gen(function* () {
        const { send } = yield* Running
        const { ann } = yield* team
        const missing = yield* send("/api/me")
        expect({ status: missing.status, wwwAuthenticate: missing.headers.get("www-authenticate") }).toStrictEqual({
          status: 401,
          wwwAuthenticate: "Bearer"
        })
        expect(yield* json(missing)).toStrictEqual({
          _tag: "Unauthorized",
          reason: "missing",
          message: describeUnauthorized("missing")
        })
        const { project } = yield* Emulator
        const cookies = [
          `stack-refresh-${project?.projectId}=${ann.refreshToken}`,
          `stack-access=${encodeURIComponent(JSON.stringify([ann.refreshToken, ann.accessToken]))}`
        ]
        for (const headers of [
          ann.headers,
          { authorization: `Bearer ${ann.accessToken}` },
          { cookie: cookies.join("; ") }
        ]) {
          const response = yield* send("/api/me", { headers })
          expect(yield* json(response), JSON.stringify(headers)).toMatchObject({ userId: ann.user.id })
        }
        expect(yield* json(yield* send("/api/me/profile", { headers: ann.headers }))).toStrictEqual({
          id: ann.user.id,
          displayName: "Ann",
          primaryEmail: null
        })
      })
    )

    it.effect("keeps notes for the members of a team, and deletes them for those who may", () =>
      Effect.gen(function* () {
        const { client, send } = yield* Running
        const { ann, bob, teamId } = yield* team
        const stranger = yield* EmulatedApp.signUp()
        const note = yield* client
          .notes(({ notes }) => notes.add({ params: { teamId }, payload: { text: "Buy milk" } }))
          .pipe(as(bob))
        expect(note).toMatchObject({ teamId, authorId: bob.user.id, text: "Buy milk" })
        const list = client.notes(({ notes }) => notes.list({ params: { teamId } }))
        expect(yield* list.pipe(as(ann))).toStrictEqual([note])
        expect(yield* Effect.flip(list.pipe(as(stranger)))).toMatchObject({ _tag: "Forbidden", reason: "team" })

        const remove = client.notes(({ notes }) => notes.remove({ params: { teamId, noteId: note.id } }))
        expect(yield* Effect.flip(remove.pipe(as(bob)))).toMatchObject({ _tag: "Forbidden", permission: deleteNotes })
        yield* remove.pipe(as(ann))
        expect(yield* Effect.flip(remove.pipe(as(ann)))).toMatchObject({ _tag: "NoteNotFound" })

        const empty = yield* send(`/api/teams/${teamId}/notes`, {
          method: "POST",
          headers: { ...ann.headers, "content-type": "application/json" },
          body: JSON.stringify({ text: " " })
        })
        expect(empty.status).toBe(400)
      })
    )

    it.effect("finds no note through another team", () =>
      Effect.gen(function* () {
        const { client } = yield* Running
        const { ann, teamId } = yield* team
        const eve = yield* EmulatedApp.signUp({ teams: [{ displayName: "Evil", permissions: [deleteNotes] }] })
        const note = yield* client
          .notes(({ notes }) => notes.add({ params: { teamId }, payload: { text: "Secret" } }))
          .pipe(as(ann))
        const params = { teamId: eve.teams[0]!.id, noteId: note.id }
        const stolen = client.notes(({ notes }) => notes.remove({ params })).pipe(as(eve))
        expect(yield* Effect.flip(stolen)).toMatchObject({ _tag: "NoteNotFound" })
      })
    )

    it.effect("lets programs in with the API keys of users and teams", () =>
      Effect.gen(function* () {
        const { client, send } = yield* Running
        const { ann, bob, teamId } = yield* team
        for (const [user, text] of [
          [ann, "from Ann"],
          [bob, "from Bob"]
        ] as const) {
          yield* client.notes(({ notes }) => notes.add({ params: { teamId }, payload: { text } })).pipe(as(user))
        }
        const common = { description: "robot", expiresAt: null, isPublic: false }
        const ofBob = yield* ApiKeys.createForUser({ ...common, userId: bob.user.id })
        const ofTeam = yield* ApiKeys.createForTeam({ ...common, teamId })
        const texts = (value: Redacted.Redacted) =>
          Effect.gen(function* () {
            const response = yield* send("/api/key/notes", { headers: { "x-api-key": Redacted.value(value) } })
            return (yield* json(response)).map(({ text }: { text: string }) => text)
          })
        expect(yield* texts(ofBob.value)).toStrictEqual(["from Bob"])
        expect(yield* texts(ofTeam.value)).toStrictEqual(["from Ann", "from Bob"])
        const whose = yield* send("/api/key", { headers: { "x-api-key": Redacted.value(ofTeam.value) } })
        expect(yield* json(whose)).toStrictEqual({ type: "team", keyId: ofTeam.id, teamId })
        for (const headers of [{}, { "x-api-key": "nonsense-nonsense" }, ann.headers]) {
          expect((yield* send("/api/key", { headers })).status, JSON.stringify(headers)).toBe(401)
        }
      })
    )

    it.effect("describes itself with its security schemes", () =>
      Effect.gen(function* () {
        const { send } = yield* Running
        const document = yield* json(yield* send("/openapi.json"))
        expect(Object.keys(document.components.securitySchemes).toSorted()).toStrictEqual([
          "apiKey",
          "bearer",
          "cookie",
          "stackAuth"
        ])
        expect(document.paths["/api/key"].get.security).toStrictEqual([{ apiKey: [] }])
        expect(Object.keys(document.paths["/api/me"].get.responses)).toStrictEqual(
          expect.arrayContaining(["200", "401", "503"])
        )
      })
    )
  })

  describe("its procedures", () => {
    it.effect("are for admins", () =>
      Effect.gen(function* () {
        const { client } = yield* Running
        const { ann } = yield* team
        const users = client.admin((procedures) =>
          procedures.ListUsers({ limit: 1, orderBy: "signedUpAt", desc: true })
        )
        expect(yield* Effect.flip(users.pipe(as(ann)))).toMatchObject({ _tag: "Forbidden", permission: "admin" })
        expect((yield* users.pipe(as(yield* admin))).items).toHaveLength(1)
      })
    )

    it.effect("page through users and change them", () =>
      Effect.gen(function* () {
        const { client } = yield* Running
        const root = yield* admin
        yield* Effect.forEach([1, 2, 3, 4, 5], (n) =>
          EmulatedApp.signUp({ displayName: `Pat ${n}`, primaryEmail: `pat${n}@example.org` })
        )
        const run = <A, E>(call: Parameters<typeof client.admin<A, E, never>>[0]) => client.admin(call).pipe(as(root))
        const page = (cursor?: string) =>
          run(({ ListUsers }) =>
            ListUsers({
              query: "pat",
              limit: 2,
              orderBy: "signedUpAt",
              desc: false,
              ...(cursor !== undefined && { cursor })
            })
          )
        const names: Array<string | null> = []
        let cursor: string | null | undefined
        while (cursor !== null) {
          const { items, nextCursor } = yield* page(cursor)
          names.push(...items.map(({ displayName }) => displayName))
          cursor = nextCursor
        }
        expect(names).toStrictEqual(["Pat 1", "Pat 2", "Pat 3", "Pat 4", "Pat 5"])

        const userId = (yield* page()).items[0]!.id
        const granted = yield* run(({ GrantPermission }) => GrantPermission({ userId, permissionId: "admin" }))
        expect(granted).toMatchObject({ permissions: ["admin"], sessions: [{ isImpersonation: false }] })
        expect((yield* run(({ SignOutUser }) => SignOutUser({ userId }))).sessions).toStrictEqual([])
        const revoked = yield* run(({ RevokePermission }) => RevokePermission({ userId, permissionId: "admin" }))
        expect(revoked.permissions).toStrictEqual([])
        const unknown = run(({ GrantPermission }) => GrantPermission({ userId, permissionId: "nobody:has" }))
        expect(yield* Effect.flip(unknown)).toMatchObject({ _tag: "PermissionNotFound" })

        yield* run(({ DeleteUser }) => DeleteUser({ userId }))
        expect(yield* Effect.flip(run(({ GetUser }) => GetUser({ userId })))).toMatchObject({ _tag: "UserNotFound" })
        const self = run(({ DeleteUser }) => DeleteUser({ userId: root.user.id }))
        expect(yield* Effect.flip(self)).toMatchObject({ _tag: "NotYourself" })
      })
    )

    it.effect("define permissions", () =>
      Effect.gen(function* () {
        const { client } = yield* Running
        const root = yield* admin
        const run = <A, E>(call: Parameters<typeof client.admin<A, E, never>>[0]) => client.admin(call).pipe(as(root))
        const scope = "team" as const
        yield* run((procedures) => procedures.CreatePermissionDefinition({ scope, id: "read", description: "Reads" }))
        const write = yield* run((procedures) =>
          procedures.CreatePermissionDefinition({ scope, id: "write", containedPermissionIds: ["read"] })
        )
        expect(write).toStrictEqual({
          id: "write",
          description: null,
          containedPermissionIds: ["read"],
          isSystem: false
        })
        const renamed = yield* run((procedures) =>
          procedures.UpdatePermissionDefinition({ scope, id: "write", newId: "edit" })
        )
        expect(renamed.id).toBe("edit")
        const ids = (yield* run((procedures) => procedures.ListPermissionDefinitions({ scope }))).map(({ id }) => id)
        expect(ids).toStrictEqual(expect.arrayContaining(["read", "edit", "$delete_team"]))
        const again = run((procedures) => procedures.CreatePermissionDefinition({ scope, id: "edit" }))
        expect(yield* Effect.flip(again)).toMatchObject({ _tag: "PermissionIdAlreadyExists" })
        const bad = run((procedures) => procedures.CreatePermissionDefinition({ scope, id: "No Spaces" }))
        expect(yield* Effect.flip(bad)).toMatchObject({ _tag: "Refused" })
        yield* run((procedures) => procedures.DeletePermissionDefinition({ scope, id: "edit" }))
        const gone = run((procedures) => procedures.DeletePermissionDefinition({ scope, id: "edit" }))
        expect(yield* Effect.flip(gone)).toMatchObject({ _tag: "PermissionNotFound" })
      })
    )

    it.effect("configure the project, and find what stands between it and production mode", () =>
      Effect.gen(function* () {
        const { client } = yield* Running
        const root = yield* admin
        const run = <A, E>(call: Parameters<typeof client.admin<A, E, never>>[0]) => client.admin(call).pipe(as(root))
        yield* run(({ AddDomain }) => AddDomain({ domain: "http://10.0.0.1" }))
        const before = yield* run(({ EnableProvider }) => EnableProvider({ provider: "github" }))
        expect(before.providers).toStrictEqual([{ id: "github", type: "shared" }])
        expect(before.findings.map(({ problem }) => problem)).toStrictEqual(["localhost-allowed", "ip-address"])
        const tooEarly = run(({ SetProductionMode }) => SetProductionMode({ on: true }))
        expect(yield* Effect.flip(tooEarly)).toMatchObject({
          _tag: "NotReadyForProduction",
          findings: before.findings
        })
        const refused = run(({ AddDomain }) => AddDomain({ domain: "javascript:alert(1)" }))
        expect(yield* Effect.flip(refused)).toMatchObject({ _tag: "Refused" })
        yield* run(({ RemoveDomain }) => RemoveDomain({ domain: "http://10.0.0.1" }))
        yield* run(({ UpdateProject }) =>
          UpdateProject({ displayName: "Shop", flags: { allowLocalhost: false, magicLinkEnabled: true } })
        )
        const after = yield* run(({ SetProductionMode }) => SetProductionMode({ on: true }))
        expect(after).toMatchObject({
          displayName: "Shop",
          isProductionMode: true,
          flags: { allowLocalhost: false, magicLinkEnabled: true },
          findings: []
        })
        yield* run(({ SetProductionMode }) => SetProductionMode({ on: false }))
        yield* run(({ UpdateProject }) => UpdateProject({ flags: { allowLocalhost: true } }))
      })
    )

    it.effect("mail all users, watch over it, and cancel what is waiting", () =>
      Effect.gen(function* () {
        const { client } = yield* Running
        const root = yield* admin
        const run = <A, E>(call: Parameters<typeof client.admin<A, E, never>>[0]) => client.admin(call).pipe(as(root))
        const news = { subject: "News", text: "1 < 2", isLater: true }
        yield* EmailConfig.useShared
        expect(yield* Effect.flip(run(({ SendNews }) => SendNews(news)))).toMatchObject({
          _tag: "RequiresCustomEmailServer"
        })
        yield* EmailConfig.useStandard(mailServer)
        const count = yield* run(({ SendNews }) => SendNews(news))
        expect(count).toBeGreaterThan(1)
        const { items, nextCursor } = yield* run(({ ListOutbox }) => ListOutbox({ limit: 1 }))
        const [mail] = items
        expect(mail).toMatchObject({ subject: "News", status: "scheduled", isWaiting: true, isFailed: false })
        expect(nextCursor).not.toBe(null)
        const id = mail?.id ?? ""
        const cancelled = yield* run(({ CancelMail }) => CancelMail({ id }))
        expect(cancelled).toMatchObject({ id, status: "skipped", reason: "MANUALLY_CANCELLED", isWaiting: false })
        expect(yield* Effect.flip(run(({ CancelMail }) => CancelMail({ id })))).toMatchObject({
          _tag: "EmailNotEditable"
        })
        yield* EmailConfig.useShared
      })
    )

    it.effect("show mails and figures", () =>
      Effect.gen(function* () {
        const { client } = yield* Running
        const root = yield* admin
        const mails = (limit: number, cursor?: string) =>
          client
            .admin(({ ListSentMails }) => ListSentMails({ limit, ...(cursor !== undefined && { cursor }) }))
            .pipe(as(root))
        const { teamId } = yield* team
        yield* Effect.forEach([1, 2, 3], (n) => TeamInvitations.send({ teamId, email: `guest${n}@example.org` }))
        const first = yield* mails(2)
        const second = yield* mails(2, first.nextCursor ?? "")
        expect([...first.items, ...second.items].map(({ to }) => to[0])).toStrictEqual([
          "guest3@example.org",
          "guest2@example.org",
          "guest1@example.org"
        ])
        expect(second.nextCursor).toBeNull()
        const metrics = yield* client.admin(({ GetMetrics }) => GetMetrics()).pipe(as(root))
        expect(metrics.totalUsers).toBeGreaterThan(0)
        expect(metrics.signUps).toHaveLength(31)
      })
    )
  })

  describe("its safety", () => {
    const writeNote = Effect.fnUntraced(function* (headers: Record<string, string>) {
      const { send } = yield* Running
      const { ann, teamId } = yield* team
      return yield* send(`/api/teams/${teamId}/notes`, {
        method: "POST",
        headers: { ...ann.headers, "content-type": "application/json", ...headers },
        body: JSON.stringify({ text: "Hi" })
      })
    })

    it.effect("accepts changes from its own pages", () =>
      Effect.gen(function* () {
        const { url } = yield* Running
        for (const headers of [{ "sec-fetch-site": "same-origin" }, { "sec-fetch-site": "none" }, { origin: url }]) {
          expect((yield* writeNote(headers)).status, JSON.stringify(headers)).toBe(200)
        }
      })
    )

    it.effect.each([
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { origin: "http://localhost:3000" },
      { origin: "null" }
    ])("refuses changes with $0", (headers) =>
      Effect.gen(function* () {
        expect((yield* writeNote(headers)).status).toBe(403)
      })
    )

    it.effect("reads no endless bodies", () =>
      Effect.gen(function* () {
        const { send } = yield* Running
        const { ann, teamId } = yield* team
        const body = JSON.stringify({ text: "Hi", more: "x".repeat(100_000) })
        for (const path of [`/api/teams/${teamId}/notes`, "/rpc/admin"]) {
          const headers = { ...ann.headers, "content-type": "application/json" }
          const { status } = yield* send(path, { method: "POST", headers, body })
          expect(status, path).toBe(413)
        }
      })
    )

    it.effect.each(["/api/me", "/openapi.json", "/nothing-here"])("tells browsers what to allow, at $0", (path) =>
      Effect.gen(function* () {
        const { send } = yield* Running
        const { headers } = yield* send(path)
        expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'")
        expect(headers.get("x-content-type-options")).toBe("nosniff")
      })
    )
  })
})

// One of its own for each, because a backend that has been asked before has the keys.
layer(backend(), { excludeTestServices: true })("the example backend under load", (it) => {
  it.effect("verifies many requests with one request for keys, and mixes nobody up", () =>
    Effect.gen(function* () {
      const { send } = yield* Running
      const { journal } = yield* Emulator
      const users = yield* Effect.forEach(Array.from({ length: countSeeds(200) }), () => EmulatedApp.signUp())
      const before = (yield* journal.entries).length
      const requests = Array.from({ length: countSeeds(1_000) }, (_, i) => users[(i * 7) % users.length]!)
      const answers = yield* Effect.forEach(
        requests,
        (user) => Effect.flatMap(send("/api/me", { headers: user.headers }), json),
        { concurrency: 50 }
      )
      expect(answers.map(({ userId }) => userId)).toStrictEqual(requests.map(({ user }) => user.id))
      const asked = (yield* journal.entries).slice(before)
      expect(asked.map(({ path }) => path)).toStrictEqual([expect.stringMatching(/jwks\.json$/)])
    })
  )
})

layer(backend(), { excludeTestServices: true })("the example backend under load", (it) => {
  it.effect("asks the service for each user separately when several ask at once", () =>
    Effect.gen(function* () {
      const { send } = yield* Running
      const users = yield* Effect.forEach(Array.from({ length: 40 }), (_, i) =>
        EmulatedApp.signUp({ displayName: `User ${i}` })
      )
      const requests = Array.from({ length: 200 }, (_, i) => users[(i * 7) % users.length]!)
      const answers = yield* Effect.forEach(
        requests,
        (user) => Effect.flatMap(send("/api/me/profile", { headers: user.headers }), json),
        { concurrency: 50 }
      )
      expect(answers.map(({ displayName }) => displayName)).toStrictEqual(requests.map(({ user }) => user.displayName))
    })
  )
})
