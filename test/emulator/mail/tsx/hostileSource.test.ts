/** No source of a mail does more than a mail needs, or takes longer. */
import { once } from "node:events"
import { Worker } from "node:worker_threads"
import { describe, expect, it } from "@effect/vitest"
import * as fc from "fast-check"
import { templates } from "../../../../src/emulator/mail/tsx/DefaultSources.ts"
import { growsAt } from "../../../prove/fuzz/growsAt.ts"
import { takeSample, countSeeds } from "../../../support/seeds.ts"
import { hostile, marked } from "./hostile.ts"
import { bare, renderHtml, renderMail, shown } from "./render.ts"

describe("a hostile source", () => {
  it.each([
    "globalThis",
    "process",
    "process.env",
    "require('fs')",
    "Function",
    "eval('1')",
    "Reflect",
    "Proxy",
    "Symbol",
    "fetch('http://127.0.0.1')",
    "setTimeout(() => 1)",
    "arguments",
    "constructor",
    "__proto__",
    "toString",
    "hasOwnProperty('a')"
  ])("does not know %s", (expression) => {
    expect(shown(`{${expression}}`)).toMatch(/ is not known\.$/)
  })

  it.each(["''", "(1)", "true", "[]", "({})", "variables", "user", "(() => 1)", "(new Date())", "Math", "String"])(
    "reads no inherited member of %s",
    (object) => {
      for (const name of [
        "constructor",
        "__proto__",
        "prototype",
        "toString.constructor",
        "valueOf",
        "hasOwnProperty",
        "caller",
        "call",
        "apply",
        "bind",
        "__lookupGetter__",
        "__defineGetter__",
        "entries",
        "sort",
        "push"
      ]) {
        const [first, second] = name.split(".")
        const member = second === undefined ? `${object}["${first}"]` : `${object}.${first}?.${second}`
        expect(shown(`{typeof ${member}}`), name).toBe("undefined")
      }
    }
  )

  it("reaches nothing of the JavaScript around it", () => {
    expect({
      constructorOfText: shown(`{"a".at.constructor("return process")()}`),
      constructorOfVariable: shown(`{variables.map.constructor}`, { map: [] }),
      prototypeInSource: shown(
        `{Object.keys({ __proto__: { polluted: 1 } }).join()}{({ __proto__: { polluted: 1 } }).polluted}`
      ),
      prototypeInVariables: shown(
        `{variables.polluted}{Object.keys(variables).join()}`,
        JSON.parse('{"__proto__":{"polluted":1}}')
      )
    }).toStrictEqual({
      constructorOfText: expect.stringContaining("cannot be called"),
      constructorOfVariable: "",
      prototypeInSource: "__proto__",
      prototypeInVariables: "__proto__"
    })
    expect(({} as Record<string, unknown>)["polluted"]).toBe(undefined)
  })

  const list = `[${"1,".repeat(1000)}]`

  it.each([
    "const f = () => f()\nreturn f()",
    "const f = (n) => [f(n), f(n)]\nreturn f(1)",
    "const F = () => <F />\nreturn <F />",
    "const F = () => <><F /><F /></>\nreturn <F />",
    `const l = ${list}\nreturn l.map(() => l.map(() => l.map(() => 1)))`,
    `const l = ${list}\nreturn l.reduce((all) => [...all, ...all], [1])`,
    `const l = ${list}\nreturn l.reduce((all) => all + all, "a")`,
    `const l = ${list}\nreturn l.reduce((all) => \`\${all}\${all}\`, "a")`,
    `const l = ${list}\nreturn l.reduce((all) => <p>{all}</p>, "a")`,
    `const l = ${list}\nreturn l.concat(l).concat(l).reduce((all) => [all], []).join()`,
    `const l = ${list}\nreturn l.reduce((all) => ({ ...all, [Object.keys(all).length]: all }), {})`,
    `const l = ${list}\nreturn l.reduce((all) => all.concat(all), [1])`,
    `const l = ${list}\nconst s = "a".repeat(1e6)\nreturn l.map(() => s).join()`,
    `const l = ${list}\nconst s = "a".repeat(1e6)\nreturn l.map(() => <p title={s} />)`,
    "return 'a'.repeat(1e9)",
    "return 'a'.repeat(1 / 0)",
    "return 'a'.padEnd(1e9, 'b')",
    "return 'a'.padEnd(NaN, 'b') + 'a'.padStart(1 / 0)",
    "return 'a'.repeat(1e6).split('')",
    "return 'a'.repeat(1e6).replaceAll('', 'b'.repeat(1e6))",
    "return 'a'.repeat(1e6).replaceAll('a', '$`')",
    "return Math.max(...'a'.repeat(9e5))",
    "return 'ab'.repeat(1e6).split('b').map(() => 'a'.repeat(1e6))"
  ])("ends, whatever it asks for: $0", (body) => {
    const source = `export function EmailTemplate() {\n${body}\n}`
    expect(renderHtml(source)).toMatch(
      /^template: (?:Line \d+: this (?:takes|makes|is nested)|Line \d+: a text is repeated|The source makes)/
    )
  })

  const exhausted = /^template: (?:Line \d+: this (?:takes|makes)|The source makes|this (?:takes|makes))/

  it("ends soon whatever it does with long texts, and never the process, where there is little memory", async () => {
    const sources = [
      ...[...hostile].map(([name, source]) => [name, source, false]),
      ...[...hostile, ...marked].map(([name, source]) => [name, source, true])
    ]
    const tried = takeSample(sources, 0, 20)
    const worker = new Worker(new URL("./renderWorker.ts", import.meta.url), {
      workerData: { sources: tried },
      resourceLimits: { maxOldGenerationSizeMb: 300 }
    })
    const results: Array<unknown> = []
    worker.on("message", (result) => results.push(result))
    const [code] = await once(worker, "exit")
    expect(code).toBe(0)
    expect(results).toStrictEqual(tried.map(([name]) => [name, expect.stringMatching(exhausted)]))
  })

  it("gets no marks where a comment would be text", () => {
    const source = `export const EmailTemplate = () =>
      <><title>{"Hello"} you</title><style>{"a {}"}</style><p>{1}</p></>`
    const html = String(renderHtml(source, { editable: ["template"] }))
    expect(html).toContain("<title>Hello you</title><style>a {}</style><p><!-- STACK_EXPR_START ")
    expect(html.match(/STACK_/g)).toHaveLength(2)
  })

  it("is marked with work that grows like the source, however it is written", async () => {
    const run = (template: string) => renderMail(template, { editable: ["template"] })
    const component = (jsx: string) => `export const EmailTemplate = () => ${jsx}`
    const sources = [
      (size: number) => component(`<p>${"<b>a</b>".repeat(size / 8)}</p>`),
      (size: number) => component(`<p ${"a='b' ".repeat(size / 12)}>${"a<b/>".repeat(size / 10)}</p>`),
      (size: number) => component(`<p>${"a<b/>\n".repeat(size / 6)}</p>`),
      (size: number) => component(`<p>${"{1}".repeat(size / 3)}</p>`)
    ]
    for (const source of takeSample(sources)) {
      expect(await growsAt(run, source, [100_000]), source(12)).toBeUndefined()
    }
  })

  it("is read in steps that grow like the source, whatever its types could be", () => {
    const types = `export const EmailTemplate = () => <>{[${"String<b>(1),".repeat(20_000)}].length}</>`
    expect(renderHtml(types)).toBe("20000")
  })

  it.each(takeSample(["a<b>(", "a?.<b>(", "a<b>/**/(", "a<b>`${", "a<b<c>>(", "async<T>(a=", "<b>new `${"]))(
    "is read in steps that grow like the source: %s",
    (piece) => {
      const source = `const a = ${piece.repeat(40)}`
      expect(renderHtml(source)).toBe("template: Line 1: it takes too long to read.")
    }
  )

  it("says what is wrong in at most a thousand characters", () => {
    const thrown = renderHtml(`export const EmailTemplate = () => { throw new Error("x".repeat(5e6)) }`)
    expect(thrown).toBe(`template: ${"Line 1: ".padEnd(1000, "x")}…`)
    expect(renderHtml(`export const EmailTemplate = () => undefined["x".repeat(5e6)]`).length).toBeLessThan(1100)
  })

  it("ends, however it is written", () => {
    for (const deep of [
      (n: number) => `const a = ${"(".repeat(n)}1${")".repeat(n)}`,
      (n: number) => `const a = ${"[".repeat(n)}${"]".repeat(n)}`,
      (n: number) => `const a = ${"{a:".repeat(n)}1${"}".repeat(n)}`,
      (n: number) => `const a = ${"-".repeat(n)}1`,
      (n: number) => `const a = ${"!(".repeat(n)}1${")".repeat(n)}`,
      (n: number) => `const a = ${"1+".repeat(n)}1`,
      (n: number) => `const a = ${"1**".repeat(n)}1`,
      (n: number) => `const a = ${"a.".repeat(n)}a`,
      (n: number) => `const a = a${"()".repeat(n)}`,
      (n: number) => `const a = ${"a?".repeat(n)}1${":0".repeat(n)}`,
      (n: number) => `const a = ${"a?b:".repeat(n)}1`,
      (n: number) => `const a = ${"()=>".repeat(n)}1`,
      (n: number) => `const a = ${"(a=".repeat(n)}1${")=>1".repeat(n)}`,
      (n: number) => `const a = ${"(a:".repeat(n)}b${")=>1".repeat(n)}`,
      (n: number) => `const a = ${"a?(b):".repeat(n)}1`,
      (n: number) => `const a = ${"({a:".repeat(n)}1${"})".repeat(n)}`,
      (n: number) => `const a = ${"({a=".repeat(n)}1${"})".repeat(n)}`,
      (n: number) => `const ${"{a:".repeat(n)}b${"}".repeat(n)} = 1`,
      (n: number) => `const ${"[".repeat(n)}b${"]".repeat(n)} = 1`,
      (n: number) => `const a = ${"<p>".repeat(n)}${"</p>".repeat(n)}`,
      (n: number) => `const a = ${"<p>{".repeat(n)}1${"}</p>".repeat(n)}`,
      (n: number) => `const a = ${"<p a=".repeat(n)}"b"${"/>".repeat(n)}`,
      (n: number) => `const a = ${"`${".repeat(n)}1${"}`".repeat(n)}`,
      (n: number) => `${"{".repeat(n)}${"}".repeat(n)}`,
      (n: number) => `${"if(1)".repeat(n)}return`,
      (n: number) => `${"if(1)return;else ".repeat(n)}return`,
      (n: number) => `let a: ${"A<".repeat(n)}B${">".repeat(n)} = 1`,
      (n: number) => `let a: ${"(".repeat(n)}B${")".repeat(n)} = 1`,
      (n: number) => `let a: ${"()=>".repeat(n)}B = 1`,
      (n: number) => `let a: ${"keyof ".repeat(n)}B = 1`,
      (n: number) => `let a: ${"`${".repeat(n)}B${"}`".repeat(n)} = 1`,
      (n: number) => "<".repeat(n),
      (n: number) => "a<".repeat(n),
      (n: number) => "<a ".repeat(n),
      (n: number) => "(a,".repeat(n),
      (n: number) => "/* ".repeat(n),
      (n: number) => "'\\".repeat(n),
      (n: number) => "<p>&".repeat(n),
      (n: number) => `const a = <p>${"a{1}\n".repeat(n)}</p>`,
      (n: number) => "const a = 1\n".repeat(n)
    ]) {
      for (const n of [3, 150, countSeeds(20_000)]) {
        const source = deep(n)
        const result = renderHtml(source)
        expect(result, `${n}`).toContain("template: ")
      }
    }
    expect(renderHtml(`const a = "${"a".repeat(600_000)}"`)).toContain("the source is longer than 500000 characters")
  })

  it("leads to where mails lead only, and adds no markup", () => {
    expect({
      image: shown('<img src="data:image/png;base64,AAAA" />'),
      attributes: shown('<p onclick="a()" onMouseOver={variables.x} {...variables.spread}>a</p>', {
        x: "y",
        spread: { onload: "x", 'a" onload="x': "y", "><script>": "z", srcdoc: "q", style: { "color:red;x": "y" } }
      }),
      style: shown("<style>{variables.css}</style>", { css: "</style><script>" }),
      redirect: shown('<meta httpEquiv="refresh" content="0;url=https://example.com" />')
    }).toStrictEqual({
      image: expect.stringContaining("data:image/png"),
      attributes: "<p>a</p>",
      style: "<style><\\/style><script></style>",
      redirect: expect.not.stringContaining("refresh")
    })
  })

  it.each([
    "javascript:alert(1)",
    " JavaScript:alert(1)",
    "java\nscript:alert(1)",
    "\u0001javascript:alert(1)",
    "vbscript:x",
    "data:text/html,<script>alert(1)</script>",
    "data:image/svg+xml;base64,PHN2Zz4=",
    "file:///etc/passwd",
    "blob:https://example.com/x"
  ])("leads nowhere by the link %j", (href) => {
    expect(shown("<a href={variables.href}>a</a>", { href })).toBe('<a href="#">a</a>')
  })

  it.each(["https://example.com", "HTTP://example.com", "mailto:a@b.c", "tel:+1", "/path", "?a:b", "<link>"])(
    "leads where the link %j does",
    (href) => {
      expect(shown("<a href={variables.href}>a</a>", { href })).not.toContain('"#"')
    }
  )

  it.each(["script", "iframe", "object", "embed", "form", "input", "button", "base", "svg", "math", "video", "frame"])(
    "renders no <%s>",
    (tag) => {
      expect(shown(`<${tag}>a</${tag}>`)).toContain(`<${tag}> cannot be rendered`)
    }
  )

  it.each(["red;background:url(x)", "url(javascript:x)", "expression(x)", "a}b", "\\75rl(x)"])(
    "leaves out the style %j",
    (value) => {
      expect(shown("<p style={{ color: variables.value }}>a</p>", { value })).toBe("<p>a</p>")
    }
  )

  it("shows values as text, whatever they are", () => {
    const listTags = (html: string) => html.match(/<\/?[a-z!][a-z0-9]*/g)
    const jsx =
      "<p title={variables.v} className={variables.v}>{variables.v}<a href={variables.v}>{`${variables.v}`}</a></p>"
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.constantFrom('"><script>x</script>', "' onload='x", "<!--", "]]>")), (v) => {
        expect(listTags(shown(jsx, { v }))).toStrictEqual(["<p", "<a", "</a", "</p"])
      })
    )
  })

  it("is rendered or refused, whatever is changed in it", () => {
    const source = templates[2]!.source
    const pieces = [...source.matchAll(/\w+|\s+|[^\w\s]/g)].map(([piece]) => piece)
    const piece = fc.constantFrom(
      ...pieces,
      "=>",
      "<",
      "/>",
      "{",
      "}",
      "(",
      ")",
      "`",
      "${",
      "'",
      "...",
      "?.",
      "class",
      "\0",
      "\ud800"
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(pieces.length - 1), piece), { maxLength: 4 }), (changes) => {
        const changed = [...pieces]
        for (const [index, other] of changes) changed[index] = other
        expect(["string", "object"]).toContain(typeof renderMail(changed.join(""), { isPreview: true, theme: bare }))
      }),
      { numRuns: countSeeds(500) }
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (some) => {
        expect(["string", "object"]).toContain(typeof renderMail(some.join("")))
      }),
      { numRuns: countSeeds(500) }
    )
  })
})
