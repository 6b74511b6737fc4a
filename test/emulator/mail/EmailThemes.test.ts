/** Themes and drafts of mails in the current service, and mails that are rendered for previews. */
import { createHash } from "node:crypto"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Emulator } from "../../../src/emulator/index.ts"
import { templates } from "../../../src/emulator/mail/tsx/DefaultSources.ts"
import { admin, call, layer } from "../../support/emulatorCalls.ts"
import { unknownId } from "../../support/unknownId.ts"

const current = layer({ service: "current" })
const [light, dark] = ["1df07ae6-abf3-4a40-83a5-a1a2cbe336ac", "a0172b5d-cff0-463b-83bb-85124697373a"]
const verification = templates[0]!.id

const send = (method: string, path: string, body?: object) => call(method, path, { ...admin, body })

const makeTheme = (before: string) =>
  `export const EmailTheme = ({ children, projectLogos }) => <main>${before}{children}{Object.keys(projectLogos)}</main>`

describe("themes", () => {
  const root = "/internal/email-themes"

  it.effect("begin with those of the service, which may be changed too, and nobody removes one", () =>
    Effect.gen(function* () {
      const list = Effect.map(send("GET", root), ({ body }) => body.themes)
      const builtIn = yield* list
      expect(builtIn).toStrictEqual([
        { id: light, display_name: "Default Light" },
        { id: dark, display_name: "Default Dark" },
        { id: "c7e2d94f-8a1b-4e6d-b3f5-9d0a2e7c1b8f", display_name: "Default Colorful" }
      ])
      const added = yield* send("POST", root, { display_name: "Ours" })
      expect([added.status, Object.keys(added.body)]).toStrictEqual([200, ["id"]])
      const { id } = added.body
      expect(yield* list).toStrictEqual([...builtIn, { id, display_name: "Ours" }])
      const source = (yield* send("GET", `${root}/${light}`)).body.tsx_source
      expect((yield* send("GET", `${root}/${id}`)).body).toStrictEqual({ id, display_name: "Ours", tsx_source: source })
      for (const changed of [light, id]) {
        const answer = yield* send("PATCH", `${root}/${changed}`, { tsx_source: makeTheme("x") })
        expect({ changed, status: answer.status, keys: Object.keys(answer.body) }).toStrictEqual({
          changed,
          status: 200,
          keys: ["display_name"]
        })
        expect((yield* send("GET", `${root}/${changed}`)).body.tsx_source).toBe(makeTheme("x"))
        expect((yield* send("DELETE", `${root}/${changed}`)).status).toBe(405)
      }
      expect(yield* list).toHaveLength(4)
    }).pipe(Effect.provide(current))
  )

  it.effect.each([["GET"], ["PATCH", { tsx_source: makeTheme("") }]] as const)(
    "are not there for $0 with an unknown ID",
    ([method, body]) =>
      Effect.gen(function* () {
        const answer = yield* send(method, `${root}/${unknownId}`, body)
        expect(answer).toMatchObject({ status: 404, text: "No theme found with this id." })
      }).pipe(Effect.provide(current))
  )

  it.effect("stay as they are when no mail can be rendered in what they shall become", () =>
    Effect.gen(function* () {
      const before = (yield* send("GET", `${root}/${dark}`)).body
      const answer = yield* send("PATCH", `${root}/${dark}`, { tsx_source: "\nexport const EmailTheme = () => x" })
      expect(answer).toMatchObject({ status: 400, knownError: "EMAIL_RENDERING_ERROR" })
      expect(answer.body.details).toStrictEqual({ error: "theme: Line 2: x is not known." })
      expect((yield* send("GET", `${root}/${dark}`)).body).toStrictEqual(before)
    }).pipe(Effect.provide(current))
  )

  it.effect("belong to a project, and one of them is for all its mails", () =>
    Effect.gen(function* () {
      const { internal } = yield* Emulator
      const { id } = (yield* send("POST", root, { display_name: "Ours" })).body
      yield* send("PATCH", `${root}/${id}`, { tsx_source: makeTheme("ours:") })
      const others = yield* call("GET", root, { ...admin, project: internal })
      expect(others.body.themes).toHaveLength(3)
      const rendered = Effect.map(
        send("POST", "/emails/render-email", { template_id: verification }),
        (it) => it.body.html
      )
      expect(yield* rendered).not.toContain("ours:")
      const choose = (emailTheme: string) =>
        send("PATCH", "/internal/projects/current", { config: { email_theme: emailTheme } })
      expect((yield* choose(id)).body.config.email_theme).toBe(id)
      expect(yield* rendered).toContain("<main>ours:<p>")
      expect((yield* choose(unknownId)).status).toBe(400)
    }).pipe(Effect.provide(current))
  )
})

