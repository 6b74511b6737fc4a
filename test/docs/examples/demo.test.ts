/** The demo's server: what it serves to whom. The app itself is tested in a browser. */
import * as fs from "node:fs"
import { request } from "node:http"
import * as path from "node:path"
import { expect, layer } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as RpcClient from "effect/rpc/RpcClient"
import * as RpcSerialization from "effect/rpc/RpcSerialization"
import * as Client from "../../../docs/examples/backend/Client.ts"
import { Developer, developerPath, mailPath } from "../../../docs/examples/backend/DeveloperContract.ts"
import * as Demo from "../../../docs/examples/react/server/Demo.ts"
import * as PastClock from "../../../docs/examples/react/server/PastClock.ts"
import * as CliLogin from "../../../src/client/CliLogin.ts"
import * as Password from "../../../src/client/Password.ts"
import type * as Emulator from "../../../src/emulator/node.ts"
import * as Serve from "../../../src/emulator/Serve.ts"
import * as ClientApp from "../../../src/http/ClientApp.ts"
import * as Session from "../../../src/session/Session.ts"
import * as MemoryTokenStore from "../../../src/token/MemoryTokenStore.ts"
import { temporaryFolder } from "../../support/temporaryFolder.ts"

/** A running demo, whose app is one page. */
class Running extends Context.Service<Running, Demo.Demo & { readonly emulator: Emulator.Emulator["Service"] }>()(
  "test/Demo"
) {}

const folder = Effect.tap(temporaryFolder, (folder) =>
  Effect.sync(() => fs.writeFileSync(path.join(folder, "index.html"), "<!doctype html><title>App</title>"))
)

const RunningLive = Layer.effect(
  Running,
  Effect.gen(function* () {
    const emulator = yield* Serve.serve({ port: 0, passwordCost: "insecure-fast" })
    return { ...(yield* Demo.serve(emulator, { folder: yield* folder, port: 0 })), emulator }
  })
).pipe(Layer.provide(PastClock.layer))

/** Like `fetch`, with headers that it does not let one choose. */
const send = (url: string, headers: Record<string, string> = {}, method = "GET") =>
  Effect.callback<{ status: number | undefined; headers: Record<string, unknown>; text: string }>((resume) => {
    request(url, { method, headers }, (response) => {
      let text = ""
      response.on("data", (chunk) => (text += chunk))
      response.on("end", () => resume(Effect.succeed({ status: response.statusCode, headers: response.headers, text })))
    }).end()
  })

/** Procedures as a page of the demo calls them. */
const fromPage = <A, E, R>(call: (client: Client.DeveloperClient) => Effect.Effect<A, E, R>) =>
  Effect.flatMap(Running, ({ url }) =>
    Effect.flatMap(RpcClient.make(Developer), call).pipe(
      Effect.scoped,
      Effect.provide(
        RpcClient.layerProtocolHttp({ url: url + developerPath }).pipe(
          Layer.provide(RpcSerialization.layerJson),
          Layer.provide(FetchHttpClient.layer),
          Layer.provide(Layer.succeed(FetchHttpClient.RequestInit, { headers: { origin: url } }))
        )
      )
    )
  )

/** Runs what needs a session as the member of the demo. */
const asMember = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const { accounts, url } = yield* Running
    const settings = JSON.parse((yield* send(`${url}/settings.json`)).text)
    return yield* Effect.andThen(Password.signIn(accounts[1]), effect).pipe(
      Effect.provide(
        Layer.fresh(
          Session.layer.pipe(Layer.provide(MemoryTokenStore.layer), Layer.provideMerge(ClientApp.layer(settings)))
        )
      )
    )
  })

