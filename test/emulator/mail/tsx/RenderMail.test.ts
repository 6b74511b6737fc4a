/** Mails of templates in themes: what they are made of, what is refused, and that no source does more than that. */
import { once } from "node:events"
import { Worker } from "node:worker_threads"
import { describe, expect, it } from "@effect/vitest"
import * as fc from "fast-check"
import {
  newDraft,
  newTemplate,
  noTheme,
  templateOfHtml,
  templates,
  themes
} from "../../../../src/emulator/mail/tsx/DefaultSources.ts"
import { growsAt } from "../../../prove/fuzz/Growth.ts"
import { sampleOf } from "../../../support/seeds.ts"
import { hostile, marked } from "./hostile.ts"
import { bare, htmlOf, mailOf, shown } from "./render.ts"

const theme = themes[0]!.source

describe("the templates and themes of the service", () => {
  it("are rendered for previews, and say what they are", () => {
    for (const { displayName, source } of templates) {
      for (const { source: theme } of themes) {
        const mail = mailOf(source, { theme, isPreview: true })
        expect(mail, displayName).toMatchObject({ notificationCategory: "Transactional" })
        if (typeof mail === "string") continue
        expect(mail.subject).not.toBe("")
        expect(mail.html).toMatch(
          /^<!DOCTYPE html><html lang="en" dir="ltr"><head>.*<\/head><body style=".*<\/body><\/html>$/
        )
        expect(mail.text).toContain("Hello Ann,")
      }
    }
  })

  it("show the values of a mail, and how to unsubscribe", () => {
    const [verification] = templates
    const variables = { emailVerificationLink: "https://example.com/?a=1&code=x" }
    const mail = mailOf(verification!.source, { theme, variables, unsubscribeLink: "https://example.com/u" })
    expect(mail).toMatchObject({
      subject: "Verify your email at Shop",
      text: [
        "Hello Ann,",
        "please follow this link to verify that this email address is yours.",
        "If you did not request this email, you can ignore it.",
        "Verify the address https://example.com/?a=1&code=x",
        "Unsubscribe https://example.com/u from these mails"
      ].join("\n\n")
    })
    expect((mail as { html: string }).html).toContain('href="https://example.com/?a=1&amp;code=x"')
  })

  it("are what new ones begin with", () => {
    expect(mailOf(newTemplate)).toMatchObject({ subject: "Hello Ann!", notificationCategory: "Transactional" })
    expect(mailOf(newDraft, { theme: noTheme })).toMatchObject({ notificationCategory: "Marketing" })
  })

  it("take finished HTML as it is", () => {
    const html = '<p>a "b" `c` ${d} \\ </p>\n<b>é\u2028</b>'
    expect(htmlOf(templateOfHtml(html))).toBe(`<div>${html}</div>`)
  })
})