describe("drafts", () => {
  const root = "/internal/email-drafts"

  const list = Effect.map(send("GET", root), ({ body }) => body.drafts.map(({ id }: { readonly id: string }) => id))
  const create = (display_name: string) => Effect.map(send("POST", root, { display_name }), ({ body }) => body.id)

  it.effect("are listed from the latest that was made or changed, 50 at most", () =>
    Effect.gen(function* () {
      const ids = yield* Effect.forEach(Array.from({ length: 52 }), (_, index) => create(`Draft ${index}`))
      expect(yield* list).toStrictEqual(ids.toReversed().slice(0, 50))
      yield* send("PATCH", `${root}/${ids[0]}`, { display_name: "New" })
      expect(yield* list).toStrictEqual([ids[0], ...ids.toReversed().slice(0, 49)])
    }).pipe(Effect.provide(current))
  )

  it.effect("are changed in parts", () =>
    Effect.gen(function* () {
      const id = yield* create("Draft")
      const draft = `${root}/${id}`
      const first = (yield* send("GET", draft)).body
      expect(first).toStrictEqual({
        id,
        display_name: "Draft",
        tsx_source: expect.stringContaining("EmailTemplate"),
        sent_at_millis: null
      })
      for (const change of [{ display_name: "New" }, { tsx_source: "x" }, { theme_id: dark }]) {
        const answer = yield* send("PATCH", draft, change)
        expect({ status: answer.status, body: answer.body }, JSON.stringify(change)).toStrictEqual({
          status: 200,
          body: { ok: "ok" }
        })
      }
      const changed = { id, display_name: "New", tsx_source: "x", theme_id: dark, sent_at_millis: null }
      expect((yield* send("GET", draft)).body).toStrictEqual(changed)
      for (const change of [{ theme_id: null }, { sent_at_millis: 5 }]) {
        expect((yield* send("PATCH", draft, change)).knownError, JSON.stringify(change)).toBe("SCHEMA_ERROR")
      }
      // A theme that is not named is that of the project.
      yield* send("PATCH", draft, {})
      expect((yield* send("GET", draft)).body).toStrictEqual({ ...first, display_name: "New", tsx_source: "x" })
    }).pipe(Effect.provide(current))
  )

  it.effect("are gone once they are deleted", () =>
    Effect.gen(function* () {
      const draft = `${root}/${yield* create("Draft")}`
      expect((yield* send("DELETE", draft)).body).toStrictEqual({ ok: "ok" })
      expect(yield* list).toStrictEqual([])
      for (const [method, body] of [["GET"], ["PATCH", {}], ["DELETE"]] as const) {
        const answer = yield* send(method, draft, body)
        expect(answer, method).toMatchObject({ status: 404, text: "No draft found with this id." })
      }
    }).pipe(Effect.provide(current))
  )

  it.effect("are listed for one project only", () =>
    Effect.gen(function* () {
      const { internal } = yield* Emulator
      const elsewhere = { ...admin, project: internal }
      expect((yield* call("GET", root, elsewhere)).body.drafts).toStrictEqual([])
    }).pipe(Effect.provide(current))
  )

  it.effect.each(["GET", "DELETE"])("are not there for $0 in another project", (method) =>
    Effect.gen(function* () {
      const { internal } = yield* Emulator
      const { id } = (yield* send("POST", root, { display_name: "Ours" })).body
      const elsewhere = { ...admin, project: internal }
      expect((yield* call(method, `${root}/${id}`, elsewhere)).status).toBe(404)
    }).pipe(Effect.provide(current))
  )
})

