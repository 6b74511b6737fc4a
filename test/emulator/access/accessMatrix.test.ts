/**
 * Calls every route of the contract as every kind of caller. Each route refuses the same callers with the same errors,
 * and refuses no others (docs/protocol/headers.md#order-of-checks).
 */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { AdminAccess, ClientAccess, ServerAccess } from "../../../src/api/Access.ts"
import type { AccessLevel } from "../../../src/domain/AccessLevel.ts"
import * as Handlers from "../../../src/emulator/handlers/Routes.ts"
import { type ProjectCredentials, Emulator } from "../../../src/emulator/index.ts"
import { call, layer, raw, signUp } from "../../support/emulatorCalls.ts"
import { takeSample } from "../../support/seeds.ts"
import { unknownId } from "../../support/unknownId.ts"
import { contract, outside } from "../contract.ts"

/* ------------------------------------------------------------------- routes */

const levels: ReadonlyArray<AccessLevel> = ["client", "server", "admin"]

interface Route {
  readonly method: string
  readonly path: string
  /** The least that one has to be; none for routes without a key. */
  readonly least: AccessLevel | undefined
}

const findLeast = (middlewares: ReadonlySet<unknown>): AccessLevel | undefined => {
  if (middlewares.has(AdminAccess)) return "admin"
  if (middlewares.has(ServerAccess)) return "server"
  return middlewares.has(ClientAccess) ? "client" : undefined
}

const rank = (level: AccessLevel | undefined): number => (level === undefined ? -1 : levels.indexOf(level))

/**
 * One of each method and path: where the shape depends on the level, the least demanding endpoint says who may call.
 */
const routes: ReadonlyArray<Route> = [
  ...contract
    .reduce((found, { method, middlewares, path }) => {
      const least = findLeast(middlewares)
      const name = `${method} ${path}`
      const known = found.get(name)
      if (known === undefined || rank(least) < rank(known.least)) found.set(name, { method, path, least })
      return found
    }, new Map<string, Route>())
    .values()
]

const parameters: Readonly<Record<string, string>> = {
  provider: "github",
  type: "magic_link",
  permissionId: "team_member"
}

const fillPath = ({ path }: Route): string =>
  path.replace(/:([A-Za-z]+)/g, (_, name: string) => parameters[name] ?? "0d9c8b7a-6f5e-4d3c-8b2a-190817263544")

/* ------------------------------------------------------------------ callers */

/** Who is refused everywhere, and how. */
interface Refusal {
  readonly status: number
  /** `undefined` is plain text. */
  readonly code: string | undefined
}

interface Caller {
  readonly name: string
  readonly headers: Readonly<Record<string, string>>
  readonly is: Refusal | AccessLevel | "nobody"
}

const keyHeaders: Record<AccessLevel, string> = {
  client: "x-stack-publishable-client-key",
  server: "x-stack-secret-server-key",
  admin: "x-stack-super-secret-admin-key"
}

const missing: Record<AccessLevel, string> = {
  client: "PUBLISHABLE_CLIENT_KEY_REQUIRED_FOR_PROJECT",
  server: "SERVER_AUTHENTICATION_REQUIRED",
  admin: "ADMIN_AUTHENTICATION_REQUIRED"
}

const invalid: Record<AccessLevel, string> = {
  client: "INVALID_PUBLISHABLE_CLIENT_KEY",
  server: "INVALID_SECRET_SERVER_KEY",
  admin: "INVALID_SUPER_SECRET_ADMIN_KEY"
}

const getKey = (level: AccessLevel, keys: Omit<ProjectCredentials, "projectId">): string => {
  if (level === "client") return keys.publishableClientKey
  return level === "server" ? keys.secretServerKey : keys.superSecretAdminKey
}

/** Codes that say that somebody may not pass. */
const refusals = new Set([
  ...Object.values(missing),
  ...Object.values(invalid),
  "PROJECT_KEY_WITHOUT_ACCESS_TYPE",
  "ACCESS_TYPE_REQUIRED",
  "INVALID_ACCESS_TYPE",
  "ACCESS_TYPE_WITHOUT_PROJECT_ID",
  "INSUFFICIENT_ACCESS_TYPE",
  "CURRENT_PROJECT_NOT_FOUND",
  "BRANCH_DOES_NOT_EXIST",
  "UNPARSABLE_ACCESS_TOKEN",
  "INVALID_PROJECT_FOR_ACCESS_TOKEN",
  "UNPARSABLE_ADMIN_ACCESS_TOKEN",
  "ADMIN_ACCESS_TOKEN_EXPIRED",
  "ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN",
  "INVALID_PROJECT_FOR_ADMIN_ACCESS_TOKEN"
])

