/** `gatefold doctor` names what is wrong with a project, and nothing else. */
import { execFileSync } from "node:child_process"
import * as fs from "node:fs"
import * as http from "node:http"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import { checks } from "../../../src/cli/doctor/Doctor.ts"
import * as Emulator from "../../../src/emulator/index.ts"
import { serve } from "../../support/listen.ts"
import { nowhere, outcome } from "../commands.ts"

interface Line {
  readonly id: string
  readonly status: "passed" | "skipped" | "error" | "warning"
  readonly seen?: string
  readonly why?: string
  readonly fix?: string
  readonly docs: string
}

const config = {
  credentialEnabled: true,
  allowLocalhost: true,
  domains: [{ domain: "https://app.example.com", handlerPath: "/handler" }]
}

const serving = Emulator.serve({ port: 0, passwordCost: "insecure-fast", service: "current", project: { config } })

type Project = NonNullable<Emulator.Instance["project"]>

const makeEnv = (baseUrl: string, project: Project): Readonly<Record<string, string>> => ({
  STACK_API_URL: baseUrl,
  STACK_PROJECT_ID: project.projectId,
  STACK_PUBLISHABLE_CLIENT_KEY: project.publishableClientKey,
  STACK_SECRET_SERVER_KEY: project.secretServerKey,
  STACK_SUPER_SECRET_ADMIN_KEY: project.superSecretAdminKey
})

const printEnv = (env: Readonly<Record<string, string>>): string =>
  Object.entries(env)
    .map(([name, value]) => `${name}=${JSON.stringify(value)}\n`)
    .join("")

const install = (folder: string, name: string, version: string) => {
  const at = path.join(folder, "node_modules", name)
  fs.mkdirSync(at, { recursive: true })
  fs.writeFileSync(path.join(at, "package.json"), JSON.stringify({ name, version }))
}

/** An app in which everything is right. */
const healthy = Effect.gen(function* () {
  const folder = yield* nowhere
  const { baseUrl, controlToken, journal, project } = yield* serving
  const env = makeEnv(baseUrl, project!)
  fs.writeFileSync(path.join(folder, ".env"), printEnv(env))
  fs.writeFileSync(path.join(folder, ".gitignore"), ".env\n")
  execFileSync("git", ["init", "--quiet", folder])
  install(folder, "effect", "4.1.0")
  install(folder, "gatefold", "0.1.0")
  install(folder, "react", "19.3.1")
  const write = (changes: Readonly<Record<string, string | undefined>>) => {
    const { ...changed }: Record<string, string | undefined> = { ...env, ...changes }
    const set = Object.entries(changed).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
    fs.writeFileSync(path.join(folder, ".env"), printEnv(Object.fromEntries(set)))
  }
  return { baseUrl, controlToken, env, folder, journal, project: project!, write }
})

type Healthy = Effect.Success<typeof healthy>

const examine = Effect.fnUntraced(function* (...args: ReadonlyArray<string>) {
  const { exitCode, out } = yield* outcome("doctor", "--json", ...args)
  const lines = out.split("\n").map((line): Line => JSON.parse(line))
  const found = lines.filter(({ status }) => status === "error" || status === "warning")
  return { exitCode, found: found.map(({ id }) => id), lines, out }
})

const raw = (answer: http.RequestListener) => serve(http.createServer(answer))

/** What stands before the service and changes its answers. */
const proxy = (target: string, change: (headers: Record<string, string>) => void) =>
  raw((request, response) => {
    void fetch(`${target}${request.url}`, {
      method: request.method ?? "GET",
      headers: Object.entries(request.headers).flatMap(([name, value]) =>
        typeof value === "string" && !["host", "connection"].includes(name) ? [[name, value] as [string, string]] : []
      )
    }).then(async (answer) => {
      const headers = Object.fromEntries(answer.headers)
      delete headers["content-encoding"]
      delete headers["transfer-encoding"]
      change(headers)
      response.writeHead(answer.status, headers).end(Buffer.from(await answer.arrayBuffer()))
    })
  })

