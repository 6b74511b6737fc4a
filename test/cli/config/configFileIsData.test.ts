/** A configuration file is read as data without running it, and rewriting it keeps comments and form. */
import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { vi } from "vitest"
import {
  makeDecider,
  mergeLevels,
  makePatch,
  type ConfigValues,
  fromObject,
  removePaths
} from "../../../src/cli/config/ConfigValues.ts"
import * as Levels from "../../../src/cli/config/Levels.ts"
import { rewrite } from "../../../src/cli/config/Rewrite.ts"
import { toJsonObject, parseSource, findSecrets } from "../../../src/cli/config/Source.ts"
import { root } from "../../../src/emulator/projects/ConfigurationSchema.ts"
import { findChild, type Setting } from "../../../src/emulator/projects/internal/Setting.ts"
import { waitMillis } from "../../support/patience.ts"
import { throughJson } from "../../support/roundTrip.ts"
import { beforeFailure, failure, nowhere, run, runJson, runWith, serving } from "../commands.ts"

const read = (text: string) =>
  Effect.map(parseSource(text, "gatefold.config.ts"), (source) => ({
    source,
    object: toJsonObject(source.root),
    values: fromObject(toJsonObject(source.root)),
    secrets: findSecrets(source.root)
  }))

const problem = (text: string) =>
  Effect.map(Effect.flip(parseSource(text, "gatefold.config.ts")), ({ message }) => message)

const valuesIn = (text: string): Effect.Effect<object, unknown> =>
  Effect.map(read(text), ({ values }) => Object.fromEntries(values))

describe("a configuration file", () => {
  const body = `{ auth: { allowSignUp: true, }, "auth.password": { 'allowSignIn': false } /* no */, rbac: { permissions: { a: { scope: \`team\` } } } }`

  it.effect.each([
    `import { defineConfig } from "gatefold/config-file"\nexport default defineConfig(${body})`,
    `export default ${body} as const`,
    `const config = defineConfig(${body})\nexport default config`,
    `import type { HexclaveConfig } from "@hexclave/js/config";\nexport const config: HexclaveConfig = ${body};`,
    `export const config = (${body}) satisfies StackConfig`
  ])("is read as data, in each form that it has: %#", (text) =>
    Effect.map(valuesIn(text), (values) =>
      expect(values).toStrictEqual({
        "auth.allowSignUp": true,
        "auth.password.allowSignIn": false,
        "rbac.permissions.a.scope": "team"
      })
    )
  )

  it.effect("has numbers and lists, and null for what is not there", () =>
    Effect.gen(function* () {
      const text = "export default { a: { b: -1.5, c: [1, [2, 'x'], { d: null }], e: null, f: undefined } }"
      expect(yield* valuesIn(text)).toStrictEqual({ "a.b": -1.5, "a.c": [1, [2, "x"], { d: null }] })
    })
  )

  it.effect.each([
    ["export default { a: ran() }", "1:21"],
    ["export default {\n  a: process.env.SECRET\n}", "2:6"],
    ["const b = 1\nexport default { a: b }", "2:21"],
    ["export default { ...ran() }", "1:18"],
    ["export default { [ran()]: 1 }", "1:18"],
    ["export default { get a() { return ran() } }", "1:18"],
    ["export default { a: `${ran()}` }", "1:21"],
    ["export default { a: [...ran()] }", "1:22"],
    ["export default ran", "1:16"],
    ["export default class {}", "1:1"],
    ["export default { a: 1, a: 2 }", "1:24"],
    ["export default { __proto__: {} }", "1:18"],
    ['export default { a: secretFromEnv("not a name") }', "1:21"],
    ['export default { a: [secretFromEnv("NAME")] }', "1:22"],
    ["export default { a: ", "1:21"],
    ["ran()", "1:1"],
    ["export const settings = {}", "1:1"]
  ] as const)("is never executed, and names the place that is not plain data: %s", ([text, place]) =>
    Effect.gen(function* () {
      const ran = vi.fn()
      vi.stubGlobal("ran", ran)
      expect(yield* problem(text)).toMatch(new RegExp(`^gatefold\\.config\\.ts:${place}: .*\\.$`))
      expect(ran).not.toHaveBeenCalled()
    }).pipe(Effect.ensuring(Effect.sync(() => vi.unstubAllGlobals())))
  )

  it.effect("is refused if it is nested too deeply", () =>
    Effect.map(problem(`export default ${"{ a: ".repeat(100_000)}1${" }".repeat(100_000)}`), (text) =>
      expect(text).toContain("nested")
    )
  )
})

