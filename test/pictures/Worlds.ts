/** What the gallery photographs: an app with every screen, the console and the demo, each beside an emulator. */
import * as http from "node:http"
import * as path from "node:path"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import { build as buildDemo } from "../../docs/examples/react/server/Build.ts"
import * as Demo from "../../docs/examples/react/server/Demo.ts"
import * as PastClock from "../../docs/examples/react/server/PastClock.ts"
import * as Console from "../../src/emulator/console/Console.ts"
import type { ProjectCredentials, Instance } from "../../src/emulator/node.ts"
import type { Seed } from "../../src/emulator/seeds/Seed.ts"
import * as Serve from "../../src/emulator/Serve.ts"
import { builtConsole } from "../../tools/build/console.ts"
import { bundle } from "../support/bundle.ts"
import { listen } from "../support/listen.ts"
import { waitMillis } from "../support/patience.ts"

/** The time on all pictures, in the browser and at the service. */
export const now = Date.parse("2026-03-02T10:00:00Z")

const hour = 3_600_000
const day = 24 * hour
const ago = (millis: number) => new Date(now - millis).toISOString()
const later = (millis: number) => new Date(now + millis).toISOString()

/** The time hardly moves, so that pictures of another day are the same; what waits does not wait longer. */
const clock = (present: Clock.Clock): Clock.Clock => {
  const began = present.currentTimeMillisUnsafe()
  const millis = () => Math.floor(now + (present.currentTimeMillisUnsafe() - began) / 1000)
  const nanos = () => BigInt(millis()) * 1_000_000n
  return Object.assign(Object.create(present), {
    currentTimeMillisUnsafe: millis,
    currentTimeMillis: Effect.sync(millis),
    currentTimeNanosUnsafe: nanos,
    currentTimeNanos: Effect.sync(nanos)
  })
}

export const atThatTime = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Clock.Clock, (present) => Effect.provideService(effect, Clock.Clock, clock(present)))

export const password = "correct horse battery staple"

const providers = ["google", "github", "microsoft", "apple", "gitlab", "discord"]

const people = [
  ["Ada Ahmed", "ada.ahmed@example.com"],
  ["Ben Bauer", "ben.bauer@example.com"],
  ["Chloé Costa", "chloe.costa@example.com"],
  ["Dmitri Dubois", "dmitri.dubois@example.com"],
  ["Esra Eriksen", "esra.eriksen@example.com"]
] as const

const teamId = "8f7c1f0e-52f4-4e0a-9d49-000000000001"

/** A user with something in every part of the account, one with nothing, and one with a second factor. */
const seed = (prefix: string): Seed => ({
  users: [
    {
      id: "8f7c1f0e-52f4-4e0a-9d49-0000000000a1",
      displayName: "Mia Moreau",
      password,
      selectedTeamId: teamId,
      signedUpAt: ago(200 * day),
      contactChannels: [
        { value: `${prefix}mia@example.com`, isPrimary: true, isVerified: true, usedForAuth: true },
        { value: `${prefix}mia.moreau@work.example`, isVerified: true },
        { value: `${prefix}mia@school.example`, isVerified: false }
      ],
      providerAccounts: [
        { provider: "github", accountId: "mia-gh", email: "mia@example.com", allowSignIn: true },
        { provider: "google", accountId: "mia-go", email: "mia.moreau@work.example", allowSignIn: false }
      ],
      sessions: [
        { refreshToken: `${prefix}seeded-session-1`, createdAt: ago(20 * day), lastUsedAt: ago(2 * day) },
        { refreshToken: `${prefix}seeded-session-2`, createdAt: ago(3 * day), lastUsedAt: ago(5 * hour) }
      ],
      apiKeys: [
        {
          value: `${prefix}seeded-user-key-a1b2`,
          description: "Nightly backup",
          createdAt: ago(40 * day),
          expiresAt: later(50 * day)
        },
        {
          value: `${prefix}seeded-user-key-c3d4`,
          description: "Old laptop",
          createdAt: ago(90 * day),
          revokedAt: ago(9 * day)
        }
      ]
    },
    { email: "new@example.com", password, signedUpAt: ago(60_000), emailVerified: false },
    { email: "link@example.com", displayName: "Lin", otpAuthEnabled: true, signedUpAt: ago(120_000) },
    {
      email: "totp@example.com",
      displayName: "Tove Totp",
      password,
      totpSecretBase64: "MTIzNDU2Nzg5MDEyMzQ1Njc4OTA=",
      signedUpAt: ago(day)
    },
    ...people.map(([displayName, email], index) => ({
      displayName,
      email,
      // An hour apart from the others, so that the order is the same each time.
      signedUpAt: ago((30 - index) * day + hour)
    }))
  ],
  teams: [
    {
      id: teamId,
      displayName: "Night Shift",
      createdAt: ago(100 * day),
      members: [
        { user: `${prefix}mia@example.com`, permissions: ["team_admin"], displayName: "Mia Moreau" },
        ...people.map(([displayName, user]) => ({ user, displayName, permissions: ["team_member"] }))
      ],
      apiKeys: [{ value: `${prefix}seeded-team-key-e5f6`, description: "Deployment", createdAt: ago(12 * day) }]
    },
    {
      displayName: "Research",
      createdAt: ago(50 * day),
      members: [{ user: `${prefix}mia@example.com`, permissions: ["team_member"], displayName: "Mia" }]
    }
  ],
  identities: [
    { provider: "github", id: "mia-gh", email: "mia@example.com", displayName: "Mia Moreau" },
    { provider: "github", id: "sam-gh", email: "sam@example.com", displayName: "Sam Silva" },
    { provider: "google", id: "ada-go", email: "ada@example.com", displayName: "Ada Ahmed" }
  ]
})