const control = ({ baseUrl, controlToken }: Healthy, route: string, body: unknown) =>
  Effect.promise(() =>
    fetch(`${baseUrl}/__emulator/${route}`, {
      method: "POST",
      headers: { "x-gatefold-emulator-token": Redacted.value(controlToken) },
      body: JSON.stringify(body)
    })
  )

/** Changes settings of the project. */
const update = ({ baseUrl, project }: Healthy, config: object) =>
  Effect.promise(() =>
    fetch(`${baseUrl}/api/v1/internal/projects/current`, {
      method: "PATCH",
      headers: {
        "content-type": "application/json",
        "x-stack-access-type": "admin",
        "x-stack-project-id": project.projectId,
        "x-stack-super-secret-admin-key": project.superSecretAdminKey
      },
      body: JSON.stringify({ config })
    })
  )

type Planted = readonly [
  id: string,
  plant: (app: Healthy) => Effect.Effect<unknown, never, Scope.Scope> | void,
  args?: ReadonlyArray<string>
]

const app = ["--app-url", "http://localhost:3000"]

/** Each misconfiguration by the one name that it must be found under. */
const planted: ReadonlyArray<Planted> = [
  ["url-spaces", ({ baseUrl, write }) => write({ STACK_API_URL: `${baseUrl} ` })],
  ["url-scheme", ({ baseUrl, write }) => write({ STACK_API_URL: baseUrl.replace("http://", "") })],
  ["url-api-path", ({ baseUrl, write }) => write({ STACK_API_URL: `${baseUrl}/api/v1` })],
  ["url-form", ({ baseUrl, write }) => write({ STACK_API_URL: `${baseUrl}?x=1` })],
  ["service-dns", ({ write }) => write({ STACK_API_URL: "https://service.invalid" })],
  ["service-reachable", ({ write }) => write({ STACK_API_URL: "http://127.0.0.1:1" })],
  ["service-tls", ({ baseUrl, write }) => write({ STACK_API_URL: baseUrl.replace("http:", "https:") })],
  [
    "service-answer",
    ({ write }) =>
      Effect.map(
        raw((_, response) => response.writeHead(302, { location: "https://login.example.com" }).end()),
        ({ url }) => write({ STACK_API_URL: url })
      )
  ],
  [
    "service-generation",
    ({ write }) =>
      Effect.map(
        Emulator.serve({ port: 0, service: "2025-06", project: { config } }).pipe(Effect.orDie),
        ({ baseUrl, project }) => write(makeEnv(baseUrl, project!))
      )
  ],
  [
    "clock-skew",
    ({ baseUrl, write }) =>
      Effect.map(
        proxy(baseUrl, (headers) => (headers["date"] = new Date(Date.now() + 600_000).toUTCString())),
        ({ url }) => write({ STACK_API_URL: url })
      )
  ],
  ["jwks", (app) => control(app, "faults", { path: "/projects/*/.well-known/jwks.json", status: 503 })],
  ["project-named", ({ write }) => write({ STACK_PROJECT_ID: undefined })],
  ["project-known", ({ write }) => write({ STACK_PROJECT_ID: "00000000-0000-4000-8000-000000000001" })],
  ["key-level", ({ env, write }) => write({ STACK_SECRET_SERVER_KEY: env["STACK_PUBLISHABLE_CLIENT_KEY"] })],
  ["key-public", ({ env, write }) => write({ VITE_SOME_KEY: env["STACK_SECRET_SERVER_KEY"] })],
  ["key-publishable", ({ write }) => write({ STACK_PUBLISHABLE_CLIENT_KEY: "pck_of_another_project" })],
  ["key-secret", ({ write }) => write({ STACK_SECRET_SERVER_KEY: "ssk_CANARY" })],
  ["key-admin", ({ write }) => write({ STACK_SUPER_SECRET_ADMIN_KEY: "sak_CANARY" })],
  [
    "cors",
    ({ baseUrl, write }) =>
      Effect.map(
        proxy(baseUrl, (headers) => delete headers["access-control-allow-headers"]),
        ({ url }) => write({ STACK_API_URL: url })
      )
  ],
  [
    "redirect-handler",
    (app) => update(app, { allow_localhost: false, domains: [] }),
    ["--app-url", "https://app.example.com"]
  ],
  ["redirect-localhost", (app) => update(app, { allow_localhost: false })],
  ["redirect-localhost-open", () => undefined, ["--app-url", "https://app.example.com"]],
  [
    "cookies-http",
    (app) =>
      update(app, {
        allow_localhost: false,
        domains: [{ domain: "http://app.example.com", handler_path: "/handler" }]
      }),
    ["--app-url", "http://app.example.com"]
  ],
  [
    "env-duplicate",
    ({ env, folder }) => fs.writeFileSync(path.join(folder, ".env"), `STACK_PROJECT_ID=old\n${printEnv(env)}`)
  ],
  ["env-conflict", ({ write }) => write({ NEXT_PUBLIC_STACK_PROJECT_ID: "another" })],
  ["env-brands", ({ write }) => write({ HEXCLAVE_PROJECT_ID: "another" })],
  ["env-ignored", ({ folder }) => fs.writeFileSync(path.join(folder, ".gitignore"), "")],
  ["node-version", ({ folder }) => fs.writeFileSync(path.join(folder, ".nvmrc"), "v18\n")],
  ["effect-version", ({ folder }) => install(folder, "effect", "3.19.0")],
  ["effect-copies", ({ folder }) => install(path.join(folder, "node_modules/other"), "effect", "4.0.6")],
  ["gatefold-copies", ({ folder }) => install(path.join(folder, "node_modules/@scope/other"), "gatefold", "0.0.9")],
  ["react-version", ({ folder }) => install(folder, "react", "18.3.1")]
]