describe("a change of the file", () => {
  const before = `// What the shop needs.
import { defineConfig } from "gatefold/config-file"

export default defineConfig({
  // People sign in with passwords.
  auth: {
    password: { allowSignIn: true }, // not for long
    otp: { allowSignIn: false },
    oauth: {
      providers: {
        github: { type: "github" }
        // more to come
      }
    }
  },
  "teams.allowClientTeamCreation": true,
  rbac: { permissions: { editor: { scope: 'team' } } }
})
`

  const change = (text: string, changes: (values: Map<string, any>) => void, secrets = new Map<string, string>()) =>
    Effect.gen(function* () {
      const file = yield* read(text)
      const wanted = new Map(file.values)
      changes(wanted)
      const after = rewrite(file.source, file.values, wanted, new Map([...file.secrets, ...secrets]))
      const again = yield* read(after)
      expect([...again.values].toSorted()).toStrictEqual([...wanted].toSorted())
      expect([...again.secrets].toSorted()).toStrictEqual([...file.secrets, ...secrets].toSorted())
      return after
    })

  it.effect("keeps comments, order and form", () =>
    Effect.gen(function* () {
      const after = yield* change(
        before,
        (values) => {
          values.set("auth.password.allowSignIn", false)
          values.delete("auth.otp.allowSignIn")
          values.set("auth.oauth.providers.github.isShared", false)
          values.set("auth.oauth.providers.okta.type", "custom_oidc")
          values.set("teams.createPersonalTeamOnSignUp", true)
          values.set("rbac.permissions.editor.scope", "project")
        },
        new Map([["auth.oauth.providers.github.clientSecret", "GITHUB_CLIENT_SECRET"]])
      )
      expect(after).toMatchInlineSnapshot(`
        "// What the shop needs.
        import { defineConfig, secretFromEnv } from "gatefold/config-file"

        export default defineConfig({
          // People sign in with passwords.
          auth: {
            password: { allowSignIn: false }, // not for long
            oauth: {
              providers: {
                github: { type: "github", clientSecret: secretFromEnv("GITHUB_CLIENT_SECRET"), isShared: false },
                okta: {
                  type: "custom_oidc"
                }
                // more to come
              }
            }
          },
          "teams.allowClientTeamCreation": true,
          rbac: { permissions: { editor: { scope: "project" } } },
          teams: {
            createPersonalTeamOnSignUp: true
          }
        })
        "
      `)
    })
  )

  it.effect.each([
    ["a: 1 /* one\n     two */", "a: 1, /* one\n     two */\n  b: 2\n"],
    ["a: 1, /* one\n     two */ // three", "a: 1, /* one\n     two */ // three\n  b: 2,\n"],
    ["a: 1, /* one\n     two */ /* three\n four */", "a: 1, /* one\n     two */ /* three\n four */\n  b: 2,\n"]
  ] as const)("adds a member below a comment of several lines: %#", ([members, after]) =>
    Effect.gen(function* () {
      const file = (members: string) => `export default {\n  ${members}}\n`
      expect(yield* change(file(`${members}\n`), (values) => void values.set("b", 2))).toBe(file(after))
    })
  )

  it.effect("removes objects that become empty, and fills empty ones", () =>
    Effect.gen(function* () {
      const emptied = yield* change(before, (values) => {
        values.delete("rbac.permissions.editor.scope")
        values.delete("auth.oauth.providers.github.type")
      })
      expect(emptied).not.toMatch(/rbac|oauth/)
      yield* change("export default {}\n", (values) => void values.set("auth.allowSignUp", true))
      yield* change("export default { a: {} }", (values) => void values.set("a.b.c", [1]))
      yield* change("export default { a: { b: 1 } }", (values) => void values.delete("a.b"))
      yield* change("export default { a: null, b: { c: 1, d: 2 } }", (values) => {
        values.set("a", "x")
        values.delete("b.c")
        values.set("b.e", [{ f: 1 }])
      })
    })
  )

  it.effect.each([
    [
      "beside an import of types",
      'import type { ConfigFile } from "gatefold/config-file"\n\nexport default {} satisfies ConfigFile\n',
      'import { secretFromEnv } from "gatefold/config-file"\nimport type { ConfigFile } from "gatefold/config-file"\n'
    ],
    [
      "below a comment that names the module",
      '// Types of "gatefold/config-file".\nimport { defineConfig, secretFromEnv } from "gatefold/config-file"\nexport default defineConfig({})\n',
      '// Types of "gatefold/config-file".\nimport { defineConfig, secretFromEnv } from "gatefold/config-file"\n'
    ],
    [
      "into an import of several lines",
      'import {\n  defineConfig,\n} from "gatefold/config-file"\nexport default defineConfig({})\n',
      'import {\n  defineConfig, secretFromEnv,\n} from "gatefold/config-file"\n'
    ],
    ["into a file without imports", "export default {}\n", 'import { secretFromEnv } from "gatefold/config-file"\n']
  ] as const)("of a first secret imports secretFromEnv %s", ([, text, head]) =>
    Effect.gen(function* () {
      const provider = "auth.oauth.providers.github"
      const after = yield* change(
        text,
        (values) => void values.set(`${provider}.type`, "github"),
        new Map([[`${provider}.clientSecret`, "NAME"]])
      )
      expect(after.slice(0, head.length)).toBe(head)
      expect(after.split("secretFromEnv")).toHaveLength(3)
    })
  )

  it.effect("keeps it valid, whatever changes", () =>
    Effect.gen(function* () {
      const paths = [
        "auth.allowSignUp",
        "auth.password.allowSignIn",
        "auth.otp.allowSignIn",
        "teams.a",
        "teams.b.c",
        "rbac.x.y.z"
      ]
      let seed = 7
      const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
      let text = before
      for (let round = 0; round < 300; round++) {
        text = yield* change(text, (values) => {
          for (let one = 0; one < 3; one++) {
            const path = paths[random(paths.length)]!
            if (random(3) === 0) values.delete(path)
            else values.set(path, random(4))
          }
        })
      }
      expect(text).toContain("// What the shop needs.")
    })
  )
})