describe("a mail", () => {
  const withNotes = (notes: string) => `import { Subject, NotificationCategory } from "@stackframe/emails"
    const Notes = () => <>${notes}</>
    export const EmailTemplate = () => <p>a<Notes /></p>`

  it("has the subject and the category that its template gives, wherever it does", () => {
    const source = withNotes("<Subject value={`a ${1}`} /><NotificationCategory value='Marketing' />")
    expect(mailOf(source)).toMatchObject({ subject: "a 1", notificationCategory: "Marketing" })
    expect(htmlOf(source)).toBe("<p>a</p>")
    expect(mailOf(withNotes(""))).toMatchObject({ subject: undefined, notificationCategory: undefined })
    expect(mailOf(withNotes("<Subject value='a' /><Subject value='b' />"))).toMatch(/more than one <Subject>/)
    expect(mailOf(withNotes("<Subject value={1} />"))).toMatch(/value of <Subject> must be a text/)
    // Also in a theme that does not show it.
    const hiding = "export const EmailTheme = () => <p>nothing</p>"
    expect(mailOf(source, { theme: hiding })).toMatchObject({ subject: "a 1", text: "nothing" })
  })

  it("has the variables that its template declares", () => {
    const source = `import { type } from "arktype"
      export const variablesSchema = type({
        name: "string", "count?": "number", size: "'small' | 'large'", tags: "string[]", inner: { deep: "boolean | null" },
        when: "string.date", any: type("string").array(), either: type.enumerated("a", "b"), "more?": "unknown"
      })
      export const EmailTemplate = ({ variables }) => <>{variables.name}{variables.inner.deep === null && "null"}{variables.other}</>`
    const variables = { name: "a", size: "small", tags: ["x"], inner: { deep: null }, other: "undeclared" }
    expect(htmlOf(source, { variables })).toBe("anull")
    for (const [wrong, problem] of [
      [{ name: 1 }, "variables.name must be string (was a number)"],
      [{ name: undefined }, "variables.name must be string (was missing)"],
      [{ count: "1" }, "variables.count must be number (was a string)"],
      [{ size: "huge" }, "variables.size must be 'small' | 'large' (was a string)"],
      [{ tags: ["x", 1] }, "variables.tags must be string[] (was a list)"],
      [{ inner: null }, "variables.inner must be an object (was null)"],
      [{ inner: { deep: "yes" } }, "variables.inner.deep must be boolean | null (was a string)"]
    ] as const) {
      expect(htmlOf(source, { variables: { ...variables, ...wrong } })).toContain(problem)
    }
  })

  it("shows for previews what the sources give for them", () => {
    const source = `export const EmailTemplate = ({ variables }) => <>{variables.a}{variables.b}</>
      EmailTemplate.PreviewVariables = { a: "preview", b: 1 }`
    const theme = `export function EmailTheme({ children, unsubscribeLink }) { return <>{children}{unsubscribeLink}</> }
      EmailTheme.PreviewProps = { unsubscribeLink: "bye" }`
    expect(htmlOf(source, { theme, variables: { b: 2 }, isPreview: true })).toBe("preview2bye")
    expect(htmlOf(source, { theme, variables: { b: 2 }, unsubscribeLink: "!" })).toBe("2!")
  })

  it("knows of user and project no more than their names", () => {
    const source = `export const EmailTemplate = (props) =>
      <>{Object.keys(props).join()} {Object.keys(props.user).join()} {Object.keys(props.project).join()}</>`
    const project = { displayName: "Shop", config: { password: "secret" } }
    expect(htmlOf(source, { project })).toBe("variables,user,project displayName displayName")
  })

  it("is made of the components of React Email", () => {
    const source = `
      import * as React from "react"
      import { Body, Button, CodeInline, Column, Container, Font, Head, Heading, Hr, Html, Img, Link, Preview, Row, Section, Tailwind, Text as Words } from "@react-email/components"
      export const EmailTemplate = () => (
        <Html lang="de"><Head><title>T</title><Font fontFamily="Inter" /></Head><Preview>secret</Preview><Tailwind><Body className="b">
          <Container><Section style={{ padding: 4 }}><Row><Column>a</Column><Column>b</Column></Row></Section></Container>
          <Heading as="h2" mx={4}>h</Heading><Words style={{ fontSize: 20 }}>w</Words><Hr /><Img src="https://example.com/i.png" alt="i" />
          <Button href="https://example.com">go</Button><Link href="mailto:a@example.org">mail</Link><CodeInline>c</CodeInline>
          <React.Fragment key="x">f</React.Fragment>
        </Body></Tailwind></Html>)`
    const mail = mailOf(source)
    expect(mail).toMatchObject({
      text: "a b\n\nh\n\nw\n\ngo https://example.comMAIL".replace("MAIL", "mail mailto:a@example.orgcf")
    })
    const html = htmlOf(source)
    for (const part of [
      '<html lang="de" dir="ltr">',
      "<title>T</title></head>",
      '<div data-skip-in-text="true" style="display:none;',
      '<body class="b">',
      "<tbody><tr><td><table",
      "<tr><td>a</td><td>b</td></tr>",
      '<h2 style="margin-left:4px;margin-right:4px">h</h2>',
      '<p style="font-size:20px;line-height:24px;margin-top:16px;margin-bottom:16px">w</p>',
      '<a target="_blank" href="https://example.com" style="display:inline-block;',
      "<code>c</code>f"
    ]) {
      expect(html).toContain(part)
    }
  })

  it("shows the project's logo that fits the theme", () => {
    const logo = (mode: string) =>
      htmlOf(`import { ProjectLogo } from "@stackframe/emails"
        export const EmailTemplate = () => <ProjectLogo mode="${mode}" data={{ logoUrl: "https://a/l", logoFullUrl: "https://a/f", logoDarkModeUrl: "https://a/d" }} />`)
    expect(logo("light")).toBe('<img src="https://a/f" alt="Logo" style="height:64px">')
    expect(logo("dark")).toBe('<img src="https://a/d" alt="Logo" style="height:32px">')
    expect(
      htmlOf(`import { ProjectLogo } from "@stackframe/emails"
      export const EmailTemplate = () => <ProjectLogo />`)
    ).toBe("")
  })

  it("has a text beside its HTML", () => {
    const text = (jsx: string) => {
      const mail = mailOf(`export const EmailTemplate = () => <>${jsx}</>`)
      return typeof mail === "string" ? mail : mail.text
    }
    for (const [jsx, expected] of [
      ["<h1>Title</h1><p>one <b>two</b></p><p>three</p>", "Title\n\none two\n\nthree"],
      ["<ul><li>a</li><li>b</li></ul>c", "* a\n* b\n\nc"],
      ["<div>a</div><div>b</div>c<br/>d<br/><br/>e", "a\nb\nc\nd\n\ne"],
      ["<table><tbody><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></tbody></table>", "a b\nc"],
      [
        "<a href='https://a.example'>https://a.example</a> <a href='https://b.example?a&b'>b</a>",
        "https://a.example b https://b.example?a&b"
      ],
      ["<style>{'p { color: red }'}</style><head><title>x</title></head>&lt;b&gt; 1 {'<'} 2", "<b> 1 < 2"],
      [
        "<div dangerouslySetInnerHTML={{ __html: 'a<!-- b --><!doctype x>c < d <p title=\\'>\\'>e</p><script>x</script><i' }} />",
        "ac < d\n\ne"
      ]
    ]) {
      expect([jsx, text(jsx!)]).toStrictEqual([jsx, expected])
    }
  })
})

