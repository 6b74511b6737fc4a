/**
 * The folders of `src` import each other only in the order of `docs/architecture.md`, and tests are found by their
 * names.
 */
import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import packageJson from "../package.json" with { type: "json" }
import { check } from "../tools/check/architecture.ts"
import { findTableLoops, findTestLoops, namelessChecks } from "../tools/check/testLoops.ts"
import { root } from "./support/root.ts"

const packages = [...Object.keys(packageJson.dependencies), ...Object.keys(packageJson.peerDependencies)]

const sources = (): ReadonlyMap<string, string> => {
  const directory = path.join(root, "src")
  const names = fs.existsSync(directory) ? fs.readdirSync(directory, { recursive: true, encoding: "utf8" }) : []
  return new Map(
    names
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => `src/${name.replaceAll(path.sep, "/")}`)
      .map((name) => [name, fs.readFileSync(path.join(root, name), "utf8")])
  )
}

/** The violations of a few files, as `file:line message`. */
const violations = (files: Record<string, string>): ReadonlyArray<string> =>
  check({ files: new Map(Object.entries(files)), packages: ["effect", "jose", "@effect/platform-node"] }).map(
    ({ file, line, message }) => `${file}:${line} ${message}`
  )

const accepts = (file: string, text: string) => expect(violations({ [file]: text }), text).toStrictEqual([])

const rejects = (file: string, text: string, message: string) => {
  expect(violations({ [file]: text }), text).toStrictEqual([expect.stringContaining(message)])
}

/** What the checker says of an import within the emulator, apart from modules that nobody uses. */
const misorders = (from: string, to: string) =>
  violations({ [`src/emulator/${from}`]: `import type { A } from "../../emulator/${to}"` }).filter((message) =>
    message.includes("may not import")
  )

/** The files below a folder, as paths within it. */
const filesIn = (directory: string): ReadonlyArray<string> =>
  fs.globSync("**/*.{ts,tsx,cts}", { cwd: path.join(root, directory), exclude: ["**/node_modules", "fixtures"] })

/** `http/Call` for `http/internal/Call.ts` and for `http/Call.test.ts`: a module and its test share their place. */
const readPlace = (file: string): string => file.replace("/internal/", "/").replace(/(\.test)?\.\w+$/, "")

/** The tests that stand in a folder of `src` without being named after a module there, or saying a promise. */
const misplaced = (tests: ReadonlyArray<string>, modules: ReadonlyArray<string>): ReadonlyArray<string> => {
  const places = new Set(modules.map(readPlace))
  const folders = new Set([...places].map((place) => path.dirname(place)))
  const isPromise = (place: string) =>
    folders.has(path.dirname(place)) && /^[a-z]+[A-Z][a-zA-Z]*$/.test(path.basename(place))
  const isMirrored = (test: string) => [...folders].some((folder) => folder.split("/")[0] === test.split("/")[0])
  return tests.filter((test) => isMirrored(test) && !places.has(readPlace(test)) && !isPromise(readPlace(test)))
}

/**
 * The helpers of tests whose names have the wrong case: a helper is written like the namespace as which others import
 * it, or like the type, class or component that it exports under its name; all others begin with a small letter.
 */
const miscased = (sources: ReadonlyMap<string, string>): ReadonlyArray<string> => {
  const namespaces = new Set<string>()
  for (const [file, source] of sources) {
    for (const [, name, specifier] of source.matchAll(/^import (?:type )?\* as (\w+) from "(\.[^"]+)"/gm)) {
      if (path.basename(specifier!).startsWith(`${name}.`)) {
        namespaces.add(path.posix.join(path.posix.dirname(file), specifier!))
      }
    }
  }
  return [...sources].flatMap(([file, source]) => {
    const [name = "", ...kinds] = path.basename(file).split(".")
    const isHelper = kinds.length === 1 && /^[A-Z]/.test(name)
    const ownExport = new RegExp(
      `^export (?:default )?(?:async )?(?:const|class|interface|type|function) ${name}\\b`,
      "m"
    )
    return isHelper && !namespaces.has(file) && !ownExport.test(source) ? [file] : []
  })
}