describe("levels", () => {
  it("are the service's", () => {
    const check = (setting: Setting, at: string): void => {
      if (setting._tag === "Value") {
        return expect(Levels.isOfEnvironment(at)).toBe(setting.level === "environment")
      }
      if (setting._tag === "Entries") return check(setting.entry, `${at}.x`)
      for (const name of Object.keys(setting.members)) {
        check(findChild(setting, name)!, at === "" ? name : `${at}.${name}`)
      }
    }
    check(root, "")
  })

  const push = (branch: object, environment: object, file: object) => {
    const wanted = fromObject(file as never)
    const decides = makeDecider(fromObject(branch as never), wanted)
    return { wanted, decides, patch: makePatch(mergeLevels(branch as never, environment as never), wanted, decides) }
  }

  const entries = (values: ConfigValues) => Object.fromEntries(values)

  it("put the environment over the branch, and ignore paths into missing values", () => {
    const branch = {
      auth: { oauth: { providers: { google: { type: "google", allowSignIn: true } } } },
      a: { b: 1, c: 2 }
    }
    const environment = {
      "auth.oauth.providers.google.clientId": "id",
      "auth.oauth.providers.gone.clientId": "left over",
      "a.b": null,
      "a.d": { e: 3 }
    }
    expect(entries(mergeLevels(branch, environment))).toStrictEqual({
      "auth.oauth.providers.google.type": "google",
      "auth.oauth.providers.google.allowSignIn": true,
      "auth.oauth.providers.google.clientId": "id",
      "a.c": 2,
      "a.d.e": 3
    })
    expect(removePaths({ a: { b: { c: 1 } }, "a.d": 1, e: {} }, new Set(["a.b.c", "a.d"]))).toStrictEqual({ e: {} })
  })

  it("get a new provider as a whole, and otherwise only differences", () => {
    const okta = { type: "custom_oidc", clientId: "id", isShared: false }
    const { patch } = push(
      {},
      { "auth.oauth.providers": { google: { type: "google" } } },
      { "auth.oauth.providers.okta": okta }
    )
    expect(throughJson(patch)).toStrictEqual({ "auth.oauth.providers.okta": okta })
    const domains = {
      "domains.trustedDomains": { a: { baseUrl: "https://a.example" }, b: { baseUrl: "https://b.example" } }
    }
    expect(
      push({}, domains, { "domains.trustedDomains": { a: { baseUrl: "https://a.example" } } }).patch
    ).toStrictEqual({
      "domains.trustedDomains.b": null
    })
    expect(push({}, domains, { auth: { allowSignUp: true } }).patch).toStrictEqual({ "auth.allowSignUp": true })
  })
})

