/**
 * The emulator, with canaries in all that it keeps, and with all that it gives out while every operation and every
 * scenario of the conformance suite runs: what it answers to those who fail, logs, writes down and shows.
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as References from "effect/References"
import * as TestClock from "effect/testing/TestClock"
import * as fs from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import * as util from "node:util"
import { services } from "../../src/emulator/Generation.ts"
import * as Emulator from "../../src/emulator/index.ts"
import { type Seed } from "../../src/emulator/seeds/Seed.ts"
import * as Http from "../../src/http/Http.ts"
import { createAdminApp } from "../../src/promise/AdminApp.ts"
import { createClientApp } from "../../src/promise/ClientApp.ts"
import { Backend, inProcess, Unavailable } from "../conformance/Backend.ts"
import { areas } from "../conformance/scenarios.ts"
import { rightInputs, uuid } from "./inputs.ts"
import { options } from "./operations.ts"
import { look, watchConsole } from "./printed.ts"
import { methodsOf } from "./promises.ts"
import type { Search } from "./Search.ts"
import * as Secrets from "./Secrets.ts"
import { kinds } from "./Secrets.ts"

/** Everything that an emulator can be told to keep. */
export const seedData: Seed = {
  config: {
    magicLinkEnabled: true,
    passkeyEnabled: true,
    allowUserApiKeys: true,
    allowTeamApiKeys: true,
    clientTeamCreationEnabled: true,
    oauthProviders: [{ id: "github", type: "standard", clientId: "c", clientSecret: kinds.providerClientSecret }],
    emailConfig: {
      type: "standard",
      host: "127.0.0.1",
      // nothing listens there: a mail that fails tells of its server
      port: 1,
      username: "u",
      password: kinds.mailServerPassword,
      senderName: "s",
      senderEmail: "s@example.org"
    },
    dataVaultStores: { tokens: { displayName: "Tokens" } }
  },
  users: [
    {
      id: uuid,
      email: "ann@example.org",
      password: kinds.password,
      totpSecretBase64: kinds.totpSecret,
      requiresTotpMfa: false,
      sessions: [{ refreshToken: kinds.refreshToken }],
      apiKeys: [{ value: kinds.apiKey, description: "CI" }],
      providerAccounts: [
        { provider: "github", accountId: "1", grants: [{ scope: "user", accessToken: kinds.providerAccessToken }] }
      ]
    },
    { email: "bob@example.org", passwordHash: kinds.passwordHash }
  ],
  codes: (["password_reset", "one_time_password", "mfa_attempt"] as const).map((purpose, index) => ({
    purpose,
    code: [kinds.mailedCode, kinds.loginCode.slice(0, 45), kinds.attemptCode][index]!,
    data: { userId: uuid, email: "ann@example.org" }
  })),
  webhooks: [{ url: "http://127.0.0.1:1/hook", secret: kinds.webhookSecret }]
}

const secretName =
  /^(access_token|refresh_token|attempt_code|polling_code|login_code|nonce|code|value|secret_server_key|super_secret_admin_key|totp_secret_base64|client_secret|token)$/

/** Known errors have a `code`, too, which is in every bundle. */
const isErrorCode = (text: string) => /^[A-Z]+(_[A-Z]+)+$/.test(text)

/** Notes what an answer to a request gives out. */
const harvest = (route: string, text: string): void => {
  const into = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(into)
    if (typeof value !== "object" || value === null) return
    for (const [name, member] of Object.entries(value)) {
      if (typeof member === "string" && secretName.test(name) && !member.includes("@")) {
        if (!isErrorCode(member)) Secrets.issue(`${name} of ${route}`, member)
      } else into(member)
    }
  }
  try {
    into(JSON.parse(text))
  } catch {
    // no JSON, so nothing is given out
  }
}

const filesOf = (folder: string): ReadonlyArray<readonly [name: string, text: string]> =>
  fs.readdirSync(folder).map((name) => [name, fs.readFileSync(path.join(folder, name), "latin1")])

const logger = (search: Search, where: () => string) =>
  Layer.merge(
    Logger.layer([
      Logger.map(Logger.formatSimple, (line) => search.look("emulator log", where(), line)),
      Logger.map(Logger.formatStructured, (line) =>
        search.look("emulator log", where(), util.inspect(line, { depth: 9 }))
      )
    ]),
    Layer.succeed(References.MinimumLogLevel, "All")
  )

/* ------------------------------------------------------------------ canaries */