describe("what cannot be rendered", () => {
  it("is named, with its line", () => {
    for (const [source, problem] of [
      ["", "template: The template must export the component EmailTemplate, and there is none."],
      [
        "export const EmailTemplate = 1",
        "template: The template must export the component EmailTemplate, and it is a number."
      ],
      ["const EmailTemplate = () => 1", "there is none"],
      ["export default function EmailTemplate() {}", "there is none"],
      ["\nclass A {}", "template: Line 2: classes cannot be rendered."],
      ["\n\nfor (const a of b) {}", "Line 3: loops (use map) cannot be rendered."],
      ["async function f() {}", "functions that wait cannot be rendered"],
      ["let a = 1\na = 2", "Line 2: the operator = is not rendered."],
      ["let a = 1\na++", "the operator ++ is not rendered"],
      ["const a = /x/", "regular expressions cannot be rendered"],
      ["const a = tag`x`", "tagged templates cannot be rendered"],
      ["const a = function () {}", "functions in expressions (use an arrow) cannot be rendered"],
      ["const a = import('x')", "imports at run time cannot be rendered"],
      ["import('x')", "imports at run time cannot be rendered"],
      ["const a = await b", "waiting cannot be rendered"],
      ["const a = this", "this cannot be rendered"],
      ["const a = 1 & 2", "the operator & is not rendered"],
      ["const a = 'x' in {}", "the operator in is not rendered"],
      ["const a = (1, 2)", "the operator , is not rendered"],
      ["const a = { f() {} }", "methods (use an arrow) cannot be rendered"],
      ["enum A {}", "enumerations cannot be rendered"],
      ["const a = 1\nexport { a }", "lists of exports are not understood"],
      ["const a = 12n", "bigints cannot be rendered"],
      ["const a = 'x", "Unterminated string constant."],
      ["const a = `x", "Unterminated template."],
      ["/* x", "Unterminated comment."],
      ["const a = '\\u{110000}'", "Code point out of bounds."],
      ["const a = <p>", "Unexpected token."],
      ["const a = <p></b>", "Expected corresponding JSX closing tag for <p>."],
      ["const a = <p>a > b</p>", "Unexpected token `>`"],
      ["const a = <p>{...b}</p>", "a spread between tags cannot be rendered"],
      ["const a = 1 2", "Missing semicolon."],
      ["const = 1", "Unexpected token."],
      ["const a", "Missing initializer in const declaration."],
      ["const a = ¤", "Unexpected character '¤'."],
      ["1 + 1", "a statement without effect"],
      ["const a = { b: 1 }\na.b = 2", "only components get properties, and a is none"]
    ] as const) {
      expect([source, mailOf(source)]).toStrictEqual([source, expect.stringContaining(problem)])
    }
  })

  it("is named where it goes wrong only with the values of a mail", () => {
    for (const [jsx, problem] of [
      ["{unknown}", "unknown is not known"],
      ["{variables.a.b}", "b of undefined cannot be read"],
      ["{variables.a()}", "variables.a is undefined, and cannot be called"],
      ["<p>{user}</p>", "an object cannot be shown"],
      ["<p>{() => 1}</p>", "a function cannot be shown"],
      ["<p>{new Date()}</p>", "a date cannot be shown (use toLocaleDateString)"],
      ["{new Map()}", "new Map cannot be rendered"],
      ["{[1].map(1)}", "a number is not a function"],
      ["{[].reduce((a) => a)}", "an empty list is reduced to nothing"],
      ["{'a'.repeat(-1)}", "a text is repeated 0 times or more"],
      ["{(1).toLocaleString('no such locale')}", "Incorrect locale information provided"],
      ["{new Date('x').toISOString()}", "Invalid time value"],
      ["{`${user}`}", "an object has no text"],
      ["{user * 2}", "an object is no number"],
      ["{[...user]}", "an object is no list"],
      ["<Unknown />", "Unknown is not known"],
      ["<user />", "<user> cannot be rendered"],
      ["<user.displayName.x />", "user.displayName.x is undefined, and no component"],
      ["<p style='color: red'>a</p>", "a style is an object, not a string"],
      ["<p title={user}>a</p>", "an object has no text"]
    ] as const) {
      expect([jsx, shown(`\n${jsx}`)]).toStrictEqual([jsx, expect.stringContaining(`template: Line 2: ${problem}`)])
    }
    expect(htmlOf("export const EmailTemplate = () => { throw new Error('on purpose') }")).toBe(
      "template: Line 1: on purpose."
    )
    expect(mailOf(newTemplate, { theme: "export const EmailTheme = () => { throw 'dark' }" })).toBe(
      "theme: Line 1: dark."
    )
    expect(mailOf(newTemplate, { theme: "" })).toBe(
      "theme: The theme must export the component EmailTheme, and there is none."
    )
  })

  it("may be imported as long as it is not used", () => {
    const source = (jsx: string) => `import { Markdown, type Props, Button } from "@react-email/components"
      import fs from "node:fs"
      import type { X } from "anything"
      export const EmailTemplate = (props: Props) => ${jsx}`
    expect(htmlOf(source("<p>a</p>"))).toBe("<p>a</p>")
    expect(htmlOf(source("<Markdown>a</Markdown>"))).toBe(
      'template: Line 4: Markdown of "@react-email/components" cannot be rendered.'
    )
    expect(htmlOf(source("<>{fs.readFileSync('/etc/passwd')}</>"))).toContain('default of "node:fs" cannot be rendered')
  })
})

