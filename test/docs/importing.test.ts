/** Users of other services are imported as docs/moving/importing-users.md says. */
import { execFile } from "node:child_process"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { expect, vi } from "vitest"
import { moveOldPassword, signIn } from "../../docs/examples/moving/old-passwords.ts"
import * as Totp from "../../src/emulator/accounts/Totp.ts"
import * as Emulator from "../../src/emulator/index.ts"
import { commonProviders, credentials, methods, toProject } from "../../src/emulator/seeds/Development.ts"
import { createClientApp } from "../../src/promise/ClientApp.ts"
import { createServerApp } from "../../src/promise/ServerApp.ts"
import { root } from "../support/root.ts"
import { temporaryFolder } from "../support/temporaryFolder.ts"

const script = path.join(root, "docs/examples/moving/import-users.ts")
const exported = (name: string) => path.join(import.meta.dirname, "exports", name)

const email = "ann@example.org"
const password = "the old password"
const { projectId, publishableClientKey, secretServerKey } = credentials

interface Run {
  readonly output: string
  readonly errors: string
}

/** An emulator, and the script in an empty folder. */
const start = Effect.gen(function* () {
  const project = toProject({ methods, providers: commonProviders, randomKeys: false })
  const { baseUrl } = yield* Emulator.serve({ port: 0, project, passwordCost: "insecure-fast" })
  const options = { projectId, publishableClientKey, apiUrl: baseUrl, appUrl: "http://localhost:3000" }
  const folder = yield* temporaryFolder
  const env = {
    ...process.env,
    STACK_PROJECT_ID: projectId,
    STACK_PUBLISHABLE_CLIENT_KEY: publishableClientKey,
    STACK_SECRET_SERVER_KEY: secretServerKey,
    STACK_API_URL: baseUrl
  }
  // A copy of the script would not find the package: the folder is only where it keeps what it has imported.
  const run = (...args: ReadonlyArray<string>) =>
    Effect.callback<Run>((resume) => {
      const node = ["-C", "gatefold-source", script, ...args]
      execFile(process.execPath, node, { cwd: folder, env }, (_, stdout, stderr) =>
        resume(Effect.succeed({ output: stdout, errors: stderr }))
      )
    })
  return { env, run, client: createClientApp(options), server: createServerApp({ ...options, secretServerKey }) }
})

const counts = (run: Run) => {
  expect(run.errors).toBe("")
  return JSON.parse(run.output) as unknown
}

const fresh = (users: number) => ({ created: users, updated: 0, unchanged: 0, failed: 0 })
const same = (users: number) => ({ created: 0, updated: 0, unchanged: users, failed: 0 })

/** The second factor goes on with the key that the authenticator app has. */
const signsInWith = (app: ReturnType<typeof createClientApp>, key: Buffer) =>
  Effect.promise(async () => {
    const first = await app.password.signIn.result({ email, password })
    expect(first.ok).toBe(false)
    if (first.ok || first.error._tag !== "MultiFactorAuthenticationRequired") throw new Error("No second factor")
    const { attemptCode } = first.error.details
    await app.mfa.signIn({ attemptCode, totp: Totp.computeCode(key, Totp.computeStep(Date.now())) })
    return app.currentUser.get({ or: "throw" })
  })

const listUsers = ({ users }: ReturnType<typeof createServerApp>) =>
  Effect.promise(async () => {
    const all = await users.list({ includeRestricted: true })
    return new Map(all.map((user) => [user.primaryEmail, user]))
  })

const key = Buffer.from("48656c6c6f21deadbeef", "hex")