layer(RunningLive, { excludeTestServices: true })("the demo's server", (it) => {
  it.effect("serves the app for every page, its settings, and the backend", () =>
    Effect.gen(function* () {
      const { projectId, seeded, url } = yield* Running
      expect(url).toMatch(/^http:\/\/localhost:\d+$/)
      expect(seeded).toStrictEqual({ users: 62, teams: 5, mails: 83 })
      for (const page of ["/", "/teams/some", "/handler/oauth-callback?code=x"]) {
        const { headers, status, text } = yield* send(url + page, { accept: "text/html" })
        expect({ status, text }, page).toStrictEqual({ status: 200, text: "<!doctype html><title>App</title>" })
        expect(headers["content-security-policy"], page).toContain("script-src 'self';")
      }
      expect((yield* send(`${url}/assets/gone.js`)).status).toBe(404)
      expect((yield* send(`${url}/..%2f..%2fpackage.json`)).status).toBe(404)
      const settings = JSON.parse((yield* send(`${url}/settings.json`)).text)
      expect(Object.keys(settings)).toStrictEqual(["projectId", "publishableClientKey", "apiUrl"])
      expect(settings.projectId).toBe(projectId)
      expect((yield* send(`${url}/api/me`)).status).toBe(401)
    })
  )

  it.effect("answers developers' procedures to its own pages only", () =>
    Effect.gen(function* () {
      const { url } = yield* Running
      const endpoint = url + developerPath
      const mail = url + mailPath("some")
      const { host } = new URL(url)
      for (const headers of [
        {},
        { origin: "http://localhost:3000" },
        { origin: "null" },
        { "sec-fetch-site": "same-site" },
        { "sec-fetch-site": "cross-site", origin: url },
        { "sec-fetch-site": "none" }
      ] as ReadonlyArray<Record<string, string>>) {
        expect((yield* send(endpoint, headers, "POST")).status, JSON.stringify(headers)).toBe(403)
        expect((yield* send(mail, headers)).status, JSON.stringify(headers)).toBe(403)
      }
      expect((yield* send(mail, { "sec-fetch-site": "same-origin" })).status).toBe(404)
      for (const host of ["evil.com", "localhost.evil.com", "127.0.0.1.nip.io"]) {
        expect((yield* send(url, { host })).status, host).toBe(421)
        const rebound = { host, origin: `http://${host}`, "sec-fetch-site": "same-origin" }
        expect((yield* send(endpoint, rebound, "POST")).status, host).toBe(421)
      }
      expect((yield* send(`${url}/settings.json`, { host })).status).toBe(200)
    })
  )

  it.effect("shows the project's mails, each as a page that can do nothing", () =>
    Effect.gen(function* () {
      const { url } = yield* Running
      const mails = yield* fromPage((developer) => developer.Mails({ limit: 5 }))
      expect(mails).toHaveLength(5)
      expect(mails[1]).toMatchObject({ to: "partner@example.net", subject: expect.stringContaining("Acme") })
      expect(mails[1]?.link).toContain(`${url}/handler/team-invitation?code=`)
      const page = yield* send(url + mailPath(mails[0]!.id), { "sec-fetch-site": "same-origin" })
      expect(page.text).toBe(mails[0]!.html)
      expect(page.headers["content-security-policy"]).toMatch(/^sandbox; default-src 'none'/)
      const toRoot = yield* fromPage((developer) => developer.Mails({ limit: 5, to: "root@example.org" }))
      expect(toRoot).toStrictEqual([])
    })
  )

  it.effect("moves the emulator's clock, and the backend's with it", () =>
    Effect.gen(function* () {
      const { emulator, url } = yield* Running
      const headers = yield* asMember(
        Effect.flatMap(Session.Session, (session) =>
          Effect.map(session.credentials, (credentials) => ({
            authorization: `Bearer ${credentials === undefined ? "" : Redacted.value(credentials.accessToken)}`
          }))
        )
      )
      expect((yield* send(`${url}/api/me`, headers)).status).toBe(200)
      const before = Date.now()
      const { now, offsetMillis } = yield* fromPage((developer) => developer.AdvanceClock({ millis: 3_600_000 }))
      expect(offsetMillis).toBe(3_600_000)
      expect(now.getTime()).toBeGreaterThanOrEqual(before + 3_600_000)
      expect(Duration.toMillis(yield* emulator.clock.offset)).toBe(3_600_000)
      const late = yield* send(`${url}/api/me`, headers)
      expect({ status: late.status, reason: JSON.parse(late.text).reason }).toStrictEqual({
        status: 401,
        reason: "expired"
      })
      expect((yield* fromPage((developer) => developer.ResetClock())).offsetMillis).toBe(0)
      expect((yield* fromPage((developer) => developer.GetClock())).offsetMillis).toBe(0)
    })
  )

  it.effect("plays a terminal that a user logs in", () =>
    Effect.gen(function* () {
      const { url } = yield* Running
      const { id, state, url: page } = yield* fromPage((developer) => developer.StartTerminalLogin({ asGuest: false }))
      expect({ state, page }).toStrictEqual({
        state: "waiting",
        page: expect.stringContaining(`${url}/handler/cli-auth-confirm?`)
      })
      const loginCode = new URL(page).searchParams.get("login_code") ?? ""
      yield* asMember(CliLogin.confirm({ loginCode }))
      // The terminal asks every two seconds, by the emulator's clock.
      yield* fromPage((developer) => developer.AdvanceClock({ millis: 2_000 }))
      const login = yield* fromPage((developer) => developer.GetTerminalLogin({ id })).pipe(
        Effect.repeat({ until: ({ state }) => state !== "waiting" })
      )
      expect(login).toMatchObject({ state: "confirmed", detail: "mia@example.org" })

      const other = yield* fromPage((developer) => developer.StartTerminalLogin({ asGuest: false }))
      yield* fromPage((developer) => developer.AdvanceClock({ millis: 7_200_000 }))
      const late = yield* fromPage((developer) => developer.GetTerminalLogin({ id: other.id })).pipe(
        Effect.repeat({ until: ({ state }) => state !== "waiting" })
      )
      expect(late.state).toBe("expired")
      const unknown = fromPage((developer) => developer.GetTerminalLogin({ id: "no" }))
      expect(yield* Effect.flip(unknown)).toMatchObject({ _tag: "TerminalLoginNotFound" })
      yield* fromPage((developer) => developer.ResetClock())
    })
  )

  it.effect("makes the signed-in user an admin on request", () =>
    Effect.gen(function* () {
      const { accounts, url } = yield* Running
      expect(yield* fromPage((developer) => developer.DemoAccounts())).toStrictEqual(accounts)
      const stranger = fromPage((developer) => developer.MakeMeAdmin())
      expect(yield* Effect.flip(stranger)).toMatchObject({ _tag: "Unauthorized", reason: "missing" })
      const project = Client.make(url).admin((admin) => admin.GetProject())
      expect(yield* Effect.flip(asMember(project))).toMatchObject({ _tag: "Forbidden", permission: "admin" })
      yield* asMember(fromPage((developer) => Client.asUser(developer.MakeMeAdmin())))
      expect((yield* asMember(project)).displayName).toBe("Gatefold demo")
    })
  )

  it.effect("has thirty days of history, and is back in the present", () =>
    Effect.gen(function* () {
      const { emulator, url } = yield* Running
      yield* asMember(fromPage((developer) => Client.asUser(developer.MakeMeAdmin())))
      const before = Date.now()
      expect(yield* emulator.clock.currentTimeMillis).toBeGreaterThanOrEqual(before)
      const { activeUsers, mails, signUps } = yield* asMember(Client.make(url).admin((admin) => admin.GetMetrics()))
      const sum = (days: ReadonlyArray<{ readonly count: number }> | null) =>
        (days ?? []).reduce((sum, { count }) => sum + count, 0)
      // At midnight the first day falls out of the figures.
      expect(sum(signUps)).toBeGreaterThan(55)
      expect(sum(signUps)).toBeLessThanOrEqual(60)
      expect(sum(mails)).toBeGreaterThan(75)
      for (const days of [signUps, activeUsers, mails ?? []]) {
        expect(days.filter(({ count }) => count > 0).length).toBeGreaterThan(25)
      }
      // More and more come back.
      expect(sum(activeUsers.slice(-10))).toBeGreaterThan(2 * sum(activeUsers.slice(0, 10)))
      const oldest = yield* asMember(
        Client.make(url).admin((admin) =>
          admin.ListUsers({ limit: 4, orderBy: "signedUpAt", desc: false, query: "example.com" })
        )
      )
      expect(oldest.items.map(({ displayName }) => displayName)).toStrictEqual([
        "Ada Ahmed",
        "Ben Bauer",
        "Chloé Costa",
        "Dmitri Dubois"
      ])
    })
  )
})