describe("a hostile source", () => {
  it("reaches nothing of the JavaScript around it", () => {
    for (const expression of [
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
    ]) {
      expect([expression, shown(`{${expression}}`)]).toStrictEqual([
        expression,
        expect.stringMatching(/ is not known\.$/)
      ])
    }
    for (const object of [
      "''",
      "(1)",
      "true",
      "[]",
      "({})",
      "variables",
      "user",
      "(() => 1)",
      "(new Date())",
      "Math",
      "String"
    ]) {
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
        expect([member, shown(`{typeof ${member}}`)]).toStrictEqual([member, "undefined"])
      }
    }
    expect(shown(`{"a".at.constructor("return process")()}`)).toContain("cannot be called")
    expect(shown(`{variables.map.constructor}`, { map: [] })).toBe("")
    expect(
      shown(`{Object.keys({ __proto__: { polluted: 1 } }).join()}{({ __proto__: { polluted: 1 } }).polluted}`)
    ).toBe("__proto__")
    expect(
      shown(`{variables.polluted}{Object.keys(variables).join()}`, JSON.parse('{"__proto__":{"polluted":1}}'))
    ).toBe("__proto__")
    expect(({} as Record<string, unknown>)["polluted"]).toBe(undefined)
  })

  it("ends, whatever it asks for", () => {
    const list = `[${"1,".repeat(1000)}]`
    for (const body of [
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
    ]) {
      const source = `export function EmailTemplate() {\n${body}\n}`
      expect([body, htmlOf(source)]).toStrictEqual([
        body,
        expect.stringMatching(
          /^template: (?:Line \d+: this (?:takes|makes|is nested)|Line \d+: a text is repeated|The source makes)/
        )
      ])
    }
  })

  const exhausted = /^template: (?:Line \d+: this (?:takes|makes)|The source makes|this (?:takes|makes))/

  it("ends soon whatever it does with long texts, and never the process, where there is little memory", async () => {
    const sources = [
      ...[...hostile].map(([name, source]) => [name, source, false]),
      ...[...hostile, ...marked].map(([name, source]) => [name, source, true])
    ]
    const tried = sampleOf(sources)
    const worker = new Worker(new URL("./renderWorker.ts", import.meta.url), {
      workerData: { sources: tried },
      resourceLimits: { maxOldGenerationSizeMb: 300 }
    })
    const results: Array<unknown> = []
    worker.on("message", (result) => results.push(result))
    const [code] = await once(worker, "exit")
    expect([code, results.length]).toStrictEqual([0, tried.length])
    for (const result of results) expect(result).toStrictEqual([expect.any(String), expect.stringMatching(exhausted)])
  })

  it("gets no marks where a comment would be text", () => {
    const source = `export const EmailTemplate = () =>
      <><title>{"Hello"} you</title><style>{"a {}"}</style><p>{1}</p></>`
    const html = String(htmlOf(source, { editable: ["template"] }))
    expect(html).toContain("<title>Hello you</title><style>a {}</style><p><!-- STACK_EXPR_START ")
    expect(html.match(/STACK_/g)).toHaveLength(2)
  })

  it("is marked with work that grows like the source, however it is written", async () => {
    const run = (template: string) => mailOf(template, { editable: ["template"] })
    const component = (jsx: string) => `export const EmailTemplate = () => ${jsx}`
    for (const source of [
      (size: number) => component(`<p>${"<b>a</b>".repeat(size / 8)}</p>`),
      (size: number) => component(`<p ${"a='b' ".repeat(size / 12)}>${"a<b/>".repeat(size / 10)}</p>`),
      (size: number) => component(`<p>${"a<b/>\n".repeat(size / 6)}</p>`),
      (size: number) => component(`<p>${"{1}".repeat(size / 3)}</p>`)
    ]) {
      expect([source(12), await growsAt(run, source, [100_000])]).toStrictEqual([source(12), undefined])
    }
  })

  it("is read in steps that grow like the source, whatever its types could be", () => {
    for (const piece of ["a<b>(", "a?.<b>(", "a<b>/**/(", "a<b>`${", "a<b<c>>(", "async<T>(a=", "<b>new `${"]) {
      const source = `const a = ${piece.repeat(40)}`
      expect([piece, htmlOf(source)]).toStrictEqual([piece, "template: Line 1: it takes too long to read."])
    }
    const types = `export const EmailTemplate = () => <>{[${"String<b>(1),".repeat(20_000)}].length}</>`
    expect(htmlOf(types)).toBe("20000")
  })

  it("says what is wrong in at most a thousand characters", () => {
    const thrown = htmlOf(`export const EmailTemplate = () => { throw new Error("x".repeat(5e6)) }`)
    expect(thrown).toBe(`template: ${"Line 1: ".padEnd(1000, "x")}…`)
    expect(htmlOf(`export const EmailTemplate = () => undefined["x".repeat(5e6)]`).length).toBeLessThan(1100)
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
      for (const n of [3, 150, 1_000, 20_000]) {
        const source = deep(n)
        const result = htmlOf(source)
        expect([source.slice(0, 30), n, result]).toStrictEqual([
          source.slice(0, 30),
          n,
          expect.stringContaining("template: ")
        ])
      }
    }
    expect(htmlOf(`const a = "${"a".repeat(600_000)}"`)).toContain("the source is longer than 500000 characters")
  })

  it("leads to where mails lead only, and adds no markup", () => {
    for (const href of [
      "javascript:alert(1)",
      " JavaScript:alert(1)",
      "java\nscript:alert(1)",
      "\u0001javascript:alert(1)",
      "vbscript:x",
      "data:text/html,<script>alert(1)</script>",
      "data:image/svg+xml;base64,PHN2Zz4=",
      "file:///etc/passwd",
      "blob:https://example.com/x"
    ]) {
      expect(shown("<a href={variables.href}>a</a>", { href })).toBe('<a href="#">a</a>')
    }
    for (const href of [
      "https://example.com",
      "HTTP://example.com",
      "mailto:a@b.c",
      "tel:+1",
      "/path",
      "?a:b",
      "<link>"
    ]) {
      expect(shown("<a href={variables.href}>a</a>", { href })).not.toContain('"#"')
    }
    expect(shown('<img src="data:image/png;base64,AAAA" />')).toContain("data:image/png")
    for (const tag of [
      "script",
      "iframe",
      "object",
      "embed",
      "form",
      "input",
      "button",
      "base",
      "svg",
      "math",
      "video",
      "frame"
    ]) {
      expect(shown(`<${tag}>a</${tag}>`)).toContain(`<${tag}> cannot be rendered`)
    }
    expect(
      shown('<p onclick="a()" onMouseOver={variables.x} {...variables.spread}>a</p>', {
        x: "y",
        spread: { onload: "x", 'a" onload="x': "y", "><script>": "z", srcdoc: "q", style: { "color:red;x": "y" } }
      })
    ).toBe("<p>a</p>")
    expect(shown("<style>{variables.css}</style>", { css: "</style><script>" })).toBe(
      "<style><\\/style><script></style>"
    )
    expect(shown('<meta httpEquiv="refresh" content="0;url=https://example.com" />')).not.toContain("refresh")
    for (const value of ["red;background:url(x)", "url(javascript:x)", "expression(x)", "a}b", "\\75rl(x)"]) {
      expect(shown("<p style={{ color: variables.value }}>a</p>", { value })).toBe("<p>a</p>")
    }
  })

  it("shows values as text, whatever they are", () => {
    const tagsOf = (html: string) => html.match(/<\/?[a-z!][a-z0-9]*/g)
    const jsx =
      "<p title={variables.v} className={variables.v}>{variables.v}<a href={variables.v}>{`${variables.v}`}</a></p>"
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.constantFrom('"><script>x</script>', "' onload='x", "<!--", "]]>")), (v) => {
        expect(tagsOf(shown(jsx, { v }))).toStrictEqual(["<p", "<a", "</a", "</p"])
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
        expect(["string", "object"]).toContain(typeof mailOf(changed.join(""), { isPreview: true, theme: bare }))
      }),
      { numRuns: 500 }
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (some) => {
        expect(["string", "object"]).toContain(typeof mailOf(some.join("")))
      }),
      { numRuns: 500 }
    )
  })
})