describe("a mail that is rendered for a preview", () => {
  const render = (body: object) => send("POST", "/emails/render-email", body)
  const template =
    "export const EmailTemplate = ({ user, project }) => <p>Hi {user.displayName} of {project.displayName}</p>"
  const theme = makeTheme("")

  it.effect("is made of what is named or given", () =>
    Effect.gen(function* () {
      const hello = yield* render({ template_tsx_source: template, theme_tsx_source: theme })
      expect(hello.body).toStrictEqual({ html: "<!DOCTYPE html><main><p>Hi John Doe of Development</p></main>" })
      const named = yield* render({ template_id: verification, theme_id: dark })
      expect(named.body).toStrictEqual({
        html: expect.stringMatching(
          /^<!DOCTYPE html><html.*background-color:#171717.*href="&lt;email verification link&gt;"/
        ),
        subject: "Verify your email at Development",
        notification_category: "Transactional"
      })
      expect((yield* render({ template_id: verification, theme_tsx_source: theme })).body.html).toContain("<main><p>")
      const plain = yield* render({ template_tsx_source: template, theme_id: false })
      expect(plain.body.html).toMatch(/<body><p>Hi John Doe of Development<\/p><\/body><\/html>$/)
    }).pipe(Effect.provide(current))
  )

  it.effect("is refused at the server level", () =>
    Effect.gen(function* () {
      const server = yield* call("POST", "/emails/render-email", {
        level: "server",
        body: { template_id: verification }
      })
      expect(server.knownError).toBe("INSUFFICIENT_ACCESS_TYPE")
    }).pipe(Effect.provide(current))
  )

  it.effect.each([
    ["template", { template_id: unknownId }, "No template found with this id."],
    ["theme", { template_id: verification, theme_id: unknownId }, "No theme found with this id."]
  ] as const)("is refused for an unknown %s", ([, body, text]) =>
    Effect.gen(function* () {
      const answer = yield* render(body)
      expect(answer).toMatchObject({ status: 400, text })
    }).pipe(Effect.provide(current))
  )

  it.effect.each([
    ["nothing", {}],
    ["a theme alone", { theme_id: light }],
    ["a template and its source", { template_id: verification, template_tsx_source: template }],
    ["a theme and its source", { template_id: verification, theme_id: light, theme_tsx_source: theme }],
    ["no theme", { template_id: verification, theme_id: null }],
    ["an unknown part", { template_id: verification, editable_source: "all" }]
  ] as const)("is refused for %s in its body", ([, body]) =>
    Effect.gen(function* () {
      expect((yield* render(body)).knownError).toBe("SCHEMA_ERROR")
    }).pipe(Effect.provide(current))
  )

  it.effect("has marks where its texts and values are, if they are asked for", () =>
    Effect.gen(function* () {
      const source = `
const Row = ({ label }: { label: string }) => <td id="a" className={label}>{label} twice</td>
export const EmailTemplate = () => (
  <>
    Hi &amp; bye
    <Row label="x" />
    <p>
      same
      <b>same</b> {1 + 1} {null} {[1]} {<i>same</i>}
    </p>
  </>
)`
      const { body } = yield* render({ template_tsx_source: source, theme_tsx_source: theme, editable_markers: true })
      const expr = (text: string) => `<!-- STACK_EXPR_START ${Buffer.from(text).toString("base64")} -->`
      const text = (id: string, text: string) =>
        `<!-- STACK_EDITABLE_START ${id} -->${text}<!-- STACK_EDITABLE_END ${id} -->`
      expect(body.html).toContain(
        [
          text("t1", "Hi &amp; bye"),
          `<td id="a" class="x">${expr("{label}")}x<!-- STACK_EXPR_END -->${text("t0", " twice")}</td>`,
          `<p>${text("t2", "same")}<b>${text("t3", "same")}</b> ${expr("{1 + 1}")}2<!-- STACK_EXPR_END --> `,
          `${expr("{null}")}<!-- STACK_EXPR_END --> 1 <i>${text("t4", "same")}</i></p>`
        ].join("")
      )
      expect(Object.keys(body.editable_regions)).toStrictEqual(["t0", "t1", "t2", "t3", "t4"])
      expect(body.editable_regions.t0).toStrictEqual({
        id: "t0",
        loc: { start: source.indexOf(" twice"), end: source.indexOf("</td>"), line: 2, column: 82 },
        originalText: " twice",
        textHash: createHash("sha256").update(" twice").digest("hex").slice(0, 16),
        jsxPath: ["Row", "td"],
        parentElement: { tagName: "td", props: { id: "a", className: "{label}" } },
        sourceContext: { before: "", after: "export const EmailTemplate = () => (\n  <>\n    Hi &amp; bye" },
        siblingIndex: 0,
        occurrenceCount: 1,
        occurrenceIndex: 1,
        sourceFile: "template"
      })
      expect(body.editable_regions.t1).toMatchObject({
        originalText: "\n    Hi &amp; bye\n    ",
        jsxPath: ["EmailTemplate"],
        parentElement: { tagName: "", props: {} }
      })
      const { t2, t3, t4 } = body.editable_regions
      expect([t3, t4].map(({ occurrenceCount, occurrenceIndex }) => [occurrenceCount, occurrenceIndex])).toStrictEqual([
        [2, 1],
        [2, 2]
      ])
      expect({ t2: t2.occurrenceCount, t3: t3.jsxPath, t4: t4.jsxPath }).toStrictEqual({
        t2: 1,
        t3: ["EmailTemplate", "p", "b"],
        t4: ["EmailTemplate", "p", "i"]
      })
    }).pipe(Effect.provide(current))
  )

  it.effect.each([
    ["template", ["t0"]],
    ["theme", ["h0"]],
    ["both", ["t0", "h0"]]
  ] as const)("has marks in the $0 if they are asked for", ([editable_source, ids]) =>
    Effect.gen(function* () {
      const answer = yield* render({
        template_tsx_source: template.replace("Hi {user.displayName} of {project.displayName}", "Hi"),
        theme_tsx_source: makeTheme("Dear"),
        editable_markers: true,
        editable_source
      })
      expect(Object.keys(answer.body.editable_regions)).toStrictEqual(ids)
    }).pipe(Effect.provide(current))
  )
})