export const miaEmail = "mia@example.com"

/** The files of the app, by their paths. */
const buildApp = async (): Promise<ReadonlyMap<string, string>> => {
  // Vite reads it and sets it, and an emulator does not start with it.
  const environment = process.env["NODE_ENV"]
  process.env["NODE_ENV"] = "production"
  return bundle(import.meta.dirname, { main: "app/main.tsx", app: "app/app.css" }).finally(() => {
    if (environment === undefined) delete process.env["NODE_ENV"]
    else process.env["NODE_ENV"] = environment
  })
}

let built: ReturnType<typeof buildApp> | undefined
const builtApp = () => (built ??= buildApp())

const types: Readonly<Record<string, string>> = { ".js": "text/javascript", ".css": "text/css" }

/** An app in front of an emulator. */
export interface App {
  readonly url: string
  readonly emulator: Instance<ProjectCredentials>
  /** Sends a request to the service, as the app's server. */
  readonly ask: (method: string, path: string, body: object) => Promise<unknown>
  /** The link of the next mail to an address. */
  readonly linkTo: (email: string) => Promise<string>
}

const serveApp = Effect.fn("gallery.app")(function* (
  files: ReadonlyMap<string, string>,
  config: object,
  content: Seed | undefined,
  consoleFolder?: string
) {
  const emulator = yield* Serve.serve({
    port: 0,
    passwordCost: "insecure-fast",
    consoleFolder,
    project: { displayName: "Acme", config: { allowLocalhost: true, agentAuthEnabled: true, ...config } }
  })
  if (content !== undefined) yield* emulator.seed(content)
  const { baseUrl, project } = emulator
  const { projectId, publishableClientKey, secretServerKey } = project
  const settings = JSON.stringify({ projectId, publishableClientKey, apiUrl: baseUrl })
  const css = [...files.keys()].find((name) => name.endsWith(".css")) ?? ""
  const page = (
    language: string
  ) => `<!doctype html><html lang="${language}" dir="${language === "ar" ? "rtl" : "ltr"}">
    <head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Acme</title>
    <meta name="color-scheme" content="light dark"><link rel="icon" href="data:,"><link rel="stylesheet" href="${css}">
    <script>globalThis.settings = ${settings}</script></head>
    <body><script type="module" src="/main.js"></script></body></html>`
  const askFor = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${baseUrl}/api/v1${path}`, {
      method,
      headers: {
        "content-type": "application/json",
        "x-stack-access-type": "server",
        "x-stack-project-id": projectId,
        "x-stack-publishable-client-key": publishableClientKey,
        "x-stack-secret-server-key": secretServerKey
      },
      ...(body !== undefined && { body: JSON.stringify(body) })
    })
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
    return response.json()
  }
  /** What the app's server tells of the members of a team. */
  const listMembers = async (teamId: string | null) => {
    const { items: members } = (await askFor("GET", `/team-member-profiles?team_id=${teamId}`)) as {
      readonly items: ReadonlyArray<{ readonly user_id: string; readonly user: { readonly primary_email: string } }>
    }
    const { items: permissions } = (await askFor("GET", `/team-permissions?team_id=${teamId}`)) as {
      readonly items: ReadonlyArray<{ readonly id: string; readonly user_id: string }>
    }
    return members.map(({ user, user_id: userId }) => ({
      userId,
      email: user.primary_email,
      permissions: permissions.filter((one) => one.user_id === userId).map(({ id }) => id)
    }))
  }
  const server = http.createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost")
    if (pathname === "/members") {
      void listMembers(searchParams.get("team")).then((members) => {
        response.setHeader("content-type", "application/json")
        response.end(JSON.stringify(members))
      })
      return
    }
    const file = files.get(pathname)
    const language = /\blang=(\w+)/.exec(request.headers.cookie ?? "")?.[1] ?? "en"
    const type = file === undefined ? "text/html" : (types[path.extname(pathname)] ?? "text/plain")
    response.setHeader("content-type", `${type}; charset=utf-8`)
    response.end(file ?? page(language))
  })
  const port = yield* Effect.acquireRelease(
    Effect.promise(() => listen(server)),
    () =>
      Effect.promise(() => {
        server.closeAllConnections()
        return new Promise((resolve) => server.close(resolve))
      })
  )
  const ask: App["ask"] = askFor
  const linkTo: App["linkTo"] = async (to) => {
    const mail = await Effect.runPromise(Effect.timeout(emulator.mailbox.take({ to }), waitMillis))
    if (mail.link === undefined || mail.link === null) throw new Error(`The mail to ${to} has no link`)
    return mail.link
  }
  const app: App = { url: `http://localhost:${port}`, emulator, ask, linkTo }
  return app
})

