/** The plan of chunks keeps code of servers away from clients and modules in a valid order. */
import { describe, expect, it } from "@effect/vitest"
import { chunk, type Modules, planChunks, listSingleModules, throughPackage } from "../../tools/build/chunks.ts"

const makeModules = (code: Readonly<Record<string, string>>): Modules =>
  new Map(Object.entries(code).map(([file, text]) => [file, { code: text, map: null }]))

const plan = (code: Readonly<Record<string, string>>) =>
  Object.fromEntries([...planChunks(makeModules(code))].map(([name, files]) => [name, [...files]]))

describe("planChunks", () => {
  it("puts together the modules of a folder that reach the same packages, after what they import", () => {
    const chunks = plan({
      "session/Session.js": `import { send } from "../http/Send.js"\nimport "effect/Effect"`,
      "http/Config.js": `import * as Config from "effect/Config"\nimport "./Send.js"`,
      "http/Undici.js": `export * from "./Config.js"\nexport * from "undici"`,
      "http/Url.js": `export const a = () => import("undici")`,
      "http/Send.js": `import "./Url.js"\nimport "node:fs"`
    })
    expect(chunks).toStrictEqual({
      "session-node": ["session/Session.js"],
      "http-config-node": ["http/Config.js"],
      "http-config-node-undici": ["http/Undici.js"],
      http: ["http/Url.js"],
      "http-node": ["http/Send.js"]
    })
    const order = Object.keys(chunks)
    expect(order.indexOf("http")).toBeLessThan(order.indexOf("http-node"))
    expect(order.indexOf("http-node")).toBeLessThan(order.indexOf("session-node"))
  })

  it("keeps what servers and admins need away from clients", () => {
    const chunks = plan({
      "admin/Project.js": `import "../server/ServerApp.js"`,
      "promise/AdminApp.js": `import "./ServerApp.js"\nimport "../admin/Project.js"`,
      "promise/ClientApp.js": `import "../client/Password.js"`,
      "promise/ServerApp.js": `import "./ClientApp.js"\nimport "../server/ServerApp.js"`,
      "client/Password.js": "",
      "server/ServerApp.js": ""
    })
    expect(chunks).toStrictEqual({
      client: ["client/Password.js"],
      promise: ["promise/ClientApp.js"],
      server: ["server/ServerApp.js"],
      "promise-server": ["promise/ServerApp.js"],
      "admin-server": ["admin/Project.js"],
      "promise-admin-server": ["promise/AdminApp.js"]
    })
  })

  it("lets modules of a folder import each other in a circle, and chunks not", () => {
    const circle = { "a/One.js": `import "./Two.js"`, "a/Two.js": `import "./One.js"` }
    expect(plan(circle)).toStrictEqual({ a: ["a/One.js", "a/Two.js"] })
    expect(() => plan({ "a/One.js": `import "../b/Two.js"`, "b/Two.js": `import "../a/One.js"` })).toThrow(
      /import each other: a → b → a/
    )
  })
})

describe("chunk", () => {
  it("keeps annotations, and the two names of what two modules call the same", async () => {
    const modules = makeModules({
      "a/One.js": `import { f } from "effect/Function"\nexport const make = /*#__PURE__*/ (() => f({ a: f() }))()`,
      "a/Two.js": `import { make as one } from "./One.js"\nexport const make = () => one`
    })
    const files = await chunk("/dist", modules, ["a/One.js", "a/Two.js"])
    expect([...files.keys()].toSorted()).toStrictEqual(["node/a/One.js", "node/a/Two.js", "node/chunks/a.js"])
    expect(files.get("node/chunks/a.js")!.code).toMatch(/= \/\*[#@]__PURE__\*\/ \(\(\) => f/)
    for (const name of ["node/a/One.js", "node/a/Two.js"]) {
      expect(files.get(name)!.code, name).toMatch(/^export \{ make(\$\d as make)? \} from "\.\.\/chunks\/a\.js";\s*$/)
    }
  })
})

describe("a module that is one file for everybody", () => {
  const modules = makeModules({
    "react/Hook.js": `"use client"\nimport { a } from "../a/One.js"\nimport { b } from "./Work.js"`,
    "react/Work.js": `export const b = () => import("../a/Two.js")`,
    "cli/main.js": `await import("./Run.js")`,
    "a/One.js": ""
  })
  const singles = listSingleModules(modules, new Set(["cli/main.js"]))

  it("acts when it loads, or has a mark for React in its folder", () => {
    expect([...singles]).toStrictEqual(["react/Hook.js", "react/Work.js", "cli/main.js"])
  })

  it("imports the others through package.json", () => {
    const through = (file: string) => {
      const { module, needs } = throughPackage(file, modules.get(file)!, singles)
      return [module.code, ...needs]
    }
    expect(through("react/Hook.js")).toStrictEqual([
      `"use client"\nimport { a } from "#modules/a/One.js"\nimport { b } from "./Work.js"`,
      "a/One.js"
    ])
    expect(through("react/Work.js")).toStrictEqual([`export const b = () => import("#modules/a/Two.js")`, "a/Two.js"])
    expect(through("cli/main.js")).toStrictEqual([`await import("#modules/cli/Run.js")`, "cli/Run.js"])
  })
})
