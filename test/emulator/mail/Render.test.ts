/** Templates of 2025-06 are filled in safely, for any text and within bounded time. */
import { describe, expect, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as fc from "fast-check"
import * as Document from "../../../src/emulator/mail/Document.ts"
import { defaults } from "../../../src/emulator/mail/internal/Defaults.ts"
import * as Render from "../../../src/emulator/mail/internal/Render.ts"
import { fill } from "../../../src/emulator/mail/internal/Variables.ts"
import { isLinear } from "../../support/growth.ts"
import { takeSample } from "../../support/seeds.ts"

const makeLayout = (childrenIds: ReadonlyArray<string>) => ({ type: "EmailLayout", data: { childrenIds } })

const parse = (content: unknown) => Result.getOrThrow(Document.parse(content))

describe("placeholders", () => {
  it.each([
    ["", ""],
    ["Hello {{ name }}{{name}}!", "Hello AnnAnn!"],
    ["{{ none }}{{ empty }}{{ unknown }}{{ __proto__ }}{{ constructor }}.", "."],
    ["{{#if name}}yes{{else}}no{{/if}}", "yes"],
    ["{{#if none}}yes{{else}}no{{/if}}", "no"],
    ["{{#if empty}}yes{{/if}}no", "no"],
    ["{{#if name}}a{{#if none}}b{{else}}c{{/if}}d{{/if}}e", "acde"],
    ["{{#if none}}a{{#if name}}b{{else}}c{{/if}}d{{/if}}e", "e"],
    ["{{ open", "{{ open"],
    ["}} {{/if}} {{else}} x", "}}   x"]
  ] as const)("are filled in, with and without conditions: $0", (template, expected) => {
    const variables = { name: "Ann", none: undefined, empty: "" }

    expect(fill(template, variables)).toBe(expected)
  })

  it("are not looked for in values", () => {
    expect(fill("{{ a }}{{ b }}", { a: "{{ b }}", b: "{{ a }}" })).toBe("{{ b }}{{ a }}")
  })

  it("take any text, in time that grows with its length", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("{{", "}}", "#if ", "/if", "else", " ", "a") }), (template) => {
        expect(typeof fill(template, { a: "b" })).toBe("string")
      })
    )
    for (const hostile of takeSample(["{{", "{{ ", "{{#if a}}", "}}{{", "{{a}}"], 2)) {
      const grows = isLinear(
        (template) => fill(template, { a: "b" }),
        (size) => hostile.repeat(size),
        5_000
      )
      expect(grows, hostile).toBe(true)
    }
  })
})

describe("documents", () => {
  it("include the defaults", () => {
    const parsed = Object.entries(defaults).map(([name, { content }]) => ({ name, result: Document.parse(content) }))
    expect(parsed.filter(({ result }) => Result.isFailure(result))).toStrictEqual([])
  })

  it("may be anything at all before they are read", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (content) => {
        expect(Result.isResult(Document.parse(content))).toBe(true)
        expect(Result.isResult(Document.parse({ root: content, x: content }))).toBe(true)
      })
    )
  })

  const makeNested = (depth: number) => ({
    root: makeLayout(["0"]),
    ...Object.fromEntries(
      Array.from({ length: depth }, (_, i) => [
        String(i),
        { type: "Container", data: { props: { childrenIds: i + 1 < depth ? [String(i + 1)] : [] } } }
      ])
    )
  })

  it("may be nested 49 times", () => {
    expect(Result.isSuccess(Document.parse(makeNested(49)))).toBe(true)
  })

  it.each([60, 20_000])("may not be nested $0 times", (depth) => {
    expect(Result.isFailure(Document.parse(makeNested(depth)))).toBe(true)
  })

  it("show values as text, whatever they are", () => {
    const document = parse({
      root: makeLayout(["text", "heading", "button", "image", "avatar", "html"]),
      text: { type: "Text", data: { props: { text: "{{ v }}" }, style: { fontFamily: "BOOK_SERIF" } } },
      heading: { type: "Heading", data: { props: { text: "{{ v }}" } } },
      button: { type: "Button", data: { props: { text: "{{ v }}", url: "{{ v }}" } } },
      image: { type: "Image", data: { props: { url: "{{ v }}", alt: "{{ v }}", linkHref: "{{ v }}" } } },
      avatar: { type: "Avatar", data: { props: { imageUrl: "{{ v }}", alt: "{{ v }}" } } },
      html: { type: "Html", data: { props: { contents: "<p>{{ v }}</p>" } } }
    })
    const listTags = (html: string) => html.match(/<\/?[a-z!][a-z0-9]*/g)
    const plain = listTags(Render.render(document, { v: "value" }).html)
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.constantFrom(`"><script>alert(1)</script>`, "javascript:alert(1)", "' onload='x", "&lt;")
        ),
        (v) => {
          const { html } = Render.render(document, { v })
          // Line breaks are the one tag that a value can bring about.
          expect(listTags(html)?.filter((tag) => tag !== "<br")).toStrictEqual(plain)
          expect(html).not.toMatch(/(?:href|src)="(?!https?:\/\/|mailto:|#")/)
        }
      )
    )
  })
})