describe("tests", () => {
  const modules = filesIn("src")
  const tests = filesIn("test").filter((file) => /\.test\.tsx?$/.test(file))

  it("are in a folder for each folder of src", () => {
    const tested = new Set(tests.map((file) => file.split("/")[0]))
    const folders = modules.filter((file) => file.includes("/")).map((file) => file.split("/")[0])
    expect(folders.filter((folder) => !tested.has(folder))).toStrictEqual([])
  })

  it("are named after a module, at its place, or say a promise in several words", () => {
    expect(misplaced(tests, modules)).toStrictEqual([])
  })

  it("would be found at another place, or under one word", () => {
    const planted = [
      "session/Freshness.test.ts",
      "session/Refreshes.test.ts",
      "session/refreshesOnce.test.ts",
      "react/AuthHandler.test.tsx",
      "prove/attacks/workflows.test.ts",
      "domain/User.test.ts",
      "cli/EnvFile.test.ts",
      "session/internal/Sessions.test.ts",
      "session/refresh.test.ts",
      "emulator/gone/refreshesOnce.test.ts"
    ]
    expect(misplaced(planted, modules)).toStrictEqual(planted.slice(5))
  })
})

const readTest = (file: string) => fs.readFileSync(path.join(root, "test", file), "utf8")

describe("loops", () => {
  const tests = filesIn("test").filter((file) => /\.test\.tsx?$/.test(file) && !file.startsWith("prove/explore/"))

  it("declare no tests", () => {
    const found = tests.flatMap((file) => findTestLoops(file, readTest(file)).map((line) => `${file}:${line}`))
    expect(found).toStrictEqual([])
  })

  it.each([
    "for (const a of all) it(a, () => a)",
    "for (const a of all) { const b = a; it.effect(b, () => b) }",
    "for (const a of all) describe(a, () => { it(a, () => a) })",
    "for (let i = 0; i < 9; i++) it.each([1, 2])(`${i} %s`, () => 1)",
    "all.forEach((a) => it(a, () => a))",
    "Object.keys(all).map((a) => { test.skipIf(!a)(a, () => a) })"
  ])("would be found: %s", (text) => {
    expect(findTestLoops("a.test.ts", text)).toStrictEqual([1])
  })

  it.each([
    "it(a, () => { for (const b of a) expect(b) })",
    "for (const a of all) layer(a)(a, (it) => it(b, () => c))"
  ])("may stand elsewhere: %s", (text) => {
    expect(findTestLoops("a.test.ts", text)).toStrictEqual([])
  })

  it("are not all that a test checks, over rows that could be its cases", () => {
    const found = tests.flatMap((file) => findTableLoops(file, readTest(file)).map((line) => `${file}:${line}`))
    expect(found).toStrictEqual([])
  })

  it.each([
    "it(a, () => { for (const b of [1, 2, 3]) expect(b) })",
    "it.effect(a, () => Effect.gen(function* () { yield* c; for (const [b] of [[1], [2], [3]] as const) expect(b) }))"
  ])("could be cases: %s", (text) => {
    expect(findTableLoops("a.test.ts", text)).toStrictEqual([1])
  })

  it.each([
    "it(a, () => { for (const b of [1, 2]) expect(b) })",
    "it(a, () => { const c = 1; for (const b of [1, 2, c]) expect(b) })",
    "it(a, () => { expect(c); for (const b of [1, 2, 3]) expect(b) })",
    "it.each(c)(a, () => { for (const b of [1, 2, 3]) expect(b) })"
  ])("may check in a test: %s", (text) => {
    expect(findTableLoops("a.test.ts", text)).toStrictEqual([])
  })
})

describe("checks in loops", () => {
  const tests = filesIn("test").filter((file) => /\.test\.tsx?$/.test(file) && !file.startsWith("prove/explore/"))

  it("say of which row they are", () => {
    const found = tests.flatMap((file) => namelessChecks(file, readTest(file)).map((line) => `${file}:${line}`))
    expect(found).toStrictEqual([])
  })

  it.each([
    "for (const a of b) expect(c).toBe(a)",
    "for (const [a, d] of b) { const e = f(a); if (e) expect(e).toBe(1) }",
    "for (const a of b) for (const c of d) expect(e).toBe(1)"
  ])("would be found: %s", (text) => {
    expect(namelessChecks("a.test.ts", text)).toStrictEqual([1])
  })

  it.each([
    "for (const a of b) expect(c, a).toBe(1)",
    "for (const a of b) expect({ a, c }).toStrictEqual({ a, c: 1 })",
    "for (const a of b) for (const c of d) expect(e(a)).toBe(1)",
    "for (const a of b) c(() => { expect(d).toBe(1) })",
    "for (const a of expect(b)) c(a)"
  ])("may be as they are: %s", (text) => {
    expect(namelessChecks("a.test.ts", text)).toStrictEqual([])
  })
})

