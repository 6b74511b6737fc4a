/** Rules that every endpoint of the contract keeps. */
import { describe, expect, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import { AdminAccess, ClientAccess, ServerAccess } from "../../src/api/Access.ts"
import * as Api from "../../src/api/index.ts"
import { isKnownErrorSchema } from "../../src/api/schema/KnownErrorSchema.ts"
import { accessLevels } from "../../src/domain/AccessLevel.ts"
import * as LenientEndpoints from "../../src/emulator/handlers/LenientEndpoints.ts"
import { allEntries, entries, listErrors, listPayloads, listSuccesses } from "../../tools/catalog/endpoints.ts"
import { listRoundTrips, throughJson } from "../support/roundTrip.ts"
import { countSeeds } from "../support/seeds.ts"

const named = allEntries.map((entry) => [`${entry.group}.${entry.endpoint.identifier}`, entry] as const)
const accesses: ReadonlyArray<unknown> = [ClientAccess, ServerAccess, AdminAccess]

/** Called without any `x-stack-*` header, or with any. */
const open = [
  "token",
  "authorize",
  "callback",
  "callbackForm",
  "greet",
  "getHealth",
  "getJsonWebKeys",
  "checkVersion",
  "checkFeatureSupport",
  "unsubscribe",
  "getAgentAuthMd"
]

const asTexts = (schema: Schema.Top) => {
  const codec = schema as unknown as Schema.Codec<unknown, unknown>
  return Effect.map(
    Arbitrary.sampleEffect(Arbitrary.schema(codec), { count: countSeeds(20), size: 6, maxDiscards: 100_000 }),
    (values) => values.map((value) => throughJson(Schema.encodeUnknownSync(codec)(value)) as Record<string, unknown>)
  )
}

describe.each(named)("%s", (_, { endpoint }) => {
  it("is declared like the others", () => {
    expect(endpoint.disableCodecs).toBe(true)
    expect(endpoint.identifier).toMatch(/^[a-z][a-zA-Z]+$/)
    expect(Context.getOrUndefined(endpoint.annotations as Context.Context<OpenApi.Summary>, OpenApi.Summary)).toMatch(
      /^[A-Z].+[^.]$/
    )
    expect(endpoint.success.size).toBeGreaterThan(0)
    const levelsOfEndpoint = [...endpoint.middlewares].filter((middleware) => accesses.includes(middleware))
    expect(levelsOfEndpoint).toHaveLength(open.includes(endpoint.identifier) ? 0 : 1)
  })

  it("names each error once", () => {
    // An answer in plain text has no code, but says whose text it is.
    const names = listErrors(endpoint).map((schema) =>
      isKnownErrorSchema(schema) ? schema.class.code : SchemaAST.resolveDescription(schema.ast)
    )
    expect(names).not.toContain(undefined)
    expect(new Set(names).size).toBe(names.length)
  })
})

describe("parameters and queries", () => {
  const inUrls = named.flatMap(([name, { endpoint }]) =>
    [endpoint.params, endpoint.query].flatMap((schema) => (schema === undefined ? [] : [{ name, schema }]))
  )
  it.effect.each(inUrls)("of $name are text on the wire", ({ schema }) =>
    Effect.gen(function* () {
      const samples = yield* asTexts(schema)
      expect(samples.flatMap(Object.values).filter((text) => typeof text !== "string")).toStrictEqual([])
    })
  )

  const withParams = named.flatMap(([name, { endpoint }]) =>
    endpoint.params === undefined ? [] : [{ name, path: endpoint.path, params: endpoint.params }]
  )
  it.effect.each(withParams)("of $name are those of its path", ({ params, path }) =>
    Effect.gen(function* () {
      const names = [...path.matchAll(/:(\w+)/g)].map(([, param]) => param)
      const [sample] = yield* asTexts(params)
      expect(Object.keys(sample!).sort()).toStrictEqual(names.sort())
    })
  )
})

const isVoid = (schema: Schema.Top) => schema.ast._tag === "Declaration"

/** The alternatives of a schema, which are tried one by one. */
const listAlternatives = (schema: Schema.Top): ReadonlyArray<Schema.Top> =>
  schema.ast._tag === "Union" ? schema.ast.types.map((type) => Schema.make(type)) : [schema]

describe("bodies and answers", () => {
  it.effect.each(named)("of %s come back unchanged", ([, { endpoint }]) =>
    Effect.gen(function* () {
      for (const schema of listPayloads(endpoint)) yield* listRoundTrips(schema, countSeeds(10))
      const successes = listSuccesses(endpoint).flatMap(listAlternatives)
      for (const schema of successes.filter((schema) => !isVoid(schema))) yield* listRoundTrips(schema, countSeeds(10))
      const empty = successes.filter(isVoid) as unknown as ReadonlyArray<Schema.Codec<void, unknown>>
      const isKept = (schema: Schema.Codec<void, unknown>) =>
        Schema.decodeUnknownSync(schema)(Schema.encodeSync(schema)(undefined)) === undefined
      expect(empty.filter((schema) => !isKept(schema))).toStrictEqual([])
    })
  )
})

describe("what the service takes besides", () => {
  const variants = Object.values(LenientEndpoints).filter((value) => HttpApiEndpoint.isHttpApiEndpoint(value))

  it("is of endpoints of the contract", () => {
    const known = allEntries.map(({ endpoint }) => endpoint.identifier)
    expect(variants.length).toBeGreaterThan(5)
    expect(known).toStrictEqual(expect.arrayContaining(variants.map(({ identifier }) => identifier)))
  })

  const named = (variants as unknown as ReadonlyArray<HttpApiEndpoint.Top>).map(
    (variant) => [variant.identifier, variant] as const
  )
  it.effect.each(named)("%s takes all that clients send", ([, variant]) =>
    Effect.gen(function* () {
      const { endpoint } = allEntries.find(({ endpoint }) => endpoint.identifier === variant.identifier)!
      expect([variant.method, `/api/v1${variant.path}`]).toStrictEqual([endpoint.method, endpoint.path])
      expect([...variant.middlewares]).toStrictEqual([...endpoint.middlewares])
      expect([...variant.error]).toStrictEqual(expect.arrayContaining([...endpoint.error]))
      const takes = (schema: Schema.Top | undefined, wire: unknown) =>
        schema === undefined ||
        Schema.decodeUnknownResult(schema as unknown as Schema.Codec<unknown>, { onExcessProperty: "error" })(wire)
          ._tag === "Success"
      const queries = endpoint.query === undefined ? [{}] : yield* asTexts(endpoint.query)
      expect(queries.filter((query) => !takes(variant.query, query))).toStrictEqual([])
      for (const [index, schema] of listPayloads(endpoint).entries()) {
        const bodies = yield* asTexts(schema)
        expect(bodies.filter((body) => !takes(listPayloads(variant)[index], body))).toStrictEqual([])
      }
    })
  )
})

const url = "https://app.example.org/handler"

describe("requests", () => {
  const payload = (identifier: string) => {
    const found = allEntries.find(({ endpoint }) => endpoint.identifier === identifier)
    return listPayloads(found!.endpoint)[0] as unknown as Schema.Codec<unknown, unknown>
  }
  const refuses = (identifier: string, wire: unknown) =>
    Schema.decodeUnknownResult(payload(identifier), { onExcessProperty: "error" })(wire)._tag === "Failure"

  it.each([
    ["signUp", { email: "ann@localhost", password: "correct horse", verification_callback_url: url }],
    ["signUp", { email: "ann", password: "correct horse", verification_callback_url: url }],
    ["signUp", { email: "ann@example.org", password: "x".repeat(71), verification_callback_url: url }],
    ["signUp", { email: "ann@example.org", password: "correct horse", verification_callback_url: "/relative" }],
    ["signUp", { email: "ann@example.org", password: "correct horse" }],
    ["signIn", { email: "ann@example.org", password: "correct horse", extra: 1 }],
    ["checkResetCode", { code: "short" }],
    ["updateMe", { passkey_auth_enabled: true }],
    ["updateMe", { server_metadata: {} }],
    ["updateMe", { profile_image_url: `data:image/png;base64,${"A".repeat(1_000_000)}` }],
    ["createSession", { user_id: "u", expires_in_millis: 31_708_800_001 }],
    ["createContactChannel", { user_id: "me", value: "a@b.ch", type: "email", used_for_auth: true, is_verified: true }],
    ["createTeamPermissionDefinition", { id: "$custom" }],
    ["createTeamPermissionDefinition", { id: "Upper" }],
    ["createUserApiKey", { description: "d", user_id: "me" }],
    ["createUserApiKey", { description: "d", expires_at_millis: null, user_id: "me", team_id: "t" }],
    ["updateInternalApiKey", { revoked: false }],
    ["addTeamMember", { any: "thing" }],
    [
      "sendTestEmail",
      {
        recipient_email: "a@b.ch",
        email_config: { host: "h", port: 65_536, username: "", password: "", sender_name: "", sender_email: "a@b.ch" }
      }
    ]
  ])("%s refuses %j", (identifier, wire) => {
    expect(refuses(identifier, wire)).toBe(true)
  })

  it.each([
    ["updateMe", { displayName: undefined, clientMetadata: { __proto__: null } }, { client_metadata: {} }],
    [
      "updateMe",
      { displayName: null, selectedTeamId: null, totpSecretBase64: null },
      { display_name: null, selected_team_id: null, totp_secret_base64: null }
    ],
    [
      "adminUpdateProject",
      { config: { emailConfig: { type: "shared", host: undefined } } },
      { config: { email_config: { type: "shared" } } }
    ]
  ])("%s omits what is undefined of %j, and clears what is null", (identifier, value, wire) => {
    expect(throughJson(Schema.encodeUnknownSync(payload(identifier))(value))).toStrictEqual(wire)
  })
})

describe("the three apis", () => {
  it("grow with the level", () => {
    const paths = accessLevels.map(
      (level) => new Set(entries[level].map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`))
    )
    const [client, server, admin] = paths.map((set) => [...set])
    expect(server).toStrictEqual(expect.arrayContaining(client!))
    expect(admin).toStrictEqual(expect.arrayContaining(server!))
  })

  it.each(accessLevels)("%s has no path twice", (level) => {
    const paths = entries[level].map(({ endpoint }) => `${endpoint.method} ${endpoint.path.replace(/:\w+/g, ":")}`)
    expect(new Set(paths).size).toBe(paths.length)
  })

  it("lie below /api/v1, except health", () => {
    const paths = new Set(allEntries.map(({ endpoint }) => endpoint.path))
    expect([...paths].filter((path) => !/^\/api\/v1(\/|$)/.test(path))).toStrictEqual(["/health"])
  })

  it("hold every endpoint that is exported", () => {
    const areas = Object.values(Api).filter(
      (value) => typeof value === "object" && value !== null && Symbol.toStringTag in value
    )
    const exported = areas.flatMap((area) => Object.values(area)).filter(HttpApiEndpoint.isHttpApiEndpoint)
    const listed = new Set(allEntries.map(({ endpoint }) => endpoint.identifier))
    // An endpoint may be a part of one that is listed.
    const paths = new Set(allEntries.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`))
    expect(exported.length).toBeGreaterThan(100)
    const missing = exported.filter(
      ({ identifier, method, path }) => !listed.has(identifier) && !paths.has(`${method} /api/v1${path}`)
    )
    expect(missing.map(({ identifier }) => identifier)).toStrictEqual([])
  })
})
