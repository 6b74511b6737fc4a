/** Mails of templates in themes: what they are made of, and what is refused. */
import { describe, expect, it } from "@effect/vitest"
import {
  newDraft,
  newTemplate,
  noTheme,
  toTemplate,
  templates,
  themes
} from "../../../../src/emulator/mail/tsx/DefaultSources.ts"
import { renderHtml, renderMail, shown } from "./render.ts"

const theme = themes[0]!.source

describe("the templates and themes of the service", () => {
  it("are rendered for previews, and say what they are", () => {
    for (const { displayName, source } of templates) {
      for (const { source: theme } of themes) {
        const mail = renderMail(source, { theme, isPreview: true })
        expect(mail, displayName).toMatchObject({
          notificationCategory: "Transactional",
          subject: expect.stringMatching(/./),
          html: expect.stringMatching(
            /^<!DOCTYPE html><html lang="en" dir="ltr"><head>.*<\/head><body style=".*<\/body><\/html>$/
          ),
          text: expect.stringContaining("Hello Ann,")
        })
      }
    }
  })

  it("show the values of a mail, and how to unsubscribe", () => {
    const [verification] = templates
    const variables = { emailVerificationLink: "https://example.com/?a=1&code=x" }
    const mail = renderMail(verification!.source, { theme, variables, unsubscribeLink: "https://example.com/u" })
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
    expect(renderMail(newTemplate)).toMatchObject({ subject: "Hello Ann!", notificationCategory: "Transactional" })
    expect(renderMail(newDraft, { theme: noTheme })).toMatchObject({ notificationCategory: "Marketing" })
  })

  it("take finished HTML as it is", () => {
    const html = '<p>a "b" `c` ${d} \\ </p>\n<b>é\u2028</b>'
    expect(renderHtml(toTemplate(html))).toBe(`<div>${html}</div>`)
  })
})

describe("a mail", () => {
  it("has the texts between the tags of a style one after the other", () => {
    const rules = "{'p { color: '}{variables.color}{variables.none}{[';', ' margin: ', 0]}{' }'}"
    expect(shown(`<style>${rules}</style>`, { color: "red", none: null })).toBe(
      "<style>p { color: red; margin: 0 }</style>"
    )
    expect(shown("<style>{'<'}{variables.rest}</style>", { rest: "/style>" })).toBe("<style><\\/style></style>")
  })

  const withNotes = (notes: string) => `import { Subject, NotificationCategory } from "@stackframe/emails"
    const Notes = () => <>${notes}</>
    export const EmailTemplate = () => <p>a<Notes /></p>`

  it("has the subject and the category that its template gives, wherever it does", () => {
    const source = withNotes("<Subject value={`a ${1}`} /><NotificationCategory value='Marketing' />")
    expect(renderMail(source)).toMatchObject({ subject: "a 1", notificationCategory: "Marketing" })
    expect(renderHtml(source)).toBe("<p>a</p>")
    expect(renderMail(withNotes(""))).toMatchObject({ subject: undefined, notificationCategory: undefined })
    expect(renderMail(withNotes("<Subject value='a' /><Subject value='b' />"))).toMatch(/more than one <Subject>/)
    expect(renderMail(withNotes("<Subject value={1} />"))).toMatch(/value of <Subject> must be a text/)
    // Also in a theme that does not show it.
    const hiding = "export const EmailTheme = () => <p>nothing</p>"
    expect(renderMail(source, { theme: hiding })).toMatchObject({ subject: "a 1", text: "nothing" })
  })

  const declaring = `import { type } from "arktype"
    export const variablesSchema = type({
      name: "string", "count?": "number", size: "'small' | 'large'", tags: "string[]", inner: { deep: "boolean | null" },
      when: "string.date", any: type("string").array(), either: type.enumerated("a", "b"), "more?": "unknown"
    })
    export const EmailTemplate = ({ variables }) => <>{variables.name}{variables.inner.deep === null && "null"}{variables.other}</>`
  const variables = { name: "a", size: "small", tags: ["x"], inner: { deep: null }, other: "undeclared" }

  it("has the variables that its template declares", () => {
    expect(renderHtml(declaring, { variables })).toBe("anull")
  })

  it.each([
    [{ name: 1 }, "variables.name must be string (was a number)"],
    [{ name: undefined }, "variables.name must be string (was missing)"],
    [{ count: "1" }, "variables.count must be number (was a string)"],
    [{ size: "huge" }, "variables.size must be 'small' | 'large' (was a string)"],
    [{ tags: ["x", 1] }, "variables.tags must be string[] (was a list)"],
    [{ inner: null }, "variables.inner must be an object (was null)"],
    [{ inner: { deep: "yes" } }, "variables.inner.deep must be boolean | null (was a string)"]
  ] as const)("has no other variables than its template declares: $0", (wrong, problem) => {
    expect(renderHtml(declaring, { variables: { ...variables, ...wrong } })).toContain(problem)
  })

  it("shows for previews what the sources give for them", () => {
    const source = `export const EmailTemplate = ({ variables }) => <>{variables.a}{variables.b}</>
      EmailTemplate.PreviewVariables = { a: "preview", b: 1 }`
    const theme = `export function EmailTheme({ children, unsubscribeLink }) { return <>{children}{unsubscribeLink}</> }
      EmailTheme.PreviewProps = { unsubscribeLink: "bye" }`
    expect(renderHtml(source, { theme, variables: { b: 2 }, isPreview: true })).toBe("preview2bye")
    expect(renderHtml(source, { theme, variables: { b: 2 }, unsubscribeLink: "!" })).toBe("2!")
  })

  it("knows of user and project no more than their names", () => {
    const source = `export const EmailTemplate = (props) =>
      <>{Object.keys(props).join()} {Object.keys(props.user).join()} {Object.keys(props.project).join()}</>`
    const project = { displayName: "Shop", config: { password: "secret" } }
    expect(renderHtml(source, { project })).toBe("variables,user,project displayName displayName")
  })

  const components = `
    import * as React from "react"
    import { Body, Button, CodeInline, Column, Container, Font, Head, Heading, Hr, Html, Img, Link, Preview, Row, Section, Tailwind, Text as Words } from "@react-email/components"
    export const EmailTemplate = () => (
      <Html lang="de"><Head><title>T</title><Font fontFamily="Inter" /></Head><Preview>secret</Preview><Tailwind><Body className="b">
        <Container><Section style={{ padding: 4 }}><Row><Column>a</Column><Column>b</Column></Row></Section></Container>
        <Heading as="h2" mx={4}>h</Heading><Words style={{ fontSize: 20 }}>w</Words><Hr /><Img src="https://example.com/i.png" alt="i" />
        <Button href="https://example.com">go</Button><Link href="mailto:a@example.org">mail</Link><CodeInline>c</CodeInline>
        <React.Fragment key="x">f</React.Fragment>
      </Body></Tailwind></Html>)`

  it("has the text of React Email's components", () => {
    expect(renderMail(components)).toMatchObject({
      text: "a b\n\nh\n\nw\n\ngo https://example.commail mailto:a@example.orgcf"
    })
  })

  it.each([
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
  ])("makes the HTML of React Email's components: $0", (part) => {
    expect(renderHtml(components)).toContain(part)
  })

  it("shows the project's logo that fits the theme", () => {
    const logo = (mode: string) =>
      renderHtml(`import { ProjectLogo } from "@stackframe/emails"
        export const EmailTemplate = () => <ProjectLogo mode="${mode}" data={{ logoUrl: "https://a/l", logoFullUrl: "https://a/f", logoDarkModeUrl: "https://a/d" }} />`)
    expect(logo("light")).toBe('<img src="https://a/f" alt="Logo" style="height:64px">')
    expect(logo("dark")).toBe('<img src="https://a/d" alt="Logo" style="height:32px">')
    expect(
      renderHtml(`import { ProjectLogo } from "@stackframe/emails"
      export const EmailTemplate = () => <ProjectLogo />`)
    ).toBe("")
  })

  it.each([
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
  ])("has a text beside its HTML: $0", (jsx, expected) => {
    const text = (jsx: string) => {
      const mail = renderMail(`export const EmailTemplate = () => <>${jsx}</>`)
      return typeof mail === "string" ? mail : mail.text
    }

    expect(text(jsx!)).toBe(expected)
  })
})