describe("helpers of tests", () => {
  it("are written like their namespace or type, or else in small letters", () => {
    expect(miscased(new Map(filesIn("test").map((file) => [file, readTest(file)])))).toStrictEqual([])
  })

  it("would be found with a capital letter of their own", () => {
    const planted = {
      "support/Crowd.ts": "export interface Crowd {}",
      "support/Box.ts": "export const open = 1",
      "support/Jar.ts": "export const open = 1",
      "support/Jug.ts": "export const open = 1",
      "a.test.ts": `import * as Box from "./support/Box.ts"\nimport * as Can from "./support/Jug.ts"`
    }
    expect(miscased(new Map(Object.entries(planted)))).toStrictEqual(["support/Jar.ts", "support/Jug.ts"])
  })
})

describe("architecture", () => {
  it("holds for src", () => {
    const found = check({ files: sources(), packages }).map(({ file, line, message }) => `${file}:${line} ${message}`)
    expect(found).toStrictEqual([])
  })

  it("leaves payments to the entry points of payments", () => {
    const outside = [...sources()].filter(([file]) => !/^src\/(payments|emulator|api|wire)\//.test(file))
    const used = outside.filter(([, text]) =>
      /"[^"]*(?:\/payments\/|generated\/Payments|errors\/Payments)[^"]*"/.test(text)
    )
    expect(used.map(([file]) => file)).toStrictEqual([])
  })

  describe("the checker", () => {
    it("follows the order of folders, also for types and dynamic imports", () => {
      accepts("src/client/Teams.ts", `import * as Session from "../session/Session.ts"`)
      accepts("src/client/Teams.ts", `import * as A from "./CurrentUser.ts"\nexport { b } from "../domain/Team.ts"`)
      accepts("src/server/Users.ts", `import * as Users from "../client/CurrentUser.ts"`)
      rejects("src/client/Teams.ts", `import * as T from "../server/Teams.ts"`, "src/client may not import src/server")
      rejects(
        "src/http/Transport.ts",
        `import type * as S from "../session/Session.ts"`,
        "src/http may not import src/session"
      )
      rejects("src/domain/Mfa.ts", `export * from "../api/Users.ts"`, "src/domain may not import src/api")
      rejects("src/domain/Mfa.ts", `const a = () => import("../api/Users.ts")`, "src/domain may not import src/api")
      rejects("src/domain/Mfa.ts", `type A = import("../http/Http.ts").A`, "src/domain may not import src/http")
      accepts("src/domain/Mfa.ts", `import type { A } from "../api/Users.ts"\ntype B = import("../api/Users.ts").B`)
      rejects(
        "src/token/MemoryTokenStore.ts",
        `import { a } from "../http/Http.ts"`,
        "src/token may not import src/http"
      )
      rejects("src/http/Http.ts", `\n\nimport { a } from "../../test/a.ts"`, "src/http/Http.ts:3 imports test/a.ts")
      rejects("src/misc/A.ts", ``, "src/misc has no place")
    })

    it("keeps schemas out of the domain, also their types", () => {
      rejects("src/domain/A.ts", `import type * as Schema from "effect/Schema"`, "schemas belong to src/api")
      accepts("src/api/A.ts", `import * as Schema from "effect/Schema"`)
    })

    it("keeps the emulator independent", () => {
      accepts(
        "src/emulator/A.ts",
        `import "../domain/A.ts"\nimport "../../src/api/A.ts"\nimport "node:sqlite"\nimport "jose"`
      )
      accepts("src/testing/A.ts", `import "../emulator/A.ts"`)
      accepts("src/cli/A.ts", `import "../emulator/A.ts"`)
      rejects("src/emulator/A.ts", `import "undici"`, "src/emulator may not import undici")
    })

    it.each(["http", "token", "session", "client", "promise", "platform"])(
      "keeps the emulator and %s apart",
      (folder) => {
        rejects(
          "src/emulator/A.ts",
          `import * as A from "../${folder}/A.ts"`,
          `src/emulator may not import src/${folder}`
        )
        rejects(`src/${folder}/A.ts`, `import * as A from "../emulator/A.ts"`, `${folder} may not import src/emulator`)
      }
    )

    it.each([
      ["handlers/A.ts", "http/A.ts"],
      ["accounts/A.ts", "teams/B.ts"],
      ["accounts/A.ts", "settings/Settings.ts"],
      ["background/Background.ts", "storage/A.ts"],
      ["pipeline/A.ts", "handlers/Routes.ts"]
    ] as const)("lets $0 import $1", (from, to) => {
      expect(misorders(from, to)).toStrictEqual([])
    })

    it.each([
      ["storage/A.ts", "projects/A.ts"],
      ["teams/A.ts", "accounts/A.ts"],
      ["idp/A.ts", "oauth/A.ts"],
      ["http/A.ts", "handlers/A.ts"],
      ["handlers/A.ts", "RequestHandler.ts"],
      ["settings/Settings.ts", "http/A.ts"],
      ["unheard/A.ts", "storage/A.ts"]
    ] as const)("lets $0 not import $1", (from, to) => {
      const message = `emulator/${from.split("/")[0]} may not import emulator/${to.split("/")[0]}`
      expect(misorders(from, to)[0]).toContain(message)
    })

    it("keeps what is below internal to its folder", () => {
      accepts("src/token/MemoryTokenStore.ts", `import "./internal/Intents.ts"`)
      rejects(
        "src/session/Session.ts",
        `import "../token/internal/Intents.ts"`,
        "src/token/internal/Intents.ts is internal to src/token"
      )
    })

    it("keeps what only its own folder uses below internal, but for what an entry point shows", () => {
      const used = (users: Record<string, string>) => violations({ "src/react/A.ts": "", ...users })
      const own = { "src/react/B.ts": `import "./A.ts"`, "src/react/index.ts": `import "./B.ts"` }
      expect(used(own)).toStrictEqual([
        "src/react/A.ts:1 only src/react/ imports this: it belongs to src/react/internal/"
      ])
      expect(used({ ...own, "src/react/index.ts": `import "./A.ts"\nimport "./B.ts"` })).toStrictEqual([])
      expect(used({ ...own, "src/expo/C.ts": `import "../react/A.ts"` })).toStrictEqual([])
    })

    it("shows which modules of the emulator's folders are for others", () => {
      const folder = (files: Record<string, string>) =>
        violations({ "src/emulator/storage/internal/B.ts": "", ...files })
      const use = { "src/emulator/Emulator.ts": `import "./storage/A.ts"` }
      expect(folder({ ...use, "src/emulator/storage/A.ts": `import "./internal/B.ts"` })).toStrictEqual([])
      expect(folder({ "src/emulator/RequestHandler.ts": `import "./storage/internal/B.ts"` })).toStrictEqual([
        "src/emulator/RequestHandler.ts:1 src/emulator/storage/internal/B.ts is internal to emulator/storage"
      ])
      const inner = { "src/emulator/storage/A.ts": `import "./C.ts"`, "src/emulator/storage/C.ts": "" }
      expect(folder({ ...use, ...inner })).toStrictEqual([
        "src/emulator/storage/C.ts:1 only src/emulator/storage/ imports this: it belongs to src/emulator/storage/internal/"
      ])
      rejects("src/emulator/RequestHandler.ts", `import "./handlers/Users.ts"`, "is internal to emulator/handlers")
    })

    it("follows the order of the backend's folders", () => {
      accepts("src/backend/middleware/A.ts", `import "../verify/A.ts"\nimport "../fleet/A.ts"`)
      accepts("src/backend/fleet/A.ts", `import "../AuthErrors.ts"\nimport "../telemetry/A.ts"`)
      accepts("src/backend/Backend.ts", `import "./middleware/A.ts"\nimport "./request/RequestAuth.ts"`)
    })

    it.each([
      ["fleet", "verify"],
      ["verify", "middleware"],
      ["webhooks", "middleware"],
      ["middleware", "request"]
    ] as const)("lets backend/$0 not import backend/$1", (from, to) => {
      rejects(`src/backend/${from}/A.ts`, `import "../${to}/A.ts"`, `backend/${from} may not import backend/${to}`)
    })

    it("finds circles, however long, but for those of types", () => {
      const use = { "src/session/S.ts": `import "../http/A.ts"\nimport "../http/B.ts"\nimport "../http/C.ts"` }
      const circle = (last: string) =>
        violations({
          ...use,
          "src/http/A.ts": `import "./B.ts"`,
          "src/http/B.ts": `import { c } from "./C.ts"`,
          "src/http/C.ts": last
        })
      expect(circle(`\nexport { a } from "./A.ts"`)).toStrictEqual([
        "src/http/C.ts:2 imports in a circle: src/http/A.ts → src/http/B.ts → src/http/C.ts → src/http/A.ts"
      ])
      expect(circle(`import type { a } from "./A.ts"`)).toStrictEqual([])
      expect(violations({ ...use, "src/http/A.ts": `import "./A.ts"` })).toHaveLength(1)
    })

    it("imports Effect per module and only packages that users have", () => {
      accepts("src/http/A.ts", `import * as Effect from "effect/Effect"\nimport * as H from "effect/http/HttpClient"`)
      rejects("src/http/A.ts", `import { Effect } from "effect"`, `imports the barrel "effect"`)
      rejects("src/http/A.ts", `import type { Effect } from "effect"`, `imports the barrel "effect"`)
      rejects("src/http/A.ts", `import { HttpClient } from "effect/http"`, `imports the barrel "effect/http"`)
      rejects("src/cli/A.ts", `import { NodeRuntime } from "@effect/platform-node"`, "imports the barrel")
      rejects("src/http/A.ts", `import "vitest"`, "vitest is neither a dependency")
    })

    it("keeps server code out of browsers", () => {
      const browser = (files: Record<string, string>) =>
        violations({ "src/index.ts": `export * from "./client/A.ts"`, ...files })
      expect(browser({ "src/client/A.ts": `import "../http/B.ts"`, "src/http/B.ts": "" })).toStrictEqual([])
      expect(
        browser({ "src/client/A.ts": `import "../http/B.ts"`, "src/http/B.ts": `import "node:fs"` })
      ).toStrictEqual([
        "src/http/B.ts:1 node:fs is not for browsers, but reachable: src/index.ts → src/client/A.ts → src/http/B.ts → node:fs"
      ])
      const promise = { "src/promise/index.ts": `export { a } from "./A.ts"` }
      expect(violations({ ...promise, "src/promise/A.ts": `import { b } from "../server/B.ts"` })).toHaveLength(1)
      expect(violations({ ...promise, "src/promise/A.ts": `const b = import("../admin/B.ts")` })).toHaveLength(1)
      expect(violations({ ...promise, "src/promise/A.ts": `import type { b } from "../server/B.ts"` })).toHaveLength(0)
      expect(violations({ ...promise, "src/promise/A.ts": `import { type b } from "../server/B.ts"` })).toHaveLength(0)
    })

    it.each(["effect/Schema", "effect/SchemaAST", "effect/Config", "effect/http-api/HttpApi"])(
      "refuses $0 in what apps import",
      (module) => {
        const react = { "src/react/index.ts": `import "../operation/A.ts"` }
        expect(violations({ ...react, "src/operation/A.ts": `import * as A from "${module}"` })).toStrictEqual([
          `src/operation/A.ts:1 ${module} interprets schemas, but reachable: src/react/index.ts → src/operation/A.ts → ${module}`
        ])
        expect(violations({ ...react, "src/operation/A.ts": `import type * as A from "effect/Schema"` })).toHaveLength(
          0
        )
        expect(violations({ "src/operation/A.ts": `import * as A from "effect/Schema"` })).toHaveLength(0)
      }
    )

    it.each([
      `const a = Date.now()`,
      `const a = { now: Date.now }`,
      `const a = globalThis.Date.now()`,
      `const g = globalThis`,
      `const { now } = Date`,
      `queueMicrotask(() => {})`,
      `new XMLHttpRequest()`,
      `new globalThis.WebSocket("wss://example.org")`,
      `navigator.sendBeacon("/")`,
      "const a = (x: string) => import(`../api/${x}.ts`)",
      `const a = new Date()`,
      `const a = new globalThis.Date()`,
      `const a = Date()`,
      `const a = performance.now()`,
      `const a = Math.random()`,
      `const a = Math["random"]()`,
      `setTimeout(() => {}, 1)`,
      `globalThis.setTimeout(() => {}, 1)`,
      `const a = () => setInterval(f, 1)`,
      `class A { a() { return process.env.A } }`,
      `const { a } = process.env`,
      `fetch("/")`,
      `import { setTimeout as s } from "node:timers/promises"`
    ])("takes time, randomness, network and environment from services, but in platform and cli: %s", (text) => {
      rejects("src/client/A.ts", text, "src/client/A.ts:1 ")
      accepts("src/platform/A.ts", text)
      accepts("src/cli/A.ts", text)
    })

    it("leaves fetch to the default of http", () => {
      rejects("src/http/A.ts", `fetch("/")`, "ambient fetch(")
      accepts("src/http/A.ts", `const a = globalThis.fetch`)
      rejects("src/client/A.ts", `const a = globalThis.fetch`, "ambient globalThis.fetch")
    })

    it.each([
      `const a = new Date(0)`,
      `// Date.now()`,
      `const a = "Date.now() fetch( setTimeout("`,
      `const a = options.fetch("/")`,
      `const a = (fetch: Fetch) => fetch("/")`,
      `const a = ({ fetch = 1 }) => fetch("/")`,
      `type A = typeof globalThis.fetch`,
      `const a = (x: unknown) => x instanceof Date`
    ])("finds no time, randomness, network or environment in %s", (text) => {
      accepts("src/client/A.ts", text)
    })

    it.each(["gatefold/http/Http", "gatefold/http/Http/HttpObserver", "someone/else"])(
      "takes $0 for the key of a service of http/Http.ts",
      (key) => {
        accepts("src/http/Http.ts", `class A extends Context.Service<A, B>()("${key}") {}`)
      }
    )

    it.each([
      `class A extends Context.Service<A, B>()("gatefold/Http") {}`,
      `const A = Context.Reference<B>("gatefold/Http", { defaultValue })`,
      `const A = Context.Service<B>("gatefold/http/HttpObserver")`,
      `class A extends HttpApiMiddleware.Service<A>()("gatefold/http/internal/Http", {}) {}`
    ])("has keys of services name their modules: %s", (text) => {
      rejects("src/http/Http.ts", text, `begin it with "gatefold/http/Http"`)
    })

    it("takes other names, and those of copies of the package, as they are", () => {
      accepts("src/http/Http.ts", `const A = Schema.String.pipe(Schema.brand("gatefold/UserId"))`)
      accepts("src/backend/middleware/AuthMiddleware.ts", `const A = Context.Service<B>("gatefold/backend/Allow")`)
    })

    it("has generic names stand behind the name of their module", () => {
      accepts("src/cli/A.ts", `import * as Target from "./Target.ts"\nimport { findTarget } from "./Target.ts"`)
      accepts("src/cli/A.ts", `import { type find } from "./Target.ts"\nimport { join } from "node:path"`)
      accepts("src/index.ts", `export { find } from "./client/A.ts"`)
    })

    it.each(["find", "parse", "make", "list as listTargets"])("lets nobody import %s by its name", (name) => {
      rejects("src/cli/A.ts", `import { ${name} } from "./Target.ts"`, "import * as Target, and call Target.")
    })

    it("finds functions that only wrap Effect.gen", () => {
      const found = (code: string) =>
        violations({ "src/client/A.ts": code }).filter((message) => message.includes("wraps"))
      const gen = "Effect.gen(function* () { yield* one })"
      expect(found(`export const a = (one: A) => ${gen}`)).toStrictEqual([
        "src/client/A.ts:1 only wraps Effect.gen: use Effect.fnUntraced"
      ])
      expect(found(`export const a = {\n  b: (one: A) =>\n    ${gen}.pipe(Effect.orDie)\n}`)[0]).toContain("A.ts:2")
      expect(found(`export const a = ${gen}\nexport const b = (c: A) => d(c, ${gen})`)).toStrictEqual([])
    })

    it("finds a yield of what a yield returns", () => {
      const found = (code: string) =>
        violations({ "src/client/A.ts": `const a = Effect.gen(function* () {\n  ${code}\n})` })
      expect(found("return yield* (yield* Teams).find(id)")).toStrictEqual([
        "src/client/A.ts:2 yields what it yields: use Service.use, or name the service"
      ])
      expect(found("return (yield* Teams).find(id)")).toStrictEqual([])
      expect(found("return yield* Teams.use(({ find }) => find(id))")).toStrictEqual([])
      expect(found("return yield* Effect.catch((yield* Teams).find(id), other)")).toStrictEqual([])
    })

    it("forbids export * as, and reports what it cannot read", () => {
      accepts("src/index.ts", `export * from "./client/A.ts"`)
      rejects("src/index.ts", `export * as A from "./client/A.ts"`, "export * as")
      rejects("src/http/A.ts", `const = 1`, "does not parse")
    })
  })
})
