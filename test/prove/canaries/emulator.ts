/**
 * The emulator, with canaries in all that it keeps, and with all that it gives out while every operation and every
 * scenario of the conformance suite runs: what it answers to those who fail, logs, writes down and shows.
 */
import * as fs from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import * as util from "node:util"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as References from "effect/References"
import * as TestClock from "effect/testing/TestClock"
import { generations } from "../../../src/domain/Generation.ts"
import * as Emulator from "../../../src/emulator/index.ts"
import { type Seed } from "../../../src/emulator/seeds/Seed.ts"
import * as Http from "../../../src/http/Http.ts"
import { createAdminApp, type EffectAdminApp } from "../../../src/promise/AdminApp.ts"
import { createClientApp } from "../../../src/promise/ClientApp.ts"
import { Backend, inProcess, Unavailable } from "../../conformance/Backend.ts"
import { areas } from "../../conformance/scenarios.ts"
import { rightInputs, uuid } from "./inputs.ts"
import { options } from "./Operations.ts"
import { look, watchConsole } from "./printed.ts"
import { listMethods } from "./promises.ts"
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
    clientUserDeletionEnabled: true,
    oauthProviders: [{ id: "github", type: "standard", clientId: "c", clientSecret: kinds.providerClientSecret }],
    emailConfig: {
      type: "standard",
      host: "127.0.0.1",
      // Nothing listens there: a mail that fails tells of its server.
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
    // No JSON, so nothing is given out.
  }
}

const readFiles = (folder: string): ReadonlyArray<readonly [name: string, text: string]> =>
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

/**
 * Methods that end what the others need, called after those: first sessions, then the user, and with it the project.
 */
const ends = [/signOut|sessions\.revoke/, /(currentUser|users|project)\.delete/]

/**
 * Every method of every app, or those that `end` names, over HTTP, with keys that are right and with keys that are not.
 */
const callAll = async (search: Search, emulator: Emulator.Instance, answered: (text: string) => void, end?: RegExp) => {
  const isCalled = (name: string) => (end === undefined ? !ends.some((one) => one.test(name)) : end.test(name))
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
  // The other methods have ended the session of the seed, when they set a password.
  const makeSession = async (admin: EffectAdminApp) =>
    end === undefined ? kinds.refreshToken : (await admin.sessions.create({ userId: uuid })).refreshToken
  for (const keys of [wrong, right]) {
    await using admin = createAdminApp({ ...project, ...keys })
    await using client = createClientApp({
      ...project,
      tokenStore: { refreshToken: keys === right ? await makeSession(admin) : `${kinds.newRefreshToken}x` }
    })
    for (const { call, name, needsInput, operation } of [
      ...listMethods("app", client),
      ...listMethods("adminApp", admin)
    ]) {
      if (!isCalled(name)) continue
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
    const call = (end?: RegExp) => Effect.promise(() => callAll(search, emulator, () => calls++, end))
    const lookAround = Effect.fnUntraced(function* (when: string) {
      const entries = yield* emulator.journal.entries
      search.lookForIssued("journal", `all requests ${when}`, JSON.stringify(entries))
      for (const { requestId } of entries) {
        search.look("curl", requestId, (yield* emulator.journal.curl(requestId)) ?? "")
      }
      for (const [name, text] of readFiles(folder)) search.lookForIssued("database", `${name} ${when}`, text)
      for (const attempt of yield* emulator.webhooks.attempts) {
        search.look("webhook attempt", when, util.inspect(attempt, { depth: 9 }))
      }
    })
    yield* call()
    // What is deleted cannot be found afterwards.
    yield* lookAround("before anything is deleted")
    for (const end of ends) yield* call(end)
    yield* lookAround("after all is deleted")
  })
  const observed = logger(search, () => "an emulator with canaries")
  await Effect.runPromise(program.pipe(Effect.scoped, Effect.provide(observed)))
  for (const [name, text] of readFiles(folder)) search.lookForIssued("database", `${name} afterwards`, text)
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
  for (const generation of generations) {
    const folder = fs.mkdtempSync(path.join(tmpdir(), "gatefold-canaries-"))
    let where = ""
    let files = 0
    const newFile = () => path.join(folder, `data${files++}.sqlite`)
    const backend = (options: Emulator.Options) =>
      Layer.provide(harvesting, Layer.orDie(inProcess(generation).layer(options)))
    const program = Effect.gen(function* () {
      for (const [area, scenarios] of areas) {
        for (const [index, scenario] of scenarios.entries()) {
          if (!scenario.generations.includes(generation) || index % every !== 0) continue
          where = `${area}: ${scenario.name}`
          const { effect, options } = scenario
          const exit = yield* Effect.scoped(
            options === undefined
              ? effect
              : // in an emulator of its own, and not in the one that has been built already
                Effect.provide(effect, Layer.fresh(backend({ ...options, data: newFile() })))
          ).pipe(Effect.exit)
          if (Exit.isFailure(exit) && !util.inspect(exit).includes(Unavailable.name)) {
            return yield* Effect.die(new Error(`The scenario "${where}" fails`, { cause: exit }))
          }
          played++
        }
      }
    })
    await Effect.runPromise(
      program.pipe(
        Effect.provide(backend({ data: newFile() })),
        Effect.provide(
          Layer.merge(
            TestClock.layer(),
            logger(search, () => where)
          )
        )
      )
    )
    for (const [name, text] of readFiles(folder)) {
      search.lookForIssued("database", `${name} after the scenarios of ${generation}`, text)
    }
    fs.rmSync(folder, { recursive: true })
  }
  return played
}