describe("what cannot be rendered", () => {
  it.each([
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
  ] as const)("is named, with its line: $0", (source, problem) => {
    expect(renderMail(source)).toContain(problem)
  })

  it("is named with the line of the template or theme", () => {
    expect(renderHtml("export const EmailTemplate = () => { throw new Error('on purpose') }")).toBe(
      "template: Line 1: on purpose."
    )
    expect(renderMail(newTemplate, { theme: "export const EmailTheme = () => { throw 'dark' }" })).toBe(
      "theme: Line 1: dark."
    )
    expect(renderMail(newTemplate, { theme: "" })).toBe(
      "theme: The theme must export the component EmailTheme, and there is none."
    )
  })

  it.each([
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
    ["{user * 2}", "an object is not a number"],
    ["{[...user]}", "an object is not a list"],
    ["<Unknown />", "Unknown is not known"],
    ["<user />", "<user> cannot be rendered"],
    ["<user.displayName.x />", "user.displayName.x is undefined, and no component"],
    ["<p style='color: red'>a</p>", "a style is an object, not a string"],
    ["<p title={user}>a</p>", "an object has no text"]
  ] as const)("is named where $0 goes wrong only with the values of a mail", (jsx, problem) => {
    expect(shown(`\n${jsx}`)).toContain(`template: Line 2: ${problem}`)
  })

  it("may be imported as long as it is not used", () => {
    const source = (jsx: string) => `import { Markdown, type Props, Button } from "@react-email/components"
      import fs from "node:fs"
      import type { X } from "anything"
      export const EmailTemplate = (props: Props) => ${jsx}`
    expect(renderHtml(source("<p>a</p>"))).toBe("<p>a</p>")
    expect(renderHtml(source("<Markdown>a</Markdown>"))).toBe(
      'template: Line 4: Markdown of "@react-email/components" cannot be rendered.'
    )
    expect(renderHtml(source("<>{fs.readFileSync('/etc/passwd')}</>"))).toContain(
      'default of "node:fs" cannot be rendered'
    )
  })
})
