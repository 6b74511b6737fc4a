/** Each setting of a project is the same after an export and an import into another emulator. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { ConfigurationLevel } from "../../../src/api/Configuration.ts"
import { isRecord, type Json, type JsonObject } from "../../../src/domain/text/Json.ts"
import { Emulator, mailServer, type Options } from "../../../src/emulator/index.ts"
import { findFirstProblem, root } from "../../../src/emulator/projects/ConfigurationSchema.ts"
import { findChild, type Setting } from "../../../src/emulator/projects/internal/Setting.ts"
import { admin, call, layer, server } from "../../support/emulatorCalls.ts"

const levels = ["project", "branch", "environment"] as const

/** A leaf of the document, with a value that it takes, in an object from its first entry on. */
interface Leaf {
  readonly path: string
  readonly level: ConfigurationLevel
  readonly values: { readonly [path: string]: Json }
}

/** A name that every kind of entry may have. */
const entryName = "one"

const candidates: ReadonlyArray<Json> = [true, false, "Text", "/path", "https://a.example", "9.99", [2, "week"], 7]

const validAt = (level: ConfigurationLevel, path: string, { byDefault, expected }: Setting & { _tag: "Value" }) => {
  const listed = expected.split(": ")[1]?.split(", ") ?? []
  const value = [...listed.toReversed(), ...candidates].find(
    (candidate) => candidate !== byDefault && findFirstProblem(level, { [path]: candidate }) === undefined
  )
  if (value === undefined) throw new Error(`There is no valid value for ${path}.`)
  return value
}

const nested = ([name, ...names]: ReadonlyArray<string>, value: Json): Json =>
  name === undefined ? value : { [name]: nested(names, value) }

const listLeaves = (setting: Setting, names: ReadonlyArray<string> = [], outer = Infinity): ReadonlyArray<Leaf> => {
  if (setting._tag === "Entries") {
    return listLeaves(setting.entry, [...names, entryName], Math.min(outer, names.length + 1))
  }
  if (setting._tag === "Members") {
    return Object.keys(setting.members).flatMap((name) =>
      listLeaves(findChild(setting, name)!, [...names, name], outer)
    )
  }
  const path = names.join(".")
  const value = validAt(setting.level, path, setting)
  const values = { [names.slice(0, outer).join(".")]: nested(names.slice(outer), value) }
  return [{ path, level: setting.level, values }]
}

const leaves = listLeaves(root)

const merged = (left: Json | undefined, right: Json): Json =>
  isRecord(left) && isRecord(right)
    ? Object.entries(right).reduce<JsonObject>(
        (all, [name, value]) => ({ ...all, [name]: merged(all[name], value) }),
        left
      )
    : right

/** The values of all leaves that a level has of its own. */
const makeChanges = (level: ConfigurationLevel): JsonObject =>
  leaves
    .filter((leaf) => leaf.level === level)
    .flatMap(({ values }) => Object.entries(values))
    .reduce<JsonObject>((all, [path, value]) => ({ ...all, [path]: merged(all[path], value) }), {})

const set = Effect.fnUntraced(function* (level: ConfigurationLevel, values: Json) {
  const body = { config_override_string: JSON.stringify(values) }
  expect((yield* call("PATCH", `/internal/config/override/${level}`, { ...admin, body })).status).toBe(200)
})

/** What admins, servers and clients see of the configuration. */
const observed = Effect.gen(function* () {
  const paths = [
    "/internal/projects/current",
    "/internal/config",
    "/internal/config/source",
    ...levels.map((level) => `/internal/config/override/${level}`),
    "/team-permission-definitions"
  ]
  const ofAdmin = yield* Effect.forEach(paths, (path) => call("GET", path, admin))
  const answers = [
    ...ofAdmin,
    yield* call("GET", "/projects/current"),
    yield* call("GET", "/payments/products/custom/somebody", server),
    yield* call("GET", "/payments/items/custom/somebody/one", server)
  ]
  return answers.map(({ body, status }) => ({ status, body }))
})

const exported = Effect.flatMap(Emulator, ({ exportSeed }) => Effect.map(exportSeed, (seed) => JSON.stringify(seed)))