const createKeys = Effect.fnUntraced(function* (expiresAt: number) {
  const { body } = yield* call("POST", "/internal/api-keys", {
    level: "admin",
    body: {
      description: "more",
      expires_at_millis: expiresAt,
      has_publishable_client_key: true,
      has_secret_server_key: true,
      has_super_secret_admin_key: true
    }
  })
  return {
    id: String(body.id),
    publishableClientKey: String(body.publishable_client_key),
    secretServerKey: String(body.secret_server_key),
    superSecretAdminKey: String(body.super_secret_admin_key)
  }
})

/** A developer who owns a project of their own, and the running project if wanted. */
const developer = Effect.fnUntraced(function* (email: string, ownsRunning: boolean) {
  const { internal, project } = yield* Emulator
  const { access_token: token, user_id: id } = yield* signUp(email, { project: internal })
  const created = yield* call("POST", "/internal/projects", { project: internal, token, body: { display_name: "Own" } })
  const own = String(created.body.id)
  if (ownsRunning) {
    yield* call("PATCH", `/users/${id}`, {
      level: "server",
      project: internal,
      body: { server_metadata: { managedProjectIds: [own, project?.projectId] } }
    })
  }
  return { id, token, own }
})

const callers = Effect.gen(function* () {
  const { internal, project: running } = yield* Emulator
  const project = running!

  const expiredUser = (yield* signUp("expired@example.org")).access_token
  const expiredOwner = (yield* developer("expired-owner@example.org", true)).token
  const expiredKeys = yield* createKeys(1)
  const revokedKeys = yield* createKeys(10_000_000_000_000)
  yield* TestClock.adjust("11 minutes")
  yield* call("PATCH", `/internal/api-keys/${revokedKeys.id}`, { level: "admin", body: { revoked: true } })

  const owner = yield* developer("owner@example.org", true)
  const other = yield* developer("other@example.org", false)
  const gone = yield* developer("gone@example.org", true)
  yield* call("DELETE", `/users/${gone.id}`, { level: "server", project: internal })
  const bereft = yield* developer("bereft@example.org", false)
  yield* call("DELETE", "/internal/projects/current", {
    level: "admin",
    project: { projectId: bereft.own },
    headers: { "x-stack-admin-access-token": bereft.token }
  })
  const user = (yield* signUp("user@example.org")).access_token
  const removed = yield* signUp("removed@example.org")
  yield* call("DELETE", `/users/${removed.user_id}`, { level: "server" })

  const at = (level: AccessLevel, projectId = project.projectId) => ({
    "x-stack-access-type": level,
    "x-stack-project-id": projectId
  })
  const withKey = (level: AccessLevel, keys: Omit<ProjectCredentials, "projectId"> = project) => ({
    ...at(level),
    [keyHeaders[level]]: getKey(level, keys)
  })
  const withOwner = (level: AccessLevel, token: string, projectId = project.projectId) => ({
    ...at(level, projectId),
    "x-stack-admin-access-token": token
  })
  const refused = (status: number, code?: string): Refusal => ({ status, code })

  const general: ReadonlyArray<Caller> = [
    { name: "nobody", headers: {}, is: "nobody" },
    { name: "nobody with empty keys", headers: { [keyHeaders.server]: "", [keyHeaders.admin]: "" }, is: "nobody" },
    {
      name: "an owner without access type",
      headers: { "x-stack-admin-access-token": owner.token },
      is: refused(400, "PROJECT_KEY_WITHOUT_ACCESS_TYPE")
    },
    {
      name: "an unknown access type",
      headers: { ...withKey("admin"), "x-stack-access-type": "root" },
      is: refused(400, "INVALID_ACCESS_TYPE")
    },
    {
      name: "another branch",
      headers: { ...withKey("admin"), "x-stack-branch-id": "other" },
      is: refused(400, "BRANCH_DOES_NOT_EXIST")
    },
    {
      name: "a garbled user token beside a wrong key",
      headers: { ...at("client"), [keyHeaders.client]: "wrong", "x-stack-access-token": "x.y.z" },
      is: refused(401, "UNPARSABLE_ACCESS_TOKEN")
    }
  ]

  const ofLevel = (level: AccessLevel): ReadonlyArray<Caller> => {
    const lower = levels.filter((other) => other !== level)
    return [
      { name: `${level} key`, headers: withKey(level), is: level },
      { name: `${level} key and user`, headers: { ...withKey(level), "x-stack-access-token": user }, is: level },
      {
        name: `${level} key and a user who is gone`,
        headers: { ...withKey(level), "x-stack-access-token": removed.access_token },
        is: level
      },
      { name: `owner at ${level} level`, headers: withOwner(level, owner.token), is: level },
      {
        name: `owner at ${level} level beside a wrong key`,
        headers: { ...withOwner(level, owner.token), [keyHeaders[level]]: "wrong" },
        is: level
      },
      {
        name: `${level} key without access type`,
        headers: { [keyHeaders[level]]: getKey(level, project) },
        is: refused(400, "PROJECT_KEY_WITHOUT_ACCESS_TYPE")
      },
      {
        name: `${level} without project`,
        headers: { "x-stack-access-type": level, [keyHeaders[level]]: getKey(level, project) },
        is: refused(400, "ACCESS_TYPE_WITHOUT_PROJECT_ID")
      },
      { name: `${level} without key`, headers: at(level), is: refused(401, missing[level]) },
      {
        name: `${level} with an empty key`,
        headers: { ...at(level), [keyHeaders[level]]: "" },
        is: refused(401, missing[level])
      },
      {
        name: `${level} with the keys of the other levels`,
        headers: {
          ...at(level),
          ...Object.fromEntries(lower.map((other) => [keyHeaders[other], getKey(other, project)]))
        },
        is: refused(401, missing[level])
      },
      ...lower.map((other) => ({
        name: `${level} with the ${other} key in its place`,
        headers: { ...at(level), [keyHeaders[level]]: getKey(other, project) },
        is: refused(401, invalid[level])
      })),
      {
        name: `${level} with a wrong key`,
        headers: { ...at(level), [keyHeaders[level]]: "wrong" },
        is: refused(401, invalid[level])
      },
      { name: `${level} with a revoked key`, headers: withKey(level, revokedKeys), is: refused(401, invalid[level]) },
      { name: `${level} with an expired key`, headers: withKey(level, expiredKeys), is: refused(401, invalid[level]) },
      {
        name: `${level} with the key of another project`,
        headers: withKey(level, internal),
        is: refused(401, invalid[level])
      },
      {
        name: `${level} of a project that there is not`,
        headers: { ...withKey(level), "x-stack-project-id": unknownId },
        is: refused(400, "CURRENT_PROJECT_NOT_FOUND")
      },
      {
        name: `${level} key and a garbled user token`,
        headers: { ...withKey(level), "x-stack-access-token": "garbled" },
        is: refused(401, "UNPARSABLE_ACCESS_TOKEN")
      },
      {
        name: `${level} key and an expired user token`,
        headers: { ...withKey(level), "x-stack-access-token": expiredUser },
        is: refused(401, "ACCESS_TOKEN_EXPIRED")
      },
      {
        name: `${level} key and a user of another project`,
        headers: { ...withKey(level), "x-stack-access-token": owner.token },
        is: refused(401, "INVALID_PROJECT_FOR_ACCESS_TOKEN")
      },
      {
        name: `garbled owner at ${level} level beside the right key`,
        headers: { ...withKey(level), "x-stack-admin-access-token": "garbled" },
        is: refused(401, "UNPARSABLE_ADMIN_ACCESS_TOKEN")
      },
      {
        name: `expired owner at ${level} level`,
        headers: withOwner(level, expiredOwner),
        is: refused(401, "ADMIN_ACCESS_TOKEN_EXPIRED")
      },
      {
        name: `owner of another project at ${level} level`,
        headers: withOwner(level, other.token),
        is: refused(401, "ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN")
      },
      {
        name: `user of the project as its owner at ${level} level`,
        headers: withOwner(level, user),
        is: refused(401, "ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN")
      },
      { name: `owner who is gone at ${level} level`, headers: withOwner(level, gone.token), is: refused(401) },
      {
        name: `owner of a project that is gone at ${level} level`,
        headers: withOwner(level, bereft.token, bereft.own),
        is: refused(400, "CURRENT_PROJECT_NOT_FOUND")
      }
    ]
  }
  return [...general, ...levels.flatMap(ofLevel)]
})