/** The screens: an app with everything on, and one that accepts no new accounts. */
export interface ScreensWorld {
  readonly app: App
  readonly closed: App
  /** An address that nobody else has, and that is the same in each run. */
  readonly newEmail: () => string
}

export const screens: Effect.Effect<ScreensWorld, unknown, Scope.Scope> = atThatTime(
  Effect.gen(function* () {
    const files = yield* Effect.promise(builtApp)
    const app = yield* serveApp(
      files,
      {
        magicLinkEnabled: true,
        passkeyEnabled: true,
        clientTeamCreationEnabled: true,
        clientUserDeletionEnabled: true,
        allowUserApiKeys: true,
        allowTeamApiKeys: true,
        oauthProviders: providers.map((id) => ({ id, type: "shared" }))
      },
      seed("")
    )
    const closed = yield* serveApp(files, { signUpEnabled: false }, undefined)
    let count = 0
    return { app, closed, newEmail: () => `ann+${String(++count).padStart(3, "0")}@example.com` }
  })
)

const names =
  "Farid Fischer,Grace Gomez,Hana Horvat,Idris Ito,Jonas Jensen,Kavya Kumar,Liam Larsen,Maja Müller,Noor Novak,Omar Okafor,Priya Patel,Quinn Quist,Rosa Rossi,Sven Sato,Thea Torres,Ugo Ueda"
    .split(",")
    .map((name) => ({ name, email: `${name.toLowerCase().replace(" ", ".").replace("ü", "u")}@example.com` }))

/** The users and teams of an app that has been there for a while. */
const crowd: Seed = {
  users: names.map(({ email, name }, index) => ({
    displayName: name,
    email,
    password,
    emailVerified: index % 4 !== 1,
    signedUpAt: ago((index + 1) * 9 * day),
    lastActiveAt: ago(index * 7 * hour),
    restrictedByAdmin: index === 6
  })),
  teams: ["Design", "Sales", "Customer success", "Platform"].map((displayName, index) => ({
    displayName,
    createdAt: ago((index + 2) * 11 * day),
    members: names.slice(index * 3, index * 4 + 3).map(({ email, name }) => ({ user: email, displayName: name }))
  }))
}