describe("gatefold doctor", () => {
  it.live("finds nothing in a healthy app, and lists the passed checks", () =>
    Effect.gen(function* () {
      yield* healthy
      const { exitCode, found, lines } = yield* examine(...app)
      expect(found).toStrictEqual([])
      expect(exitCode).toBe(0)
      expect(lines.filter(({ status }) => status === "skipped").map(({ id }) => id)).toStrictEqual(["proxy-headers"])
      const { out } = yield* outcome("doctor", ...app)
      expect(out).toMatch(/✓ key-secret +The service takes the secret server key/)
      expect(out).toContain(`0 errors, 0 warnings, ${checks.length - 1} passed, 1 not checked`)
    })
  )

  it.live("reads the project of the publishable key once, for all checks that need the answer", () =>
    Effect.gen(function* () {
      const { journal, project } = yield* healthy
      yield* examine(...app)
      const reads = (yield* journal.entries).filter(
        ({ accessType, path, projectId }) =>
          accessType === "client" && path.endsWith("/projects/current") && projectId === project.projectId
      )
      expect(reads).toHaveLength(1)
    })
  )

  it.live.each(planted)("names %s, and nothing else", ([id, plant, args = app]) =>
    Effect.gen(function* () {
      const world = yield* healthy
      yield* plant(world) ?? Effect.void
      const { exitCode, found, lines, out } = yield* examine(...args)
      expect(found, out).toStrictEqual([id])
      const line = lines.find((line) => line.id === id)
      expect(exitCode).toBe(line?.status === "warning" ? 0 : 1)
      const aText = expect.stringMatching(/./)
      expect(line).toMatchObject({ seen: aText, why: aText, fix: aText })
      const secrets = [world.env["STACK_SECRET_SERVER_KEY"]!, world.env["STACK_SUPER_SECRET_ADMIN_KEY"]!, "CANARY"]
      expect(secrets.filter((secret) => out.includes(secret))).toStrictEqual([])
    })
  )

  it.live("reports only the missing project where none is named", () =>
    Effect.gen(function* () {
      yield* nowhere
      const { found } = yield* examine(...app)
      expect(found).toStrictEqual(["project-named"])
    })
  )

  it.live("names url-insecure without sending anything there", () =>
    Effect.gen(function* () {
      const { write } = yield* healthy
      write({ STACK_API_URL: "http://service.invalid" })
      const { found } = yield* examine(...app)
      expect(found.toSorted()).toStrictEqual(["url-insecure", "service-dns"].toSorted())
    })
  )

  it.live("shows neither passwords in a URL nor misplaced keys", () =>
    Effect.gen(function* () {
      const { baseUrl, write } = yield* healthy
      write({ STACK_API_URL: `${baseUrl.replace("//", "//ann:CANARY@")}/api/v1`, VITE_KEY: "ssk_CANARY" })
      const { found, out } = yield* examine(...app)
      expect(found).toContain("key-public")
      expect(found).toContain("url-api-path")
      expect(out).not.toContain("CANARY")
    })
  )

  it.live("names proxy-headers where the app redirects to another address", () =>
    Effect.gen(function* () {
      yield* healthy
      const { url } = yield* raw((_, response) => response.writeHead(307, { location: "http://app:8080/in" }).end())
      expect((yield* examine("--app-url", url)).found).toStrictEqual(["proxy-headers"])
    })
  )

  it.live("compares with the clock of this machine", () =>
    Effect.gen(function* () {
      yield* healthy
      const clock = yield* Clock.Clock
      const moved: Clock.Clock = {
        ...clock,
        sleep: (duration) => clock.sleep(duration),
        currentTimeMillisUnsafe: () => clock.currentTimeMillisUnsafe() + 600_000,
        currentTimeMillis: Effect.map(clock.currentTimeMillis, (now) => now + 600_000),
        currentTimeNanosUnsafe: () => clock.currentTimeNanosUnsafe(),
        currentTimeNanos: clock.currentTimeNanos
      }
      const { lines } = yield* Effect.provideService(examine(...app), Clock.Clock, moved)
      expect(lines.find(({ id }) => id === "clock-skew")?.seen ?? "").toMatch(
        /(9m 5\ds|10m( \d+s)?) ahead of the service/
      )
    })
  )

  it.live("sends secret keys to the configured service only", () =>
    Effect.gen(function* () {
      const { baseUrl, write } = yield* healthy
      const seen: Array<string> = []
      const other = yield* raw((request, response) => {
        seen.push(JSON.stringify(request.headers))
        response.end()
      })
      const { url } = yield* raw((request, response) => {
        response.writeHead(302, { location: `${other.url}${request.url}` }).end()
      })
      write({ STACK_API_URL: url })
      expect((yield* examine(...app)).found).toStrictEqual(["service-answer"])
      expect(seen).toStrictEqual([])
      expect(baseUrl).toBeTypeOf("string")
    })
  )

  it.live("does not wait for a hanging service, and prints no control characters", () =>
    Effect.gen(function* () {
      const { write } = yield* healthy
      const { url } = yield* raw((_, response) => {
        response.writeHead(302, { location: "/\u009b2J", "content-type": "text/html; \u0085" }).end()
      })
      write({ STACK_API_URL: url })
      const { out } = yield* outcome("doctor")
      expect(out).not.toMatch(/[\u0080-\u009f\u001b]/)
    })
  )

  it("has a documented page and a unique name for each check", () => {
    const root = path.resolve(import.meta.dirname, "../../../docs")
    for (const { docs, id } of checks) {
      expect(fs.existsSync(path.join(root, docs.replace(/#.*$/, ""))), `${id}: ${docs}`).toBe(true)
    }
    expect(new Set(checks.map(({ id }) => id)).size).toBe(checks.length)
  })
})