/* ------------------------------------------------------------------- matrix */

const allowedFrom = (least: AccessLevel): ReadonlyArray<AccessLevel> => levels.slice(levels.indexOf(least))

/** How a caller is to be refused at a route; `undefined` when they may pass. */
const findRefusal = ({ least }: Route, { is }: Caller): Refusal | undefined => {
  if (typeof is === "object") return is
  if (least === undefined) return undefined
  if (is === "nobody") return { status: 400, code: "ACCESS_TYPE_REQUIRED" }
  return allowedFrom(least).includes(is) ? undefined : { status: 401, code: "INSUFFICIENT_ACCESS_TYPE" }
}

const ask = (route: Route, { headers }: Caller) => {
  const hasBody = route.method === "POST" || route.method === "PATCH"
  return raw(route.method, `/api/v1${fillPath(route)}`.replace(/\/$/, ""), {
    headers: hasBody ? { ...headers, "content-type": "application/json" } : headers,
    ...(hasBody && { body: "{}" })
  })
}

const check = Effect.fnUntraced(function* (route: Route, caller: Caller) {
  const where = `${route.method} ${route.path} by ${caller.name}`
  const answer = yield* ask(route, caller)
  const refusal = findRefusal(route, caller)
  if (refusal === undefined) {
    expect([where, answer.status < 500, refusals.has(answer.knownError ?? "")]).toStrictEqual([where, true, false])
    return
  }
  // This one relays an answer, without the header.
  const told = route.path.endsWith("/auth/oauth/connected-accounts/:provider/access-token")
    ? answer.body?.code
    : answer.knownError
  expect({ where, status: answer.status, told }).toStrictEqual({ where, status: refusal.status, told: refusal.code })
  if (refusal.code === undefined) expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8")
  else expect(answer.body.code).toBe(refusal.code)
  if (refusal.code === "INSUFFICIENT_ACCESS_TYPE") {
    expect(answer.body.details).toStrictEqual({
      actual_access_type: caller.is,
      allowed_access_types: allowedFrom(route.least!)
    })
  }
})

