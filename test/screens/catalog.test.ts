/** All texts of the screens are in the catalog: none stands in a component, and none is there without a use. */
import * as fs from "node:fs"
import * as path from "node:path"
import { parse } from "@babel/parser"
import { describe, expect, it } from "vitest"
import { en, type Text } from "../../screens/text/en.ts"
import { languages } from "../../screens/text/languages.ts"
import { listChildren, isNode, type Node } from "../../tools/catalog/syntax.ts"

const folder = path.resolve(import.meta.dirname, "../../screens")

const files = fs
  .readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => ({ name: name.replaceAll(path.sep, "/"), text: fs.readFileSync(path.join(folder, name), "utf8") }))

/** What people read or hear of an element. */
const spoken = new Set([
  "action",
  "alt",
  "aria-description",
  "aria-label",
  "aria-roledescription",
  "confirm",
  "description",
  "footer",
  "hint",
  "label",
  "message",
  "placeholder",
  "title",
  "what"
])

/** Names of others, which are the same in every language, and what is no word. */
const isWord = (text: string) => /\p{L}{2}/u.test(text)

/** The texts that an expression can be: those of its branches, too. */
const textsIn = (node: Node): ReadonlyArray<string> => {
  switch (node.type) {
    case "StringLiteral":
      return [String(node["value"])]
    case "TemplateLiteral":
      return (node["quasis"] as ReadonlyArray<{ readonly value: { readonly cooked: string } }>).map(
        ({ value }) => value.cooked
      )
    case "ConditionalExpression":
      return [node["consequent"], node["alternate"]].filter(isNode).flatMap(textsIn)
    case "LogicalExpression":
      return [node["left"], node["right"]].filter(isNode).flatMap(textsIn)
    case "JSXExpressionContainer":
      return isNode(node["expression"]) ? textsIn(node["expression"]) : []
    default:
      return []
  }
}

/** Texts in a component that belong into the catalog. */
const textsOutside = (source: string): ReadonlyArray<string> => {
  const found: Array<string> = []
  const visit = (node: Node) => {
    if (node.type === "JSXText") found.push(String(node["value"]))
    if (node.type === "JSXElement" || node.type === "JSXFragment") {
      const children = (node["children"] as ReadonlyArray<Node>).filter(({ type }) => type === "JSXExpressionContainer")
      found.push(...children.flatMap(textsIn))
    }
    if (node.type === "JSXAttribute" && isNode(node["name"]) && isNode(node["value"])) {
      if (spoken.has(String(node["name"]["name"]))) found.push(...textsIn(node["value"]))
    }
    // `tell("…")` of a toast.
    if (node.type === "CallExpression" && isNode(node["callee"]) && node["callee"]["name"] === "tell") {
      found.push(...(node["arguments"] as ReadonlyArray<Node>).flatMap(textsIn))
    }
    listChildren(node).forEach(visit)
  }
  const { program } = parse(source, { sourceType: "module", plugins: ["jsx", "typescript"] })
  visit(program as unknown as Node)
  return found.map((text) => text.trim().replaceAll(/\s+/g, " ")).filter(isWord)
}

describe("components", () => {
  it("have no texts of their own", () => {
    const outside = files
      .filter(({ name }) => name.endsWith(".tsx"))
      .map(({ name, text }) => ({ name, texts: textsOutside(text) }))
      .filter(({ texts }) => texts.length > 0)
    expect(outside).toStrictEqual([])
  })

  it.each([
    ["<p>Hello there</p>", ["Hello there"]],
    ["<p>{isOn ? 'On it' : name}</p>", ["On it"]],
    ["<p>{`Hello ${name}`}</p>", ["Hello"]],
    ['<Field label="Email" name="email" />', ["Email"]],
    ["<img alt={isOn && 'A cat'} />", ["A cat"]],
    ["() => tell('Saved it')", ["Saved it"]],
    ["<p className='gf-small'>{t.common.email} · {name}</p>", []],
    ["<Badge>·</Badge>", []]
  ])("are found where they have: %s", (source, texts) => {
    expect(textsOutside(`const x = ${source}`)).toStrictEqual(texts)
  })
})

describe("the catalog", () => {
  it("has no text that nothing shows", () => {
    const sources = files.filter(({ name }) => !name.startsWith("text/")).map(({ text }) => text)
    const isUsed = (name: string) => sources.some((text) => new RegExp(`\\.${name}\\b|\\b${name}\\b[,} ]`).test(text))
    const unused = Object.entries(en)
      .filter(([section]) => section !== "errors")
      .flatMap(([section, texts]) => Object.keys(texts).map((name) => ({ section, name })))
      .filter(({ name }) => !isUsed(name))
    expect(unused).toStrictEqual([])
  })
})

/** What each text says, with values that stand out. */
const said = (texts: object, path: ReadonlyArray<string> = []): ReadonlyArray<readonly [name: string, text: string]> =>
  Object.entries(texts).flatMap(([name, text]: [string, unknown]) => {
    const here = [...path, name]
    if (typeof text === "object" && text !== null) return said(text, here)
    return [[here.join("."), typeof text === "function" ? String(text(values)) : String(text)] as const]
  })

const values: unknown = new Proxy(
  {},
  {
    get: (_, name) =>
      ["days", "count", "seconds", "min", "max", "minLength", "maxLength"].includes(String(name))
        ? 3
        : name === "details"
          ? values
          : `<${String(name)}>`
  }
)

const placeholders = (text: string) => (text.match(/<\w+>/g) ?? []).toSorted()

/** Texts that are the same in another language: names, and words that it has borrowed. */
const mostAlike = 0.1

describe.each(Object.entries(languages))("the language %s", (_, load) => {
  it("says everything that English says, in other words and with the same values", async () => {
    const texts: Text = await load()
    const english = said(en)
    const other = new Map(said(texts))
    expect([...other.keys()].toSorted()).toStrictEqual(english.map(([name]) => name).toSorted())
    const values = english.map(([name, text]) => [name, placeholders(text)])
    expect(english.map(([name]) => [name, placeholders(other.get(name) ?? "")])).toStrictEqual(values)
    expect([...other].filter(([, text]) => /undefined|\{|^$|\bE-mail address\b/.test(text))).toStrictEqual([])
    const alike = english.filter(([name, text]) => other.get(name) === text)
    expect(alike.length / english.length).toBeLessThan(mostAlike)
  })
})