/** A new app beside an emulator, and the address of its console: what somebody has who has just begun. */
export const newApp = atThatTime(
  Effect.gen(function* () {
    const files = yield* Effect.promise(builtApp)
    const { folder } = yield* builtConsole
    const config = {
      magicLinkEnabled: true,
      oauthProviders: ["google", "github"].map((id) => ({ id, type: "shared" }))
    }
    const app = yield* serveApp(files, config, undefined, folder)
    const { baseUrl, controlToken, project } = app.emulator
    return { app, project, consoleUrl: Console.makeUrl(baseUrl, Redacted.value(controlToken)) }
  })
)

/** The console, of an emulator with people and traffic, and of one without. */
export interface ConsoleWorld {
  /** The address that opens the console. */
  readonly url: string
  readonly emptyUrl: string
  readonly emulator: Instance<ProjectCredentials>
  readonly empty: Instance<ProjectCredentials>
  readonly ask: (method: string, path: string, body?: object) => Promise<Response>
}

const serveConsole = (folder: string, webhooks: ReadonlyArray<{ readonly url: string }>) =>
  Serve.serve({
    port: 0,
    passwordCost: "insecure-fast",
    consoleFolder: folder,
    webhooks,
    project: {
      displayName: "Acme",
      config: {
        allowLocalhost: true,
        magicLinkEnabled: true,
        allowTeamApiKeys: true,
        allowUserApiKeys: true,
        oauthProviders: [{ id: "github", type: "shared" }]
      }
    }
  })

export const console: Effect.Effect<ConsoleWorld, unknown, Scope.Scope> = atThatTime(
  Effect.gen(function* () {
    const { folder } = yield* builtConsole
    const empty = yield* serveConsole(folder, [])
    const emulator = yield* serveConsole(folder, [{ url: "emulator:receiver" }])
    yield* emulator.seed(seed(""))
    yield* emulator.seed(crowd)
    const { baseUrl, project } = emulator
    const ask: ConsoleWorld["ask"] = (method, path, body) =>
      fetch(`${baseUrl}/api/v1${path}`, {
        method,
        headers: {
          "content-type": "application/json",
          "x-stack-access-type": "client",
          "x-stack-project-id": project.projectId,
          "x-stack-publishable-client-key": project.publishableClientKey
        },
        ...(body !== undefined && { body: JSON.stringify(body) })
      })
    // What an app does in its first minutes.
    yield* Effect.promise(async () => {
      await ask("GET", "/projects/current")
      await ask("POST", "/auth/password/sign-up", {
        email: "zoe@example.com",
        password,
        verification_callback_url: "http://localhost:3000/handler/email-verification"
      })
      await ask("POST", "/auth/password/sign-in", { email: miaEmail, password })
      await ask("POST", "/auth/password/sign-in", { email: miaEmail, password: "not the password" })
      await ask("POST", "/auth/otp/send-sign-in-code", {
        email: "link@example.com",
        callback_url: "http://localhost:3000/handler/magic-link-callback"
      })
      await ask("GET", "/users/me")
    })
    const makeConsoleUrl = (one: Instance<ProjectCredentials>) =>
      Console.makeUrl(one.baseUrl, Redacted.value(one.controlToken))
    return { url: makeConsoleUrl(emulator), emptyUrl: makeConsoleUrl(empty), emulator, empty, ask }
  })
)

/** The demo, as `npm start` serves it. */
export interface DemoWorld {
  readonly demo: Demo.Demo
  readonly emulator: Instance
}

export const demo: Effect.Effect<DemoWorld, unknown, Scope.Scope> = atThatTime(
  Effect.gen(function* () {
    const { folder } = yield* buildDemo
    const context = yield* Effect.context<Scope.Scope>()
    return yield* Effect.gen(function* () {
      const emulator = yield* Serve.serve({ port: 0, passwordCost: "insecure-fast" })
      const demo = yield* Demo.serve(emulator, { port: 0, folder })
      return { demo, emulator }
    }).pipe(Effect.provide(PastClock.layer), Effect.provide(context))
  })
)