const world = layer({
  accessTokenLifetime: "10 minutes",
  project: { config: { requirePublishableClientKey: true } }
})

/** Whoever may delete the project would take the ground from under the others, and has an emulator of their own. */
const isLast = (route: Route, caller: Caller): boolean =>
  route.method === "DELETE" && route.path === "/internal/projects/current" && findRefusal(route, caller) === undefined

describe("access matrix", () => {
  it("knows every route of the contract, and all of them are answered", () => {
    const answered = new Set(Handlers.routes.map(({ endpoint }) => endpoint))
    const unanswered = [...contract, ...outside].filter((endpoint) => !answered.has(endpoint))
    expect(unanswered.map(({ method, path }) => `${method} ${path}`)).toStrictEqual([])
    expect(answered.size).toBe(contract.length + outside.length)
    expect(routes.length).toBeGreaterThanOrEqual(95)
    expect(new Set(routes.map(({ least }) => least))).toStrictEqual(new Set([undefined, ...levels]))
  })

  it.effect("gives the documented status and code for every route, by all callers or a fifth of them in turn", () =>
    Effect.gen(function* () {
      let cells = 0
      let all = 0
      const own: Array<readonly [Route, string]> = []
      const heard = new Set<string>()
      yield* Effect.gen(function* () {
        const everybody = yield* callers
        all = routes.length * everybody.length
        for (const [index, route] of routes.entries()) {
          for (const caller of takeSample(everybody, index)) {
            if (isLast(route, caller)) own.push([route, caller.name])
            else yield* check(route, caller)
            heard.add(caller.name)
            cells++
          }
        }
        expect([...heard].toSorted()).toStrictEqual(everybody.map(({ name }) => name).toSorted())
      }).pipe(Effect.provide(world))
      for (const [route, name] of own) {
        yield* Effect.gen(function* () {
          const caller = (yield* callers).find((candidate) => candidate.name === name)
          yield* check(route, caller!)
        }).pipe(Effect.provide(world))
      }
      console.log(`access matrix: ${routes.length} routes, ${cells} cells, ${own.length} of them in their own emulator`)
      expect(all).toBeGreaterThan(6_000)
      expect(cells).toBeGreaterThan(1_000)
    })
  )

  it.effect("asks nothing of anybody outside the API", () =>
    Effect.gen(function* () {
      for (const caller of yield* callers) {
        for (const { method, path } of outside) {
          expect((yield* raw(method, path, { headers: caller.headers })).status, caller.name).toBe(200)
        }
      }
    }).pipe(Effect.provide(world))
  )
})