/** Writes the configuration file of the folder. */
const write = (folder: string, body: string, name = "gatefold.config.ts") =>
  fs.writeFileSync(path.join(folder, name), `export default defineConfig(${body})\n`)

const fileIn = (folder: string, name = "gatefold.config.ts") => fs.readFileSync(path.join(folder, name), "utf8")

const google = `google: { type: "google", allowSignIn: true, isShared: false, clientId: "id-1", clientSecret: secretFromEnv("GOOGLE_CLIENT_SECRET") }`

describe("gatefold config", () => {
  const pushGoogle = Effect.gen(function* () {
    const { folder } = yield* serving()
    write(
      folder,
      `{
  auth: { passkey: { allowSignIn: true }, oauth: { providers: { ${google} } } },
  domains: { trustedDomains: { app: { baseUrl: "https://app.example.com" } } },
  rbac: { permissions: { editor: { description: "Edits", containedPermissionIds: { team_member: true } } } },
  dataVault: { stores: { secrets: {} } }
}`
    )
    vi.stubEnv("GOOGLE_CLIENT_SECRET", "very-secret-1")
    return { folder, pushed: yield* run("config", "push", "--yes") }
  })

  it.live("pushes what a file says, and then finds no difference", () =>
    Effect.gen(function* () {
      const { pushed } = yield* pushGoogle
      expect(pushed.out.at(-1)).toBe("Pushed.")
      expect((yield* run("config", "diff")).err.join()).toContain("No differences")
      expect((yield* runJson("project", "get", "config"))[0]).toMatchObject({
        passkeyEnabled: true,
        domains: [{ domain: "https://app.example.com" }],
        oauthProviders: [{ id: "google", type: "standard", clientId: "id-1", clientSecret: "<redacted>" }]
      })
      const definitions = (yield* runJson("permissions", "definitions", "list")).map(({ id }) => id)
      expect(definitions).toStrictEqual(expect.arrayContaining(["team_admin", "editor"]))
    })
  )

  it.live("shows differences without secrets, and pushes them only with --yes", () =>
    Effect.gen(function* () {
      const { folder } = yield* serving()
      write(folder, `{ auth: { oauth: { providers: { ${google} } } } }`)
      expect((yield* failure("config", "push", "--yes")).message).toContain("GOOGLE_CLIENT_SECRET")
      vi.stubEnv("GOOGLE_CLIENT_SECRET", "very-secret-1")
      const shown = yield* beforeFailure("config", "diff")
      expect(shown.out).toContain('+ auth.oauth.providers.google.clientId: "id-1"')
      expect(shown.out.join()).not.toContain("very-secret-1")
      expect((yield* failure("config", "push")).message).toContain("Pass --yes")
    })
  )

  it.live("keeps the service's secret without its variable, and pushes another one", () =>
    Effect.gen(function* () {
      yield* pushGoogle
      vi.stubEnv("GOOGLE_CLIENT_SECRET", undefined)
      expect((yield* run("config", "push", "--yes")).err.join()).toContain("No changes")
      vi.stubEnv("GOOGLE_CLIENT_SECRET", "very-secret-2")
      const [changed] = yield* runJson("config", "push", "--yes")
      expect(changed).toMatchObject({ changes: [], secrets: ["auth.oauth.providers.google.clientSecret"] })
      expect(JSON.stringify(changed)).not.toContain("very-secret")
    })
  )

  it.live("removes what the file no longer says, except domains", () =>
    Effect.gen(function* () {
      const { folder } = yield* pushGoogle
      write(folder, "{ auth: { passkey: { allowSignIn: false } } }")
      yield* run("config", "push", "--yes")
      const [after] = yield* runJson("project", "get", "config")
      expect({
        passkeyEnabled: after.passkeyEnabled,
        oauthProviders: after.oauthProviders,
        domains: after.domains.length
      }).toStrictEqual({ passkeyEnabled: false, oauthProviders: [], domains: 1 })
      expect((yield* runJson("permissions", "definitions", "list")).map(({ id }) => id)).not.toContain("editor")
    })
  )

  const pullGitHub = Effect.gen(function* () {
    const { folder } = yield* serving({
      config: {
        passkeyEnabled: true,
        oauthProviders: [{ id: "github", type: "standard", clientId: "id-9", clientSecret: "secret-9" }]
      }
    })
    const pulled = yield* run("config", "pull")
    const file = path.join(folder, "gatefold.config.ts")
    return { file, folder, pulled, text: fileIn(folder) }
  })

  const providers = Effect.map(runJson("project", "get", "config.oauthProviders"), ([found]) => found)

  it.live("pulls settings of the dashboard with names for their secrets", () =>
    Effect.gen(function* () {
      const { pulled, text } = yield* pullGitHub
      expect(pulled.out).toStrictEqual(["Wrote gatefold.config.ts."])
      expect(text).toContain('clientSecret: secretFromEnv("GITHUB_CLIENT_SECRET")')
      expect(text).not.toContain("secret-9")
    })
  )

  it.live("takes over what was pulled with the first push, and changes nothing else", () =>
    Effect.gen(function* () {
      const { file, text } = yield* pullGitHub
      const first = yield* beforeFailure("config", "diff")
      expect(first.out).toContain("= auth.passkey.allowSignIn: the file sets it from now on")
      yield* run("config", "push", "--yes")
      expect((yield* run("config", "diff")).err.join()).toContain("No differences")
      expect((yield* run("config", "pull")).err.join()).toContain("No changes")
      expect(yield* providers).toMatchObject([{ id: "github", clientId: "id-9" }])
      fs.writeFileSync(file, text.replace('clientId: "id-9"', 'clientId: "id-10"'))
      yield* run("config", "push", "--yes")
      expect(yield* providers).toMatchObject([{ id: "github", clientId: "id-10" }])
    })
  )

  it.live("pulls that a provider is gone, and pushes it again with its secret", () =>
    Effect.gen(function* () {
      const { file, folder, text } = yield* pullGitHub
      yield* run("config", "push", "--yes")
      yield* run("project", "set", "config.oauthProviders", "[]", "--yes")
      yield* run("config", "pull", "--yes")
      expect(fileIn(folder)).not.toMatch(/github|GITHUB/)
      fs.writeFileSync(file, text)
      vi.stubEnv("GITHUB_CLIENT_SECRET", "secret-9")
      yield* run("config", "push", "--yes")
      expect(yield* providers).toMatchObject([{ id: "github", clientId: "id-9" }])
    })
  )

  it.live("turns off what is taken out of the file, even if the dashboard set it first", () =>
    Effect.gen(function* () {
      const { folder } = yield* pullGitHub
      yield* run("config", "push", "--yes")
      write(folder, "{ auth: { passkey: { allowSignIn: true } } }")
      yield* run("config", "push", "--yes")
      expect(yield* providers).toStrictEqual([])
      expect((yield* run("config", "diff")).err.join()).toContain("No differences")
    })
  )

  it.live("refuses secrets and settings of other places", () =>
    Effect.gen(function* () {
      const { folder } = yield* serving()
      const missing = yield* failure("config", "diff")
      const refusal = (body: string) => {
        write(folder, body)
        return Effect.map(failure("config", "push", "--yes"), ({ message }) => message)
      }
      const messages = [
        missing.message,
        yield* refusal(`{ auth: { oauth: { providers: { x: { clientSecret: "s" } } } } }`),
        yield* refusal(`{ auth: { allowSignUp: secretFromEnv("A") } }`),
        yield* refusal(`{ project: { requirePublishableClientKey: true } }`),
        yield* refusal(`{ auth: { oauth: { providers: { x: { clientId: "s" } } } } }`),
        yield* refusal(`{ auth: { signUp: true } }`)
      ]
      expect(messages).toStrictEqual(
        [
          "gatefold config pull",
          "secretFromEnv",
          "not a secret",
          "gatefold project set",
          "isShared: false",
          "auth.signUp"
        ].map((part) => expect.stringContaining(part))
      )
    })
  )

  it.live("refuses to push over changes that were made since the diff", () =>
    Effect.gen(function* () {
      const { folder } = yield* serving()
      write(folder, "{ auth: { allowSignUp: false } }")
      const diff = yield* beforeFailure("config", "diff", "--json")
      const { revision } = JSON.parse(diff.out[0]!)
      yield* run("project", "set", "config.passkeyEnabled", "true", "--yes")
      expect(yield* failure("config", "push", "--yes", "--if-revision", revision)).toMatchObject({ code: "Conflict" })
      expect(yield* runJson("project", "get", "config.signUpEnabled")).toStrictEqual([true])
    })
  )

  it.live("reads the vendor's file, which has no settings of the environment", () =>
    Effect.gen(function* () {
      const { folder } = yield* serving()
      const file = path.join(folder, "hexclave.config.ts")
      fs.writeFileSync(
        file,
        `import type { HexclaveConfig } from "@hexclave/next/config";\n\nexport const config: HexclaveConfig = {\n  "auth": {\n    "allowSignUp": false // by invitation\n  }\n};\n`
      )
      yield* run("config", "push", "--yes")
      expect((yield* runJson("project", "get", "config.signUpEnabled"))[0]).toBe(false)
      yield* run("project", "set", "config.magicLinkEnabled", "true", "--yes")
      yield* run("config", "pull", "--yes")
      const text = fileIn(folder, "hexclave.config.ts")
      expect(text).toMatch(/otp: \{\s+allowSignIn: true/)
      expect(text).toContain("// by invitation")
      expect(text).not.toContain("domains")
    })
  )

  it.live("holds at size: 1,000 domains and a file of 1 MB", () =>
    Effect.gen(function* () {
      const { folder } = yield* serving()
      const domains = Array.from({ length: 1000 }, (_, n) => `d${n}: { baseUrl: "https://d${n}.example.com" }, // ${n}`)
      const comment = `/* ${"x".repeat(1_000_000)} */`
      write(folder, `{ ${comment}\ndomains: { trustedDomains: {\n${domains.join("\n")}\n} } }`)
      yield* run("config", "push", "--yes")
      expect((yield* runJson("project", "get", "config.domains"))[0]).toHaveLength(1000)
      yield* run("config", "pull", "--yes")
      expect(fileIn(folder)).toContain("// 999")
      expect(fileIn(folder)).toContain(comment)
      write(folder, `{ domains: { trustedDomains: {\n${domains.slice(0, 10).join("\n")}\n} } }`)
      yield* run("config", "push", "--yes")
      expect((yield* runJson("project", "get", "config.domains"))[0]).toHaveLength(10)
    })
  )
})

describe("gatefold start --config", () => {
  it.live("starts with the settings of a file, and follows its changes", () =>
    Effect.gen(function* () {
      const folder = yield* nowhere
      write(folder, `{ auth: { password: { allowSignIn: false }, oauth: { providers: { ${google} } } } }`)
      const printed = { out: [] as Array<string>, err: [] as Array<string> }
      const args = ["start", "--port", "0", "--json", "--config", "gatefold.config.ts"]
      yield* Effect.forkScoped(runWith({}, args, printed))
      const waitFor = (is: () => boolean) =>
        Effect.promise(() => vi.waitFor(() => expect(printed).toSatisfy(is), { timeout: waitMillis }))
      yield* waitFor(() => printed.out.length > 0)
      const started = JSON.parse(printed.out[0]!)
      expect(started.signIn).toStrictEqual(["Google"])
      write(folder, "{ auth: { passkey: { allowSignIn: true } } }")
      yield* waitFor(() => printed.out.includes('{"config":"gatefold.config.ts"}'))
      const [config] = yield* runJson("project", "get", "config")
      expect(config).toMatchObject({ passkeyEnabled: true, credentialEnabled: true, oauthProviders: [] })
      write(folder, "{ auth: ")
      yield* waitFor(() => printed.err.some((line) => line.startsWith("gatefold.config.ts:")))
      write(folder, "{ auth: { passkey: { allowSignIn: false } } }")
      yield* waitFor(() => printed.out.filter((line) => line.startsWith('{"config"')).length === 2)
      expect((yield* runJson("project", "get", "config"))[0].passkeyEnabled).toBe(false)
    })
  )

  it.live("does not start with an invalid file", () =>
    Effect.gen(function* () {
      const folder = yield* nowhere
      write(folder, "{ auth: { allowSignUp: 1 } }")
      const { message } = yield* failure("start", "--port", "0", "--config", "gatefold.config.ts")
      expect(message).toMatch(/^gatefold\.config\.ts: .*auth\.allowSignUp/)
      write(folder, "{}")
      const older = yield* failure("start", "--port", "0", "--service", "2025-06", "--config", "gatefold.config.ts")
      expect(older.message).toContain("gatefold.config.ts")
    })
  )
})