describe("the guide to importing users", () => {
  it.live("moves hashes, authenticators, accounts, metadata and bans from Clerk", () =>
    Effect.gen(function* () {
      const { client, run, server } = yield* start
      const files = ["clerk", exported("clerk.csv"), exported("clerk.json")]
      expect(counts(yield* run(...files))).toStrictEqual(fresh(2))
      expect(counts(yield* run(...files))).toStrictEqual(same(2))
      const users = yield* listUsers(server)
      const ann = users.get(email)!
      expect(ann).toMatchObject({
        displayName: 'Ann O"Hara, Ph.D.',
        primaryEmailVerified: true,
        profileImageUrl: "https://img.example.com/ann",
        clientMetadata: { theme: "dark" },
        clientReadOnlyMetadata: { plan: "pro" },
        serverMetadata: { crm: "c-1", oldId: "user_ann" },
        isMultiFactorRequired: true
      })
      expect({ ...ann.oauthProviders[0] }).toStrictEqual({ id: "google", accountId: "1081", email } as never)
      expect((yield* signsInWith(client, key)).id).toBe(ann.id)
      expect(users.get("bob@example.org")).toMatchObject({
        primaryEmailVerified: false,
        hasPassword: false,
        profileImageUrl: null,
        restrictedByAdmin: true
      })
    })
  )

  it.live("moves the same from the database of Supabase", () =>
    Effect.gen(function* () {
      const { client, run, server } = yield* start
      expect(counts(yield* run("supabase", exported("supabase.json")))).toStrictEqual(fresh(2))
      const users = yield* listUsers(server)
      expect(users.get(email)).toMatchObject({
        displayName: "Ann O'Hara",
        primaryEmailVerified: true,
        clientMetadata: { full_name: "Ann O'Hara", theme: "dark" },
        isMultiFactorRequired: true
      })
      expect(users.get(email)!.oauthProviders.length).toBe(1)
      yield* signsInWith(client, key)
      expect(users.get("bob@example.org")).toMatchObject({ hasPassword: false, restrictedByAdmin: true })
    })
  )

  it.live("moves hashes from Auth0 that came later, and tells what cannot be imported", () =>
    Effect.gen(function* () {
      const { client, run, server } = yield* start
      expect(counts(yield* run("auth0", exported("auth0-users.ndjson")))).toStrictEqual(fresh(3))
      const files = ["auth0", exported("auth0-users.ndjson"), exported("auth0-hashes.ndjson")]
      expect(counts(yield* run(...files))).toStrictEqual({ created: 0, updated: 2, unchanged: 1, failed: 0 })
      yield* Effect.promise(() => client.password.signIn({ email, password }))
      const users = yield* listUsers(server)
      expect(users.get(email)).toMatchObject({ displayName: "Ann O'Hara", hasPassword: true })
      expect(users.get("eve@example.org")!.oauthProviders[0]!.accountId).toBe("1081")
      expect(users.get("bob@example.org")).toMatchObject({
        displayName: null,
        hasPassword: true,
        restrictedByAdmin: true
      })

      // Somebody has signed up here in the meantime.
      const taken = path.join(os.tmpdir(), `gatefold-taken-${process.pid}.ndjson`)
      fs.writeFileSync(taken, JSON.stringify({ user_id: "auth0|other", email }))
      const again = yield* run("auth0", taken)
      fs.rmSync(taken)
      expect(again.errors.trim()).toBe("auth0|other: This email address belongs to another account already.")
      expect(again.output).toContain('"failed":1')
    })
  )

  it.live("moves passwords from Better Auth at the next sign-in, once", () =>
    Effect.gen(function* () {
      const { client, run, server } = yield* start
      expect(counts(yield* run("better-auth", exported("better-auth.json")))).toStrictEqual(fresh(2))
      const ann = (yield* listUsers(server)).get(email)!
      expect(ann).toMatchObject({ displayName: "Ann O'Hara", hasPassword: false, isMultiFactorRequired: true })

      const old = JSON.parse(fs.readFileSync(exported("better-auth.json"), "utf8")) as ReadonlyArray<{
        readonly email: string
        readonly passwordHash: string
        readonly totpKey: string
      }>
      const move = moveOldPassword(server, async (email) => {
        const user = old.find((user) => user.email === email)
        return user === undefined ? undefined : { userId: ann.id, hash: user.passwordHash }
      })
      const answers: Array<number> = []
      const send = (async (_: string, init: RequestInit) => {
        const answer = await move(new Request("http://localhost:3000/api/old-password", init))
        answers.push(answer.status)
        return answer
      }) as typeof fetch
      const tag = (input: { readonly email: string; readonly password: string }) =>
        Effect.promise(async () => {
          const result = await signIn(client, input, send)
          return result.ok ? "signed in" : result.error._tag
        })

      expect(yield* tag({ email, password: "a wrong one" })).toBe("EmailPasswordMismatch")
      expect(yield* tag({ email: "eve@example.org", password })).toBe("EmailPasswordMismatch")
      expect(yield* tag({ email, password })).toBe("MultiFactorAuthenticationRequired")
      yield* signsInWith(client, Buffer.from(old[0]!.totpKey, "base64"))
      yield* Effect.promise(() => server.users.setPassword({ userId: ann.id, password: "a new password" }))
      expect(yield* tag({ email, password })).toBe("EmailPasswordMismatch")
      expect(answers).toStrictEqual([401, 401, 204, 401])

      const asked: Array<unknown> = []
      const watched = moveOldPassword(server, async (email) => {
        asked.push(email)
        return undefined
      })
      for (const body of [
        { email: { $ne: null }, password },
        { email, password: 1 }
      ]) {
        const request = new Request("http://localhost:3000/", { method: "POST", body: JSON.stringify(body) })
        expect((yield* Effect.promise(() => watched(request))).status, JSON.stringify(body)).toBe(401)
      }
      expect(asked).toStrictEqual([])
    })
  )

  it.live("makes a session of the old system one of the new", () =>
    Effect.gen(function* () {
      const { env, run, server } = yield* start
      yield* run("better-auth", exported("better-auth.json"))
      const ann = (yield* listUsers(server)).get(email)!
      for (const [name, value] of Object.entries(env)) if (name.startsWith("STACK_")) vi.stubEnv(name, value)
      const { handOver } = yield* Effect.promise(() => import("../../docs/examples/moving/hand-over.ts"))
      vi.unstubAllEnvs()
      const route = handOver(async (request) => (request.headers.get("cookie") === "old=1" ? ann.id : undefined))
      const visit = (cookie: string) =>
        Effect.promise(async () => {
          const response = await route(new Request("https://app.example.com/hand-over", { headers: { cookie } }))
          return response.headers.getSetCookie().map((line) => line.split(";")[0])
        })
      expect(yield* visit("old=2")).toStrictEqual([])
      const cookie = (yield* visit("old=1")).join("; ")
      const request = server.forRequest(new Request("https://app.example.com/", { headers: { cookie } }))
      expect((yield* Effect.promise(() => request.currentUser.get()))?.id).toBe(ann.id)
    })
  )
})