/** What an emulator shows after an import. */
const observedWith = Effect.fnUntraced(function* (text: string) {
  const { importSeed } = yield* Emulator
  yield* importSeed(JSON.parse(text))
  expect(yield* exported).toBe(text)
  return yield* observed
})

const current = layer({ service: "current" })

/** What another emulator shows after an import of what this one exports. */
const observedElsewhere = Effect.flatMap(exported, (text) => Effect.provide(observedWith(text), Layer.fresh(current)))

const logos = {
  logo_url: "https://a.example/1.png",
  logo_full_url: "https://a.example/2.png",
  logo_dark_mode_url: "https://a.example/3.png",
  logo_full_dark_mode_url: "https://a.example/4.png"
}

describe("an export and an import keep", () => {
  it.layer(current)((it) => {
    it.effect.each(leaves)("the setting $path", ({ level, values }) =>
      Effect.gen(function* () {
        const { reset } = yield* Emulator
        yield* reset
        const before = yield* observed
        yield* set(level, values)
        const after = yield* observed
        expect(after).not.toStrictEqual(before)
        const text = yield* exported
        yield* reset
        expect(yield* observedWith(text)).toStrictEqual(after)
      })
    )
  })

  it.effect("restore all settings at once, of each level, with the source and the logos", () =>
    Effect.gen(function* () {
      const source = {
        type: "pushed-from-github",
        owner: "acme",
        repo: "shop",
        branch: "main",
        commit_hash: "abc123",
        config_file_path: "stack.config.ts"
      }
      const branch = { config_string: JSON.stringify(makeChanges("branch")), source }
      yield* call("PUT", "/internal/config/override/branch", { ...admin, body: branch })
      yield* set("project", makeChanges("project"))
      yield* set("environment", { ...makeChanges("environment"), "auth.allowSignUp": true })
      yield* call("PATCH", "/internal/projects/current", { ...admin, body: { description: "A shop", ...logos } })
      yield* set("branch", {
        "payments.products.one.customerType": "custom",
        "payments.items.one.customerType": "custom"
      })
      const granted = yield* call("POST", "/payments/products/custom/somebody", {
        ...server,
        body: { product_id: "one" }
      })
      expect(granted).toMatchObject({ status: 200 })
      const before = yield* observed
      expect(before.map(({ status }) => status)).toStrictEqual(before.map(() => 200))
      expect(before[0]?.body).toMatchObject(logos)
      expect(before[2]?.body).toStrictEqual({ source })
      expect(yield* observedElsewhere).toStrictEqual(before)
    }).pipe(Effect.provide(Layer.fresh(current)))
  )

  const config: NonNullable<NonNullable<Options["project"]>["config"]> = {
    magicLinkEnabled: true,
    allowLocalhost: false,
    agentAuthEnabled: true,
    requirePublishableClientKey: true,
    oauthProviders: [
      {
        id: "github",
        type: "standard",
        clientId: "id",
        clientSecret: "secret",
        customCallbackUrl: "https://a.example/c"
      },
      { id: "apple", type: "standard", clientId: "id", clientSecret: "secret", appleBundleIds: ["org.example.app"] },
      { id: "okta", type: "standard", clientId: "id", customOidc: { issuerUrl: "https://okta.example" } }
    ],
    domains: [{ domain: "https://a.example", handlerPath: "handler" }],
    emailConfig: { type: "standard", ...mailServer },
    userDefaultPermissions: ["guest"],
    signUpRules: [{ id: "r1", enabled: true, priority: 1, condition: "true", action: { type: "log" } }],
    signUpRulesDefaultAction: "reject",
    dataVaultStores: { notes: { displayName: "Notes" } },
    payments: { items: { one: { displayName: "Credits" } } }
  }

  it.effect("the configuration of the options, which a seed can have too", () =>
    Effect.gen(function* () {
      const before = yield* observed
      expect(yield* observedElsewhere).toStrictEqual(before)
      const seeded = Effect.provide(observed, layer({ service: "current", seedData: { config } }))
      expect(yield* seeded).toStrictEqual(before)
    }).pipe(Effect.provide(layer({ service: "current", project: { config } })))
  )
})