/** Every method of every app, over HTTP, with keys that are right and with keys that are not. */
const callAll = async (search: Search, emulator: Emulator.Running, answered: (text: string) => void) => {
  const apiUrl = emulator.baseUrl
  const http = Http.layerFetch(async (url, init) => {
    const response = await fetch(url, init)
    const text = await response.clone().text()
    answered(text)
    const isFailure = response.status >= 400 || response.headers.has("x-stack-known-error")
    if (isFailure) {
      const headers = JSON.stringify(Object.fromEntries(response.headers))
      search.look("emulator answer", `${init.method} ${url}`, `${headers} ${text}`)
    } else harvest(`${init.method} ${new URL(url).pathname}`, text)
    return response
  })
  const project = { ...options, projectId: emulator.project!.projectId, apiUrl, http }
  const right = { secretServerKey: kinds.secretServerKey, superSecretAdminKey: kinds.superSecretAdminKey }
  const wrong = { secretServerKey: `${kinds.secretServerKey}x`, superSecretAdminKey: `${kinds.superSecretAdminKey}x` }
  for (const keys of [wrong, right]) {
    await using client = createClientApp({
      ...project,
      tokenStore: keys === right ? { refreshToken: kinds.refreshToken } : { refreshToken: `${kinds.newRefreshToken}x` }
    })
    await using admin = createAdminApp({ ...project, ...keys })
    for (const { call, name, needsInput, operation } of [
      ...methodsOf("app", client),
      ...methodsOf("adminApp", admin)
    ]) {
      // these end what the others need
      if (/project\.delete|currentUser\.delete|users\.delete|signOut|sessions\.revoke/.test(name)) continue
      for (const input of rightInputs(operation, needsInput)) {
        const where = `${name} of the emulator`
        await call(input, { retry: 0, timeout: "20 seconds" }).then(
          (value) => void value,
          (error: unknown) => look(search, where, error)
        )
      }
    }
  }
}

/** Runs an emulator on a file. */
export const runCanaries = async (search: Search): Promise<number> => {
  const folder = fs.mkdtempSync(path.join(tmpdir(), "gatefold-canaries-"))
  let calls = 0
  Secrets.play(JSON.stringify(seedData))
  const leaveConsole = watchConsole(search, () => "an emulator with canaries")
  const program = Effect.gen(function* () {
    const emulator = yield* Emulator.serve({
      port: 0,
      data: path.join(folder, "data.sqlite"),
      passwordCost: "insecure-fast",
      seedData,
      project: {
        publishableClientKey: options.publishableClientKey,
        secretServerKey: kinds.secretServerKey,
        superSecretAdminKey: kinds.superSecretAdminKey
      }
    })
    search.look("emulator value", "the emulator itself", util.inspect(emulator, { depth: 6, showHidden: true }))
    yield* Effect.promise(() => callAll(search, emulator, () => calls++))
    const entries = yield* emulator.journal.entries
    search.lookForIssued("journal", "all requests", JSON.stringify(entries))
    for (const { requestId } of entries) {
      search.look("curl", requestId, (yield* emulator.journal.curl(requestId)) ?? "")
    }
    for (const [name, text] of filesOf(folder)) search.lookForIssued("database", `${name} while it runs`, text)
    for (const attempt of yield* emulator.webhooks.attempts) {
      search.look("webhook attempt", "all", util.inspect(attempt, { depth: 9 }))
    }
  })
  const observed = logger(search, () => "an emulator with canaries")
  await Effect.runPromise(program.pipe(Effect.scoped, Effect.provide(observed)))
  for (const [name, text] of filesOf(folder)) search.lookForIssued("database", `${name} afterwards`, text)
  fs.rmSync(folder, { recursive: true })
  leaveConsole()
  return calls
}

/* ----------------------------------------------------------------- scenarios */

/** Notes what scenarios are given, by answers and by mails. */
const harvesting = Layer.effect(
  Backend,
  Effect.map(Backend, (backend) =>
    Backend.of({
      ...backend,
      http: Layer.effect(
        Http.Http,
        Effect.map(
          Effect.provide(Http.Http, backend.http),
          (execute): Http.Execute =>
            (request) =>
              Effect.tap(execute(request), ({ text }) =>
                Effect.sync(() => harvest(`${request.method} ${request.template}`, text))
              )
        )
      ),
      nextMail: (to, subject) =>
        Effect.tap(backend.nextMail(to, subject), ({ code }) =>
          Effect.sync(() => code !== undefined && Secrets.issue("mailed code", code))
        )
    })
  )
)

/** Runs the scenarios of both generations on files, and searches those for all that was given out. */
export const runScenarios = async (search: Search, every = 1): Promise<number> => {
  let played = 0
  for (const service of services) {
    const folder = fs.mkdtempSync(path.join(tmpdir(), "gatefold-canaries-"))
    let where = ""
    const program = Effect.gen(function* () {
      for (const [area, scenarios] of areas) {
        for (const [index, scenario] of scenarios.entries()) {
          if (scenario.options !== undefined || !scenario.services.includes(service) || index % every !== 0) continue
          where = `${area}: ${scenario.name}`
          const exit = yield* Effect.exit(Effect.scoped(scenario.effect))
          if (Exit.isFailure(exit) && !util.inspect(exit).includes(Unavailable.name)) {
            return yield* Effect.die(new Error(`The scenario "${where}" fails`, { cause: exit }))
          }
          played++
        }
      }
    })
    const emulator = inProcess(service).layer({ data: path.join(folder, "data.sqlite") })
    await Effect.runPromise(
      program.pipe(
        Effect.provide(Layer.provide(harvesting, Layer.orDie(emulator))),
        Effect.provide(
          Layer.merge(
            TestClock.layer(),
            logger(search, () => where)
          )
        )
      )
    )
    for (const [name, text] of filesOf(folder))
      search.lookForIssued("database", `${name} after the scenarios of ${service}`, text)
    fs.rmSync(folder, { recursive: true })
  }
  return played
}
