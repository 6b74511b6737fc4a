/** `gatefold login`, `whoami` and `logout` over an emulator. */
import * as fs from "node:fs"
import * as path from "node:path"
import { inspect } from "node:util"
import { describe, expect, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { vi } from "vitest"
import * as AgentLogin from "../../../src/client/AgentLogin.ts"
import * as CliLogin from "../../../src/client/CliLogin.ts"
import * as Password from "../../../src/client/Password.ts"
import * as Sessions from "../../../src/client/Sessions.ts"
import { liveClock } from "../../../src/concurrency/Timer.ts"
import * as Emulator from "../../../src/emulator/index.ts"
import * as ClientApp from "../../../src/http/ClientApp.ts"
import * as Session from "../../../src/session/Session.ts"
import * as ConfigFileTokenStore from "../../../src/terminal/ConfigFileTokenStore.ts"
import * as MemoryTokenStore from "../../../src/token/MemoryTokenStore.ts"
import { password } from "../../support/emulatorCalls.ts"
import { until } from "../../support/turns.ts"
import { nowhere, outcome, outcomeInto } from "../commands.ts"

/** An emulator, and the browser of its user Ann. */
const world = Effect.gen(function* () {
  const folder = yield* nowhere
  const { baseUrl, project } = yield* Emulator.serve({
    port: 0,
    passwordCost: "insecure-fast",
    project: { config: { credentialEnabled: true, agentAuthEnabled: true } }
  })
  const { projectId, publishableClientKey } = project!
  fs.writeFileSync(
    path.join(folder, "env"),
    `STACK_API_URL=${baseUrl}\nSTACK_PROJECT_ID=${projectId}\nSTACK_PUBLISHABLE_CLIENT_KEY=${publishableClientKey}\n`
  )
  const options = { apiUrl: baseUrl, projectId, publishableClientKey, appUrl: "http://localhost:3000" }
  const app = ClientApp.layer(options)
  const browser = yield* Layer.build(
    Session.layer.pipe(Layer.provideMerge(MemoryTokenStore.layer), Layer.provideMerge(app))
  )
  yield* Effect.provideContext(Password.signUp({ email: "ann@example.org", password }), browser)
  const target = ["--read-env", path.join(folder, "env")]
  const login = [...target, "--app-url", "http://localhost:3000"]
  return { folder, browser, options, target, login, sessions: path.join(folder, "gatefold", "sessions") }
})

/** The time of this machine, but for the seconds between two polls, which are milliseconds. */
const hurried: Clock.Clock = Object.assign(Object.create(liveClock), {
  sleep: (duration: Duration.Duration) =>
    liveClock.sleep(Duration.toMillis(duration) > 3_000 ? duration : Duration.divideUnsafe(duration, 1_000))
})

/** Runs `gatefold login` until it shows its link. */
const begun = Effect.fnUntraced(function* (...args: ReadonlyArray<string>) {
  const lines: Array<string> = []
  const fiber = yield* Effect.forkChild(
    Effect.provideService(outcomeInto(lines, "login", "--json", ...args), Clock.Clock, hurried)
  )
  yield* until(() => lines.length > 0)
  const loginCode = new URL(JSON.parse(lines[0]!).url).searchParams.get("login_code") ?? ""
  return { fiber, loginCode, url: new URL(JSON.parse(lines[0]!).url) }
})

describe("gatefold login", () => {
  it.live("signs an agent in with its own session, which logout ends alone", () =>
    Effect.gen(function* () {
      const { browser, login, target } = yield* world
      const { fiber, url } = yield* begun(...login, "--agent", "Robot")
      expect(url.origin + url.pathname).toBe("http://localhost:3000/handler/agent-auth-confirm")
      const claimCode = url.searchParams.get("code") ?? ""
      expect((yield* Effect.provideContext(AgentLogin.inspect({ claimCode }), browser)).agent.name).toBe("Robot")
      yield* Effect.provideContext(AgentLogin.approve({ claimCode }), browser)
      expect((yield* Fiber.join(fiber)).exitCode).toBe(0)
      expect((yield* outcome("whoami", ...target)).out).toContain("ann@example.org")
      const names = Effect.map(Sessions.list, (sessions) => sessions.map(({ agentName }) => agentName))
      expect(yield* Effect.provideContext(names, browser)).toStrictEqual(["Robot", null])
      expect((yield* outcome("logout", ...target)).out).toBe("Signed out.")
      expect(yield* Effect.provideContext(names, browser)).toStrictEqual([null])
    })
  )

  it.live.each(["2 hours", "10 seconds"])("refuses %s to wait, which the service does not accept for agents", (time) =>
    Effect.gen(function* () {
      const { login } = yield* world
      const { exitCode, message } = yield* outcome("login", ...login, "--agent", "Robot", "--timeout", time)
      expect({ exitCode, message }).toStrictEqual({
        exitCode: 1,
        message: expect.stringContaining("from 30 seconds to 1 hour")
      })
    })
  )

  it.live("says that the user has denied an agent", () =>
    Effect.gen(function* () {
      const { browser, login } = yield* world
      const { fiber, url } = yield* begun(...login, "--agent", "Robot")
      yield* Effect.provideContext(AgentLogin.deny({ claimCode: url.searchParams.get("code") ?? "" }), browser)
      const { exitCode, message } = yield* Fiber.join(fiber)
      expect({ exitCode, message }).toStrictEqual({ exitCode: 1, message: "The user denied the login" })
    })
  )

  /** A terminal that is signed in, and the file of its session. */
  const signedIn = Effect.gen(function* () {
    const opened = yield* world
    const { browser, login, sessions } = opened
    const { fiber, loginCode } = yield* begun(...login)
    yield* Effect.provideContext(CliLogin.confirm({ loginCode }), browser)
    const ended = yield* Fiber.join(fiber)
    return { ...opened, ended, file: path.join(sessions, fs.readdirSync(sessions)[0]!) }
  })

  it.live("signs a terminal in, whose session only its user can read", () =>
    Effect.gen(function* () {
      const { ended, file, login, options } = yield* signedIn
      expect(ended.exitCode).toBe(0)
      expect(JSON.parse(ended.out.split("\n")[1]!)).toMatchObject({ isNew: true, projectId: options.projectId })
      expect(fs.statSync(file).mode & 0o777).toBe(0o600)
      expect((yield* outcome("login", ...login)).out).toContain("Already signed in as ann@example.org")
    })
  )

  it.live("shows with whoami who is signed in, and no token", () =>
    Effect.gen(function* () {
      const { file, target } = yield* signedIn
      const { out } = yield* outcome("whoami", ...target)
      expect(out).toMatch(/User: {5}ann@example\.org \(.{36}\)\nProject: .*\nService: .*\nToken: {4}until .* \(in /)
      const json = (yield* outcome("whoami", ...target, "--json")).out
      expect(JSON.parse(json).user.primaryEmail).toBe("ann@example.org")
      expect(json).not.toContain(JSON.parse(fs.readFileSync(file, "utf8")).refreshToken)
    })
  )

  it.live("leaves a session that other programs can take over", () =>
    Effect.gen(function* () {
      const { options } = yield* signedIn
      const other = ConfigFileTokenStore.layer({ app: "gatefold", ...options })
      const held = Session.layer.pipe(Layer.provideMerge(other), Layer.provideMerge(ClientApp.layer(options)))
      const { accessToken } = yield* Effect.provide(Sessions.authJson, held)
      expect(accessToken).toBeTypeOf("string")
    })
  )

  it.live("ends the session with logout, once", () =>
    Effect.gen(function* () {
      const { browser, sessions, target } = yield* signedIn
      expect((yield* outcome("logout", ...target)).out).toBe("Signed out.")
      expect(fs.readdirSync(sessions)).toStrictEqual([])
      const ended = yield* outcome("whoami", ...target)
      expect(ended).toMatchObject({ exitCode: 1, message: "No user is signed in. Sign in: gatefold login" })
      expect((yield* outcome("logout", ...target)).out).toBe("Nobody was signed in here.")
      // A login hands the session of the browser on, so it ends there, too.
      expect(yield* Effect.provideContext(Sessions.list, browser)).toStrictEqual([])
    })
  )

  it.live("reports a session that was ended elsewhere, and signs out while the service is down", () =>
    Effect.gen(function* () {
      const { browser, login, sessions, target, options } = yield* world
      const { fiber, loginCode } = yield* begun(...login)
      yield* Effect.provideContext(CliLogin.confirm({ loginCode }), browser)
      yield* Fiber.join(fiber)
      const [file] = fs.readdirSync(sessions)
      // The same session of a service that is gone.
      const gone = { ...options, apiUrl: "http://127.0.0.1:1" }
      const goneFile = yield* ConfigFileTokenStore.fileOf({ app: "gatefold", ...gone })
      const stored = fs.readFileSync(path.join(sessions, file!), "utf8").replace(options.apiUrl, gone.apiUrl)
      fs.writeFileSync(goneFile, stored, { mode: 0o600 })
      const flags = ["--url", gone.apiUrl, "--project", options.projectId]
      const unreachable = yield* outcome("whoami", ...flags)
      expect(unreachable.exitCode).toBe(2)
      expect(inspect(unreachable)).not.toContain(JSON.parse(stored).refreshToken)
      expect((yield* outcome("logout", ...flags)).out).toContain("did not confirm that the session is over")
      expect(fs.existsSync(goneFile)).toBe(false)

      const kept = fs.readFileSync(path.join(sessions, file!), "utf8")
      yield* outcome("logout", ...target)
      // Without its access token, which would be believed until it expires.
      const { accessToken: _, ...rest } = JSON.parse(kept)
      fs.writeFileSync(path.join(sessions, file!), JSON.stringify(rest), { mode: 0o600 })
      const ended = yield* outcome("whoami", ...target)
      expect(ended).toMatchObject({ exitCode: 1, message: "The session has ended. Sign in again: gatefold login" })
    })
  )

  it.live("keeps the one of two concurrent logins that began last, and the other leaves nothing", () =>
    Effect.gen(function* () {
      const { browser, login, sessions, target } = yield* world
      const first = yield* begun(...login)
      const second = yield* begun(...login)
      yield* Effect.provideContext(CliLogin.confirm({ loginCode: second.loginCode }), browser)
      expect((yield* Fiber.join(second.fiber)).exitCode).toBe(0)
      yield* Fiber.interrupt(first.fiber)
      expect((yield* outcome("whoami", ...target)).exitCode).toBe(0)
      expect((yield* outcome("logout", ...target, "--local")).out).toContain("goes on with the session")
      expect(yield* Effect.provideContext(Sessions.list, browser)).toHaveLength(1)
      const third = yield* begun(...login)
      yield* Fiber.interrupt(third.fiber)
      expect(fs.readdirSync(sessions)).toStrictEqual([])
    })
  )

  it.live("says what it needs, and when the confirmation does not come in time", () =>
    Effect.gen(function* () {
      const { folder, login, sessions, target } = yield* world
      expect((yield* outcome("login", ...target)).message).toContain("Missing flag --app-url")
      vi.stubEnv("GATEFOLD_APP_URL", "")
      expect((yield* outcome("login", ...target)).message).toContain("Missing flag --app-url")
      const late = yield* outcome("login", ...login, "--timeout", "1 second")
      expect(late).toMatchObject({
        exitCode: 3,
        message: expect.stringMatching(/^The login was not confirmed in time/)
      })
      fs.rmSync(path.join(folder, "gatefold"), { recursive: true })
      fs.mkdirSync(path.join(folder, "gatefold"))
      fs.symlinkSync(folder, sessions)
      const linked = yield* outcome("login", ...login)
      expect(linked.message).toContain("is a link; remove it")
      const gone = yield* outcome(
        "login",
        "--url",
        "http://127.0.0.1:1",
        "--project",
        "p",
        "--app-url",
        "http://localhost"
      )
      expect(gone.exitCode).toBeGreaterThan(0)
    })
  )
})
