/** The build marks what has no side effects, so that bundlers drop what an app doesn't use. */
import { describe, expect, it } from "@effect/vitest"
import { decode, encode } from "@jridgewell/sourcemap-codec"
import * as Record from "effect/Record"
import * as esbuild from "esbuild"
import { rolldown } from "rolldown"
import { markPure } from "../../tools/build/pure.ts"

/** Stands for a package of somebody else, of which a bundler knows nothing. */
const library = `export const Schema = globalThis.Schema; export const make = globalThis.make; export const String = {}`

const declarations = `
import * as L from "library"
export const used = { value: make() }
function make() { return globalThis.value }
export const call = L.make("MARK_call")
export const nested = L.make({ MARK_nested: L.make({ id: L.String }) })
export const chained = L.make("MARK_chained").pipe(L.make(), (x) => x)
export const object = { MARK_object: L.String, deep: [L.make()] }
export const spread = { ...object, MARK_spread: 1 }
export const fields = nested.fields
export const derived = L.make({ ...nested.fields, MARK_derived: nested.fields.id })
export const instance = new L.make({ MARK_instance: L.make() })
export const iife = (() => "MARK_iife")()
export const generic = L.make("MARK_generic")(function* () {})
export class NotFound extends L.make()("MARK_class", { code: "A", details: L.make({ id: L.String }) }) {}
export class Service extends L.make()("MARK_service") {
  static layer = L.make(Service, { MARK_static: L.make() })
  static text = "MARK_text"
  get message() { return "" }
}
`

const entry = (names: string) => `import { ${names} } from "module"\nconsole.log(${names})`

const bundles = async (code: string, names: string): Promise<Record<string, string>> => {
  const modules: Record<string, string> = { entry: entry(names), module: code, library }
  const build = await rolldown({
    input: "entry",
    plugins: [
      {
        name: "memory",
        resolveId: (id) => (id in modules ? `\0${id}` : null),
        load: (id) => modules[id.slice(1)] ?? null
      }
    ]
  })
  const { output } = await build.generate({ format: "esm" })
  const result = await esbuild.build({
    stdin: { contents: modules.entry!, resolveDir: "/" },
    bundle: true,
    write: false,
    format: "esm",
    plugins: [
      {
        name: "memory",
        setup: (hooks) => {
          hooks.onResolve({ filter: /^(module|library)$/ }, ({ path }) => ({ path, namespace: "memory" }))
          hooks.onLoad({ filter: /.*/, namespace: "memory" }, ({ path }) => ({ contents: modules[path]! }))
        }
      }
    ]
  })
  return { rolldown: output[0].code, esbuild: result.outputFiles[0]!.text }
}

describe("markPure", () => {
  const { code, effects } = markPure(declarations, encode([]))

  it("lets bundlers drop every unused declaration", async () => {
    for (const [bundler, text] of Object.entries(await bundles(code, "used"))) {
      expect(text.match(/MARK_\w+|fields/g) ?? [], `${bundler}\n${text}`).toStrictEqual([])
    }
  })

  it("would not without annotations", async () => {
    for (const text of Object.values(await bundles(declarations, "used"))) expect(text).toMatch(/MARK_class/)
  })

  it("keeps what is used", async () => {
    const marks = ["chained", "class", "derived", "nested", "service", "static", "text"]
    const kept = Record.map(await bundles(code, "NotFound, derived, Service"), (text) =>
      marks.filter((mark) => text.includes(`MARK_${mark}`))
    )
    expect(kept).toStrictEqual(Record.map(kept, () => marks.slice(1)))
  })

  it.each([
    `export const f = () => g()`,
    `export const a = 1`,
    `export const t = { a: [1, -1, "b"], f() { return g() } }`,
    `import * as A from "a"\nexport const b = A.b`,
    `export function f() { const a = g(); return a }`,
    `export const C = class { a = g() }`,
    `export const x = await g()`
  ])("leaves functions, literals and imported bindings alone: $0", (text) => {
    expect(markPure(text, "").code).toBe(text)
  })

  it("names the statements that act when the module loads", () => {
    expect(effects).toStrictEqual([])
    const text = `"use client"\nexport * from "a"\nA.b = 1\nregister(\n  1\n)\nif (a) b()\nexport const f = () => g()`
    expect(markPure(text, "").effects).toStrictEqual(["A.b = 1", "register(", "if (a) b()"])
  })

  it("moves source map columns along", () => {
    const text = `const a = f({ b: g() }), c = h()\nconst d = g({ é: "😀" }), e = k(k())`
    const at = (line: string, token: string) => line.indexOf(token)
    const lines = text.split("\n")
    const map = encode([
      ["f(", "g()", "c =", "h()"].map((token) => [at(lines[0]!, token), 0, 0, at(lines[0]!, token)]),
      ["g(", "e =", "k(", "k())"].map((token) => [at(lines[1]!, token), 0, 1, at(lines[1]!, token)])
    ])
    const marked = markPure(text, map)
    const output = marked.code.split("\n")
    decode(marked.mappings).forEach((segments, line) =>
      segments.forEach((segment) => {
        const [column, , , original] = segment as [number, number, number, number]
        expect(output[line]!.slice(column, column + 3)).toBe(lines[line]!.slice(original, original + 3))
      })
    )
  })
})
