/** What a server quotes of a request: no error shows it, in whatever form and at whatever place. */
import * as util from "node:util"
import { describe, expect, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as fc from "fast-check"
import * as Configuration from "../../src/admin/Configuration.ts"
import { UserWithEmailAlreadyExists } from "../../src/domain/errors/Users.ts"
import { HttpFailure } from "../../src/http/Http.ts"
import { maskDeep } from "../../src/http/internal/Excerpt.ts"
import * as Masking from "../../src/http/internal/Masking.ts"
import { ServerApp } from "../../src/server/ServerApp.ts"
import * as UsersWire from "../../src/wire/generated/Users.ts"
import { anyCharacter } from "../support/anyText.ts"
import { type Answer, json, network, text } from "../support/scriptedNetwork.ts"
import { countSeeds } from "../support/seeds.ts"
import { adminApp, secretServerKey, serverApp } from "../support/serverApps.ts"

/** The forms in which servers quote. */
const forms: Readonly<Record<string, (secret: string) => string>> = {
  raw: (secret) => secret,
  "after a backslash": (secret) => `\\${secret}`,
  percent: encodeURIComponent,
  "lower-case percent": (secret) => encodeURIComponent(secret).replace(/%../g, (escape) => escape.toLowerCase()),
  "percent, twice": (secret) => encodeURIComponent(encodeURIComponent(secret)),
  form: (secret) => new URLSearchParams({ a: secret }).toString().slice(2),
  JSON: (secret) => JSON.stringify(secret).slice(1, -1),
  "JSON, twice": (secret) => JSON.stringify(JSON.stringify(secret)).slice(3, -3),
  "JSON, ASCII only": (secret) =>
    JSON.stringify(secret)
      .slice(1, -1)
      .replace(/[\u0080-\uffff"\\/<>&']/g, (unit) =>
        unit === "\\" || unit === '"' ? unit : `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`
      ),
  HTML: (secret) =>
    secret
      .replaceAll("&", "&amp;")
      .replaceAll("<", "&lt;")
      .replaceAll(">", "&gt;")
      .replaceAll('"', "&quot;")
      .replaceAll("'", "&#39;"),
  "HTML, by number": (secret) =>
    Array.from(secret, (c) => (/[a-z0-9]/i.test(c) ? c : `&#x${c.codePointAt(0)!.toString(16).toUpperCase()};`)).join(
      ""
    ),
  base64: (secret) => Buffer.from(secret).toString("base64"),
  base64url: (secret) => Buffer.from(secret).toString("base64url"),
  "base64 after a user name": (secret) => Buffer.from(`u:${secret}`).toString("base64"),
  "base64 between other things": (secret) => Buffer.from(`ab:${secret}:cd`).toString("base64")
}

/** Where they stand. `«` and `»` are in no secret. */
const places: Readonly<Record<string, (echo: string, raw: string) => Answer>> = {
  "an error page": (echo) => text(`No: «${echo}» is wrong`, 500),
  "a failure as text": (echo) => text(`«${echo}»`, 400),
  "the message of a known error": (echo) => known("SCHEMA_ERROR", `Bad «${echo}»`, { message: "bad" }),
  "the details of a known error": (echo) => known("SCHEMA_ERROR", "Bad", { message: `at «${echo}» and «${echo}»` }),
  "details of any shape": (echo) =>
    known("ALL_OVERLOADS_FAILED", "Bad", { overload_errors: [{ message: `«${echo}»` }, [`«${echo}»`]] }),
  "the name of a member": (echo) => known("ALL_OVERLOADS_FAILED", "Bad", { overload_errors: [{ [`«${echo}»`]: 1 }] }),
  "a code that nobody knows": (echo) =>
    json({ code: `X«${echo}»`, error: "x" }, 200, {
      "x-stack-actual-status": "400",
      "x-stack-known-error": `X«${echo}»`
    }),
  "a content type": (echo) => text("{}", 201, { "content-type": `x/«${echo}»` }),
  "an answer of another shape": (echo) => json({ id: `«${echo}»`, [`«${echo}»`]: `«${echo}»` }, 201),
  "a redirect": (_, raw) => text("", 302, { location: `https://${/^[a-z0-9]+$/i.test(raw) ? raw : "x"}.example/` }),
  "a failure of the client": (_, raw) => Effect.fail(new HttpFailure({ reason: "Network", sent: true, detail: raw }))
}

const known = (code: string, error: string, details: unknown) =>
  json({ code, error, details }, 200, { "x-stack-actual-status": "400", "x-stack-known-error": code })

/** Everything that can be seen of a failed call. */
const printed = (exit: Exit.Exit<unknown, unknown>) => {
  if (!Exit.isFailure(exit)) throw new Error("it did not fail")
  const error = Cause.squash(exit.cause)
  return [
    error instanceof Error ? `${error.message}\n${error.stack}` : "",
    String(error),
    JSON.stringify(error),
    util.inspect(error, { depth: Infinity, showHidden: true, getters: true }),
    util.inspect(exit.cause, { depth: Infinity, showHidden: true }),
    Cause.pretty(exit.cause)
  ].join("\n")
}

const failing = (secret: string, answer: Answer) =>
  Effect.flatMap(ServerApp, (app) =>
    Effect.exit(
      app.call(
        UsersWire.createUser,
        { payload: { password: Redacted.make(secret) } },
        { accessToken: Redacted.make("header.access.token") }
      )
    )
  ).pipe(Effect.provide(serverApp().pipe(Layer.provide(network(() => answer).layer))))

const secrets = fc.oneof(
  fc.stringMatching(/^[0-9]{6}$/),
  fc.stringMatching(/^[A-Za-z0-9]{4}$/),
  fc.string({ minLength: 1, maxLength: 8, unit: "grapheme" }),
  fc.string({ minLength: 4, maxLength: 70, unit: "grapheme" }),
  fc.string({ minLength: 1, maxLength: 70, unit: anyCharacter }),
  fc
    .array(fc.constantFrom(..."ab1 \"\\/<>&'%+=_-.~\n\tß漢😀"), { minLength: 1, maxLength: 12 })
    .map((all) => all.join("")),
  fc.base64String({ minLength: 20, maxLength: 60 })
)

describe("masking secrets that a server quotes", () => {
  const token = `eyJ${"x-_9".repeat(300)}`
  const mask = Masking.make(["123456", "1234", "hunter2 & co", token])

  it.each([
    ["as the whole text", "123456", "…"],
    ["beside another one", "code=123456&password=hunter2+%26+co", "code=…&password=…"],
    ["behind something escaped", "%3D1234\\n1234", "%3D…\\n…"],
    ["when it is longer than any other", `(${token})(${Buffer.from(token).toString("base64")})`, "(…)(…)"],
    ["in no empty text", "", ""]
  ])("finds a secret %s", (_, text, masked) => {
    expect(mask(text)).toBe(masked)
  })

  it("finds a secret of which only the beginning is within what is looked at", () => {
    expect(mask(`${"y".repeat(65_530)}${token}`)).not.toContain("eyJ")
  })

  it("takes an empty text for no secret", () => {
    expect(Masking.make([""])("as it is")).toBe("as it is")
  })

  it.each(
    [
      ["😀secret😀", "😀secret😀", "%F0%9F%98%80secret%f0%9f%98%80", "\\ud83d\\ude00secret\\uD83D\\uDE00"],
      ["😀secret😀", "&#128512;secret&#x1F600;", "&#0128512;secret&#x001f600;"],
      ["hunter 22&", "hunter+22&amp;", "hunter%252022%2526", "hunter 22&amp;amp;", "hunter\\u002022\\\\u0026"],
      ["line\nbreak\ttab", "line\\nbreak\\ttab", "line\\\\nbreak\\Ttab", "line%0Abreak%09tab"],
      ["a\bb\fc\rdef", "a\\bb\\fc\\rdef"],
      [`q"u'o<t>e&`, "q&quot;u&apos;o&lt;t&gt;e&amp;", "q&QUOT;u&#39;o&LT;t&GT;e&amp;", `q\\"u'o<t>e&`],
      ["back\\slash", "back\\slash", "back\\\\slash", "back%5cslash"],
      // What looks like an escape of itself, or with the backslash before it, may be none.
      ["%41bcdefgh", "%41bcdefgh", "%2541bcdefgh"],
      ["nina-pass", "nina-pass", "\\nina-pass"],
      // Letters of two and of three bytes in the other case, beside a form's space.
      ["ＡＢＣ pässword", "ａｂｃ+PÄSSWORD", "%EF%BD%81%ef%bd%82ｃ PÄssword"]
    ].flatMap(([secret = "", ...echoes]) => echoes.map((echo) => [secret, echo] as const))
  )("hides the secret %j as a whole where it is written %j, and nothing beside it", (secret, echo) => {
    const mask = Masking.make([secret])
    expect(mask(`(${echo})`)).toBe("(…)")
    expect(mask(`😀 (${echo}), é(${echo}`)).toBe("😀 (…), é(…")
  })

  it("leaves what is no character, and finds its place behind letters of another length in lower case", () => {
    expect(Masking.make(["hunter22"])("&#x110000;&#9999999;")).toBe("&#x110000;&#9999999;")
    // ẞ has three bytes and ß two: what stands behind it is still found where it is.
    expect(Masking.make(["pässword"])("ẞẞ (PÄSSWORD) ẞ")).toBe("ẞẞ (…) ẞ")
  })

  it("finds a secret of three bytes within base64", () => {
    expect(Masking.make(["abc"])("<xxxxYWJjxxxx>")).toBe("<x…x>")
  })

  it.each(["", "x", "xx"])('finds a secret within base64 between "$0"', (around) => {
    const base64 = (text: string) => Buffer.from(text).toString("base64")
    const shown = Masking.make(["abcd"])(`<${base64(`${around}abcd${around}`)}>`)
    expect(shown, around).toMatch(/^<…=?>$/)
  })

  it.each(["base64", "base64url"] as const)("finds a secret of any bytes in $0", (encoding) => {
    const url = Masking.make(["-_-_ÿÿÿ>>>"])
    expect(url(`<${Buffer.from("-_-_ÿÿÿ>>>").toString(encoding)}>`)).toBe("<…>")
  })

  it.each([
    ["ab", "YWI"],
    ["a", "YQ"]
  ] as const)("finds the short secret $0 within base64 as a whole value only", (secret, digits) => {
    const mask = Masking.make([secret])
    expect(mask(`<${digits}> <${digits}=> <${digits}==>`)).toBe("<…> <…> <…>")
    const others = `x${digits}= ${digits}x /${digits} ${digits}+`
    expect(mask(others)).toBe(others)
  })

  it("leaves one gap where secrets overlap or touch, and several where they do not", () => {
    const mask = Masking.make(["efghijkl", "abcdefgh", "bcdefghi"])
    expect(mask("(abcdefghijkl)")).toBe("(…)")
    expect(mask("(abcdefghabcdefgh)")).toBe("(…)")
    expect(mask("efghijkl abcdefgh")).toBe("… …")
  })

  it.each<readonly [secret: string, texts: Record<string, string>]>([
    ["hunter22", { xhunter22x: "x…x", "1hunter221": "1…1" }],
    ["hunter2", { "2hunter2x": "2…x", "(HUNTER2)": "(…)", éhunter2: "é…", xhunter2: "xhunter2", hunter22: "hunter22" }],
    ["2hunter", { x2hunter: "x…", "2hunter3": "…3", "12hunter": "12hunter", "2hunters": "2hunters" }],
    ["größ", { "(größ)": "(…)", "(GRÖß)": "(…)", größer: "größer", xgröß: "xgröß" }],
    ["öl", { "(ÖL)": "(…)", kohöl: "kohöl", ölig: "ölig", aöl: "aöl" }],
    ["--", { "(--)": "(…)", "--": "…", "é--": "é…", "a--": "a--", "--b": "--b", "1--": "1--" }],
    ["-a-", { "a-a-b": "a…b" }],
    ["-é-", { "a-é-b": "a…b" }]
  ])("finds the secret %s within words and numbers from eight characters on, and else alone", (secret, texts) => {
    const mask = Masking.make([secret])
    expect(Object.fromEntries(Object.keys(texts).map((text) => [text, mask(text)]))).toStrictEqual(texts)
  })

  it("cuts a text at 65,536 characters, so that no half secret shows", () => {
    const mask = Masking.make(["hunter22"])
    expect(mask("y".repeat(65_536))).toBe("y".repeat(65_536))
    expect(mask("y".repeat(65_537))).toBe(`${"y".repeat(65_536 - 16_384)}…`)
  })

  it("happens before a text is cut", () =>
    Effect.runPromise(
      Effect.gen(function* () {
        const secret = "correct horse battery staple"
        for (let before = 150; before < 200; before++) {
          const shown = printed(yield* failing(secret, text(`${"- ".repeat(before / 2)}${secret}`, 500)))
          expect(shown, `after ${before} characters`).not.toContain("corr")
        }
      })
    ))

  it.effect("keeps an error in plain text recognizable", () =>
    Effect.gen(function* () {
      const answer = text("Password authentication is not enabled for this project: «password»", 400, {
        "content-type": "text/plain"
      })
      const exit = yield* failing("password", answer)
      const error = Exit.isFailure(exit) ? Cause.squash(exit.cause) : undefined
      expect(error).toMatchObject({
        _tag: "PasswordAuthenticationNotEnabled",
        error: "… authentication is not enabled for this project: «…»"
      })
    })
  )

  it.effect("keeps the contract's own text of a known error, even when the secret is one of its words", () =>
    Effect.gen(function* () {
      const usual = new UserWithEmailAlreadyExists({ details: { email: "ann@example.org" } }).error
      expect(usual).toContain(" another ")
      for (const [text, seen] of [
        [usual, usual],
        ["Not another one", "Not … one"]
      ] as const) {
        const answer = known("USER_EMAIL_ALREADY_EXISTS", text, { email: "ann@example.org" })
        const exit = yield* failing("another", answer)
        const error = Exit.isFailure(exit) ? Cause.squash(exit.cause) : undefined
        expect(error, JSON.stringify(text)).toMatchObject({ _tag: "UserWithEmailAlreadyExists", error: seen })
      }
    })
  )

  it("hides a short secret as a whole word only", () => {
    const page = "The password is too short: at least 8 characters, not 2024 or a pass."
    expect(Masking.make(["pass"])(page)).toBe("The password is too short: at least 8 characters, not 2024 or a ….")
    expect(Masking.make([" ", ".", "-"])(page)).toContain("The password is too short")
    expect(Masking.make(["short"])("short of shorts")).toBe("… of shorts")
  })

  it.each(["e", "as", "word", "12", "202", "aracter"])("keeps texts without the secret $0 unchanged", (secret) => {
    const page = "The password is too short: at least 8 characters, not 2024 or a pass."
    expect(Masking.make([secret])(page)).toBe(page)
  })

  it("keeps numbers, dates and other secrets that an error states itself", () => {
    const date = new Date(0)
    const other = Redacted.make("123456")
    const value = { minLength: 8, code: 123456, at: date, attemptCode: other, none: null, list: ["a 123456"] }
    const masked = maskDeep(value, Masking.make(["123456", "8"]))
    expect(masked).toStrictEqual({ minLength: 8, code: 0, at: date, attemptCode: other, none: null, list: ["a …"] })
    const digits = Masking.make(["1234", "123"])
    expect(maskDeep({ a: 1234, b: 123, c: 12_345, "1234": true }, digits)).toStrictEqual({
      a: 0,
      b: 123,
      c: 12_345,
      "…": true
    })
  })

  it.each(["a", "\\", "%25", "&amp;", "1", "\\u0061"])("takes linear time, whatever the server sends: $0", (text) => {
    const mask = Masking.make(["aaaa", "a".repeat(70), "123456", "%".repeat(30), "\\".repeat(30), "&amp;".repeat(10)])

    expect(mask(text.repeat(2_000_000)).length).toBeLessThan(70_000)
  })

  it("finds secrets anywhere in an input, and survives inputs that throw when read", () => {
    const cyclic: Record<string, unknown> = { deep: [{ secret: Redacted.make("s1") }], n: Redacted.make(1) }
    cyclic["self"] = cyclic
    const hostile = new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error("no")
        }
      }
    )
    expect([...Masking.findSecrets([hostile, cyclic, Redacted.make("s2"), null, "s3"], Redacted)]).toStrictEqual([
      "s2",
      "s1"
    ])
    let deepest: unknown = { key: Redacted.make("s4") }
    for (let level = 1; level < 10_000; level++) deepest = [deepest]
    expect([...Masking.findSecrets(deepest, Redacted)]).toStrictEqual(["s4"])
    expect([...Masking.findSecrets([deepest], Redacted)]).toStrictEqual([])
  })

  it("finds each secret value of a document, and ignores names", () => {
    const document = JSON.stringify({ "auth.oauth": { type: "github", keys: ["s1", { deep: "s2" }], n: 1, no: null } })
    expect([...Masking.findSecrets(Redacted.make(document), Redacted)]).toStrictEqual([document, "github", "s1", "s2"])
    expect([...Masking.findSecrets([Redacted.make("{s3"), Redacted.make("s4")], Redacted)]).toStrictEqual(["{s3", "s4"])
  })

  it.effect("keeps secrets out of the error of a configuration change, even a secret that stands alone", () =>
    Effect.gen(function* () {
      const clientSecret = "aksjdhaksjdhqwe"
      for (const [answer, seen] of [
        [text("", 307, { location: `https://${clientSecret}.example/` }), "….example"],
        [text(`No «${clientSecret}» at auth.oauth.github`, 400), "No «…» at auth.oauth.github"]
      ] as const) {
        const change = Configuration.update({ changes: { "auth.oauth.github": { clientSecret } } })
        const shown = printed(
          yield* Effect.exit(Effect.provide(change, adminApp().pipe(Layer.provide(network(() => answer).layer))))
        )
        expect(shown, seen).toContain(seen)
        expect(shown, seen).not.toContain(clientSecret)
      }
    })
  )

  it.effect("finds keys, tokens and passwords beside any amount of metadata", () =>
    Effect.gen(function* () {
      const clientMetadata = Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`k${n}`, { n }]))
      const secrets = { password: "correct horse", accessToken: "header.access.token", key: secretServerKey }
      const { layer } = network(() => text(`No: ${secrets.password}, ${secrets.accessToken}, ${secrets.key}`, 500))
      const call = Effect.flatMap(ServerApp, (app) =>
        app.call(
          UsersWire.createUser,
          { payload: { clientMetadata, password: Redacted.make(secrets.password) } },
          { accessToken: Redacted.make(secrets.accessToken) }
        )
      )
      const exit = yield* Effect.exit(Effect.provide(call, Layer.provide(serverApp(), layer)))
      expect(printed(exit)).toContain("No: …, …, …")
    })
  )

  it.each(["größe ÄÖÜ", "пароль", "λόγο", "crème brûlée", "ÖLÖLÖLÖL"])(
    "finds letters of any alphabet in either case: $0",
    (secret) => {
      const mask = Masking.make([secret])
      const [upper, lower] = [secret.toUpperCase().replaceAll("SS", "ß"), secret.toLowerCase()]
      expect(mask(`<${upper}> <${lower}>`)).toBe("<…> <…>")
      expect(mask(`<${encodeURIComponent(upper)}> <${encodeURIComponent(lower)}>`)).toBe("<…> <…>")
    }
  )

  it.effect(
    "keeps a secret out of every error, whatever its form and place",
    () =>
      Effect.gen(function* () {
        const cases = fc.sample(
          fc.tuple(
            secrets.filter((secret) => !/[«»…]/.test(secret) && secret.length <= 70 && !/^\\+$/.test(secret)),
            fc.constantFrom(...Object.keys(forms)),
            fc.constantFrom(...Object.keys(places))
          ),
          countSeeds(600)
        )
        let searched = 0
        for (const [secret, form, place] of cases) {
          // Three bytes leave no sure trace inside of longer base64.
          if (form.startsWith("base64 ") && Buffer.byteLength(secret) < 4) continue
          const echo = forms[form]!(secret)
          const name = JSON.stringify({ secret, form, place })
          const shown = printed(yield* failing(secret, places[place]!(echo, secret)))
          // What the texts say anyway is no echo.
          const anyway = printed(yield* failing("«»", places[place]!("", "")))
          const echoes = [secret, echo, JSON.stringify(echo).slice(1, -1)].filter((text) => !anyway.includes(text))
          expect(
            echoes.filter((text) => shown.includes(text)),
            name
          ).toStrictEqual([])
          searched += echoes.length
          // What stands beside it in base64 may be shown.
          const rest = form.startsWith("base64 ") ? /^«\S{0,8}…\S{0,8}»$/ : /^«…*»$/
          for (const [quoted] of shown.matchAll(/«[^»]*»/g)) expect(quoted, name).toMatch(rest)
        }
        // Few cases have no text to look for, and most have three.
        expect(searched).toBeGreaterThan(cases.length)
      }),
    { timeout: 600_000 }
  )
})
