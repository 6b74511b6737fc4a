/**
 * The functions that read what anybody may have written. Each takes any text, and answers with a word or two what
 * became of it; what it throws is a violation, and so is a broken promise of its own.
 */
import { generateKeyPairSync, sign } from "node:crypto"
import * as fs from "node:fs"
import * as path from "node:path"
import * as babel from "@babel/parser"
import * as Cause from "effect/Cause"
import * as Console from "effect/Console"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import * as Terminal from "effect/Terminal"
import { Webhook } from "standardwebhooks"
import * as ClientAddress from "../../../src/backend/middleware/internal/ClientAddress.ts"
import * as Verifier from "../../../src/backend/verify/AccessTokenVerifier.ts"
import * as Webhooks from "../../../src/backend/webhooks/Webhooks.ts"
import * as Columns from "../../../src/cli/bulk/Columns.ts"
import { findClosest } from "../../../src/cli/input/ClosestName.ts"
import * as Output from "../../../src/cli/output/Output.ts"
import * as Plain from "../../../src/cli/output/TerminalText.ts"
import * as EnvFile from "../../../src/cli/start/EnvFile.ts"
import * as Decoded from "../../../src/cli/token/Decoded.ts"
import { recognize } from "../../../src/cli/token/Kinds.ts"
import * as UserFile from "../../../src/cli/users/UserFile.ts"
import * as AccessTokenClaims from "../../../src/domain/AccessTokenClaims.ts"
import * as BasicCredentials from "../../../src/domain/text/BasicCredentials.ts"
import { toNetwork } from "../../../src/domain/text/IpAddress.ts"
import * as TrustedTarget from "../../../src/domain/url/TrustedTarget.ts"
import * as Condition from "../../../src/emulator/accounts/internal/Condition.ts"
import * as Pattern from "../../../src/emulator/accounts/internal/Pattern.ts"
import * as PathPattern from "../../../src/emulator/faults/internal/PathPattern.ts"
import { removeRoot } from "../../../src/emulator/http/ApiPath.ts"
import * as RequestBody from "../../../src/emulator/http/RequestBody.ts"
import { decode as decodeEntities } from "../../../src/emulator/mail/internal/Entities.ts"
import * as Links from "../../../src/emulator/mail/internal/Links.ts"
import * as Variables from "../../../src/emulator/mail/internal/Variables.ts"
import { makeParser } from "../../../src/emulator/mail/tsx/Parse.ts"
import { renderPlainText } from "../../../src/emulator/mail/tsx/PlainText.ts"
import { renderWith } from "../../../src/emulator/mail/tsx/RenderMail.ts"
import * as Emulator from "../../../src/emulator/node.ts"
import * as TrustedUrl from "../../../src/emulator/projects/TrustedUrl.ts"
import * as Seed from "../../../src/emulator/seeds/Seed.ts"
import * as EndpointCodec from "../../../src/http/EndpointCodec.ts"
import * as Http from "../../../src/http/Http.ts"
import * as Masking from "../../../src/http/internal/Masking.ts"
import * as RetryAfter from "../../../src/http/internal/RetryAfter.ts"
import * as CookieJar from "../../../src/platform/request/CookieJar.ts"
import * as RequestOrigin from "../../../src/platform/request/RequestOrigin.ts"
import * as RequestTokenStore from "../../../src/token/RequestTokenStore.ts"
import * as SessionCookies from "../../../src/token/SessionCookies.ts"
import { projectId } from "../../support/scriptedNetwork.ts"
import { temporaryFolder } from "../../support/temporaryFolder.ts"
import { base64url } from "../../support/tokens.ts"
import { pairs } from "../../wire/contract.ts"
import { makeInputs } from "../../wire/inputs.ts"
import type { Random } from "./texts.ts"

/** What is fed with texts. */
export interface Target {
  readonly name: string
  /** What is valid, or nearly so. */
  readonly samples: ReadonlyArray<string>
  /** Makes an input by itself, where a changed text would seldom be one. */
  readonly make?: (random: Random) => string
  readonly run: (text: string) => string | Promise<string>
  /** What is repeated to see whether work grows with the length, beside the beginnings of the samples. */
  readonly pieces?: ReadonlyArray<string>
  /** Why the time that it takes is not judged. */
  readonly untimed?: string
}

const jwt = (claims: object) =>
  `${base64url('{"alg":"ES256","kid":"k"}')}.${base64url(JSON.stringify(claims))}.${"A".repeat(86)}`
const accessToken = jwt({
  iat: 1,
  exp: 4_000_000_000,
  sub: "u",
  refresh_token_id: "s",
  is_anonymous: false,
  restricted_reason: null
})

/** Claims that are verified when they are signed. */
const signedClaims = {
  iss: `http://127.0.0.1:1/api/v1/projects/${projectId}`,
  aud: projectId,
  iat: 1,
  exp: 4_000_000_000,
  sub: "8a9b0c1d-0000-4000-8000-000000000000",
  refresh_token_id: "8a9b0c1d-0000-4000-8000-000000000001",
  project_id: projectId,
  branch_id: "main",
  role: "authenticated",
  is_anonymous: false,
  is_restricted: false,
  restricted_reason: null
}

/** A violation: what a function says of itself does not hold. */
const promise = (holds: boolean, what: string): void => {
  if (!holds) throw new Error(what)
}

/** A request with the lines of a text as its headers. */
export const makeRequest = (text: string, names: ReadonlyArray<string>) => {
  const lines = text.split("\n")
  const headers = new Map(names.map((name, index) => [name, lines[index]]))
  return {
    headers: { get: (name: string) => headers.get(name.toLowerCase()) ?? null },
    method: "POST",
    url: "https://app.example.com/x"
  }
}

const describeOutcome = (exit: Exit.Exit<unknown, unknown>): string => {
  if (Exit.isSuccess(exit)) return "success"
  const failure = Cause.findErrorOption(exit.cause)
  if (Option.isNone(failure)) throw Cause.squash(exit.cause)
  const { _tag, problem, reason } = failure.value as Readonly<Record<"_tag" | "problem" | "reason", unknown>>
  return [_tag, reason, problem].filter((text) => typeof text === "string").join(": ")
}

/* -------------------------------------------------------- what takes no time */

export const isForeign = RequestOrigin.make({ trustedOrigins: ["https://admin.example.com"] })!
export const page = new URL("https://app.example.com/a/b?x=1")
export const trust: TrustedUrl.Trust = {
  allowLocalhost: true,
  domains: ["https://app.example.com", "https://*.example.org:*", "https://**.example.net/app", "http://[::1]:3000"]
}
const mask = Masking.make(["hunter2-hunter2-hunter2", "123456", "pass"])
const now = Date.UTC(2026, 0, 1)

/** URLs that are fine, and some that are not. */
export const urls = [
  "https://app.example.com/handler?x=1#y",
  "https://a.example.org:8443/",
  "https://a.b.example.net/app/x",
  "http://localhost:3000/",
  "http://127.0.0.1/",
  "http://[::1]:3000/x",
  "/dashboard?tab=1#top",
  "//evil.example/x",
  "https://app.example.com@evil.example/",
  "https://app.example.com.evil.example/",
  "https:app.example.com",
  "stack-auth-mobile-oauth-url://callback?x",
  "https://bücher.example.org/"
]

/** Of faults, which whoever starts an emulator writes. */
const patterns = ["/users/*", "/**/me", "/**/a/**/b/**", "/*/*/*"].map(PathPattern.make)

const withParams = pairs.filter(({ compiled }) => compiled.params !== undefined)

const sync: ReadonlyArray<Target> = [
  {
    name: "cookie",
    samples: [
      `stack-refresh-${projectId}=refresh; stack-access=["refresh","${accessToken}"]`,
      `__Host-stack-refresh-${projectId}--default=${encodeURIComponent('{"refresh_token":"r","updated_at_millis":1}')}; stack-is-https=true`,
      `__Host-stack-access=${encodeURIComponent('["r","a"]')}; __Host-stack-rotated-${projectId}-1=["r",1,"n"]`,
      "a=1; a=2; __proto__=x; =; ;; b",
      `stack-refresh=x; stack-oauth-outer-s=${base64url('["v","p"]')}`
    ],
    run: (text) => {
      const cookies = CookieJar.parse(text)
      const { tokens } = SessionCookies.findAny(cookies, projectId)
      SessionCookies.findAny(cookies, projectId, false)
      SessionCookies.readOwn(cookies, projectId, true)
      for (const name of cookies.keys()) SessionCookies.isSessionCookie(projectId)(name)
      return `${Math.min(cookies.size, 5)} cookies, ${tokens === undefined ? "no" : Object.keys(tokens).length} tokens`
    }
  },
  {
    name: "jwt",
    samples: [
      accessToken,
      jwt({ exp: 1 }),
      jwt({ exp: "1", iat: {} }),
      "e30.e30.x",
      "a.b.c",
      jwt({ exp: 4e9, deep: [[[[{}]]]] })
    ],
    run: (text) => {
      const claims = AccessTokenClaims.decode(text)
      const { claims: shown, header } = Decoded.decode(text)
      Decoded.formatMembers(shown, now)
      Decoded.formatMembers(header, now)
      return `${recognize(text).name}, ${claims === undefined ? "no claims" : "claims"}, ${shown === undefined ? "not shown" : "shown"}`
    }
  },
  {
    name: "redirect target",
    samples: urls,
    run: (text) => {
      const judged = TrustedTarget.judge(text, page)
      if (typeof judged === "number") return `rule ${judged}`
      promise(judged.origin === page.origin && !judged.pathname.startsWith("//"), `it leads to ${judged.href}`)
      // Longer ones are no targets, and escapes make it longer.
      const again = judged.href.length > 4096 ? judged : TrustedTarget.resolveTrusted(judged.href, page)
      promise(again?.href === judged.href, "its own URL is not trusted")
      return "trusted"
    }
  },
  {
    name: "trusted URL",
    samples: [...urls, ...trust.domains],
    run: (text) => {
      const { isTrusted, rule } = TrustedUrl.judge(trust, text)
      return `${isTrusted ? "trusted" : "untrusted"} by rule ${rule}, ${TrustedUrl.isDomain(text) ? "a domain" : "none"}, ${TrustedUrl.isNativeApp(text) ? "native" : "web"}`
    }
  },
  {
    name: "header: origin",
    samples: [
      "https://app.example.com\napp.example.com\n\nhttps",
      "https://evil.example\napp.example.com\napp.example.com, evil.example\nhttp, https",
      "null\n\n\n",
      "https://admin.example.com:443\nx\ny\nz"
    ],
    run: (text) => String(isForeign(makeRequest(text, ["origin", "host", "x-forwarded-host", "x-forwarded-proto"])))
  },
  {
    name: "header: address",
    samples: [
      "203.0.113.7, 10.0.0.1",
      "[2001:db8::1]:443",
      "::ffff:1.2.3.4",
      "fe80::1%eth0",
      "unknown, _hidden",
      "1.2.3.4:80"
    ],
    run: (text) => {
      const address = ClientAddress.find(makeRequest(text, ["x-forwarded-for"]), "127.0.0.1", { trustedProxies: 1 })
      const network = toNetwork(address ?? "")
      promise(network.length <= 64, "the name of a network is long")
      return network === "unknown" ? network : network.includes("/") ? "IPv6" : "IPv4"
    }
  },
  {
    name: "header: Retry-After",
    samples: ["120", "-1", "1.5", "1e3", "Wed, 21 Oct 2026 07:28:00 GMT", "Thu, 01 Jan 1970 00:00:00 GMT", "0"],
    run: (text) => {
      const millis = RetryAfter.parse(text, now)
      promise(millis === undefined || (millis >= 0 && millis <= 86_400_000), `it waits for ${millis} ms`)
      return millis === undefined ? "undefined" : millis === 0 ? "now" : millis === 86_400_000 ? "a day" : "later"
    }
  },
  {
    name: "header: session",
    samples: [
      `\n{"accessToken":"${accessToken}","refreshToken":"r"}\n`,
      `Bearer stackauth_${base64url('{"accessToken":"a"}')}\n\n`,
      `Bearer ${accessToken}\n\nstack-refresh-${projectId}=r`,
      `\n{"accessToken":null}\n`,
      `Basic dXNlcjpwYXNz\n{}\n`
    ],
    run: (text) =>
      describeOutcome(
        Effect.runSyncExit(
          RequestTokenStore.parse(makeRequest(text, ["authorization", "x-stack-auth", "cookie"]), { projectId })
        )
      )
  },
  {
    name: "Basic credentials",
    samples: ["Basic YW5uOnNlY3JldA==", "basic  Og==", "Basic YW5u", "Basic YW5uOsO/"],
    run: (text) => {
      const read = Option.getOrUndefined(BasicCredentials.parse(text))
      if (read === undefined) return "none"
      const again = Buffer.from(`${read.username}:${Redacted.value(read.password)}`).toString("base64")
      promise(text.endsWith(` ${again}`), `${again} was not what it read`)
      return "read"
    }
  },
  {
    name: "body of an answer",
    samples: [
      '200\n\n{"id":"1","display_name":null,"items":[],"is_paginated":true,"pagination":{"next_cursor":null}}',
      '400\nUSER_NOT_FOUND\n{"code":"USER_NOT_FOUND","error":"no","details":{}}',
      '400\nSCHEMA_ERROR\n{"code":"SCHEMA_ERROR","error":"no","details":{"message":"x"}}',
      '401\nINVALID_PUBLISHABLE_CLIENT_KEY\n{"code":"INVALID_PUBLISHABLE_CLIENT_KEY","details":{"project_id":"p"}}',
      '200\n\n{"access_token":"a","refresh_token":"r","user_id":"u","is_new_user":true}',
      "502\n\n<html>hunter2-hunter2-hunter2</html>",
      '200\n\n{"__proto__":{"polluted":1},"constructor":{"prototype":1}}'
    ],
    run: (text) => {
      const [status = "", code = "", ...rest] = text.split("\n")
      const body = rest.join("\n")
      const { compiled } = pairs[(text.length * 31 + body.length) % pairs.length]!
      const header = (name: string) => (name === "x-stack-known-error" && code !== "" ? code : undefined)
      const number = Number.parseInt(status) || 200
      const answer = EndpointCodec.decode({
        endpoint: compiled,
        response: { status: number, header, text: body },
        status: number,
        appErrors: [],
        mask
      })
      promise(!("polluted" in {}), "the prototype of all objects is another")
      if (Result.isSuccess(answer)) return "success"
      promise(!JSON.stringify(answer.failure).includes("hunter2-hunter2-hunter2"), "a secret is quoted")
      return answer.failure._tag
    }
  },
  {
    name: "path",
    samples: [
      "7b9b9b9e-0000-4000-8000-000000000001",
      "me",
      "../..",
      ".",
      "a/b",
      "a b",
      "%2e%2e",
      "a?b#c",
      "github",
      "$id",
      "ü"
    ],
    run: (text) => {
      const { compiled } = withParams[text.length % withParams.length]!
      const names = Array.from(compiled.path.matchAll(/:(\w+)/g), ([, name]) => name!)
      const params = Object.fromEntries(names.map((name) => [name, text]))
      const encoded = EndpointCodec.encode(compiled, { params, query: {}, payload: {} })
      if (Result.isFailure(encoded)) return "refused"
      const { pathname } = new URL(`https://api.example.com/api/v1${encoded.success.path}`)
      promise(pathname.split("/").length === `/api/v1${compiled.path}`.split("/").length, `it is the path ${pathname}`)
      promise(!/%2f|%5c|\/\.{1,2}(\/|$)/i.test(pathname), `it is the path ${pathname}`)
      return "encoded"
    }
  },
  {
    name: "path of a request",
    samples: ["/api/v1/users/me", "/api/latest/users/me", "/api/v2beta3/a/b", "/users/me", "/api/v1//x", "/a/b/c"],
    run: (text) => {
      const below = removeRoot(text)
      const fits = patterns.filter((pattern) => pattern(text)).length
      return `${below === "" ? "unknown" : "known"}, fits ${fits}`
    }
  },
  {
    name: "mask",
    samples: [
      "the password is hunter2-hunter2-hunter2!",
      `base64 ${Buffer.from("x hunter2-hunter2-hunter2").toString("base64")}`,
      "hunter2%2Dhunter2%252Dhunter2",
      String.raw`{"password":"hunter2\u002dhunter2-hunter2","totp":123456}`,
      "&#104;unter2-hunter2-hunter2 &amp;amp; pass word"
    ],
    run: (text) => {
      const masked = mask(text)
      promise(!masked.includes("hunter2-hunter2-hunter2"), "the secret is still there")
      return masked === text ? "as it was" : "masked"
    }
  },
  {
    name: "HTML of a mail",
    samples: [
      '<p>Hi <a href="https://x.example/?code=1">Ann</a> &amp; <b>Bob</b></p><style>p{}</style>',
      "<!-- a --><table><tr><td>1</td></tr></table><ul><li>x</ul>",
      "<title>a</title><title",
      "Hello Ann and Bob"
    ],
    pieces: ['<a href="', "<a href='x'>", "<p", "<!--", "<br>", "&#", "&amp", "<script>", "<td> </td>", " a ", "\n \n"],
    run: (html) => {
      const text = renderPlainText(html)
      const links = Links.findLinks(html, text)
      decodeEntities(html)
      return `${text === "" ? "no" : "some"} text, ${Math.min(links.length, 3)} links, ${Links.findCode(html) === undefined ? "no code" : "a code"}`
    }
  },
  {
    name: "placeholders of a mail",
    samples: ["{{#if name}}Hi {{ name }}{{else}}Hi{{/if}}", "{{ x }}{{{{ }}"],
    pieces: ["{{#if a}}", "{{/if}}", "{{", "{{ name }}", "{{else}}"],
    run: (template) => (Variables.fill(template, { name: "Ann" }) === "" ? "empty" : "filled")
  },
  {
    name: "source of a mail",
    samples: [
      "export const EmailTemplate = ({ user }) => <p>Hi {user.displayName}</p>",
      "const a = <a>  b\n  c</a>; export const EmailTemplate = () => a",
      "export const EmailTemplate = () => 'a'.repeat(3)"
    ],
    pieces: [
      "a<",
      "async<",
      "<p>",
      "<p>a</p>",
      "(",
      "a?(b):",
      "`${",
      "const a = 1;",
      "<a>(",
      "\t",
      "{a}",
      "a=>",
      "f<(a,",
      "// a\n"
    ],
    run: (template) => {
      const theme = "export const EmailTheme = ({ children }) => <>{children}</>"
      const names = { user: { displayName: "Ann" }, project: { displayName: "Shop" } }
      const mail = renderWith(makeParser(babel), { template, theme, ...names, editable: ["template"] })
      return describeOutcome(Effect.runSyncExit(mail))
    }
  },
  {
    name: "text for a terminal",
    samples: ["Ann", "\u001b[31mred\u001b[0m", "\u202eabc"],
    pieces: ["\u001b", "\u001b[", "\u202e", "\u0085"],
    run: (text) => {
      promise(!/\p{Cc}/u.test(Plain.toPlainLine(text) + Plain.escapeControls(text)), "it steers a terminal")
      return Plain.stripControls(text) === text ? "plain" : "made plain"
    }
  },
  {
    name: "name in a table",
    samples: [
      "Ann",
      "\u{1f468}\u200d\u{1f469} and a name that is much longer than the eighty columns of most terminals are wide"
    ],
    pieces: ["\u200d", "\u0301", "\u{1f468}\u200d", "\u{1f1e6}", "\u202e"],
    run: (name) => {
      const lines: Array<string> = []
      const columns = [{ title: "NAME", value: (name: string) => name, mayBeCut: true }]
      Effect.runSync(
        Output.printTable([name], columns).pipe(
          Effect.provideService(Terminal.Terminal, { columns: Effect.succeed(80) } as Terminal.Terminal),
          Effect.provideService(Console.Console, {
            ...globalThis.console,
            log: (text: string) => void lines.push(text)
          })
        )
      )
      promise(lines.length === 1, "it is no table")
      return lines[0]!.includes("…") ? "cut" : "whole"
    }
  },
  {
    name: "name in a mail",
    samples: ["Ann", "<b>Ann</b> & Co. <ann@example.org>", "{{ name }} ${x}"],
    pieces: ["<p>", "&amp;", "{{", "<!--", "\n \n", "<a href='"],
    run: (displayName) => {
      const mail = renderWith(makeParser(babel), {
        template:
          "export const EmailTemplate = ({ user, project }) => <><Subject value={`Hi ${user.displayName}`} /><p>Hi {user.displayName} of {project.displayName}</p></>",
        theme: "export const EmailTheme = ({ children }) => <div>{children}</div>",
        user: { displayName },
        project: { displayName }
      })
      return describeOutcome(Effect.runSyncExit(mail))
    }
  },
  {
    name: "condition of a sign-up rule",
    samples: [
      'email.endsWith("@example.org") && riskScores.bot < 1',
      '!(emailDomain in ["a.example", "b.example"])',
      'email.matches("^[a-z]+@example\\\\.org$")'
    ],
    pieces: ["!", "(", "[", '"a",', "&& true ", "\\", '"', "- "],
    run: (condition) =>
      String(
        Condition.holds(
          condition,
          { email: "ann@example.org", emailDomain: "example.org", riskScores: { bot: 0 } },
          { left: 1_000_000 }
        )
      )
  },
  {
    name: "pattern of a sign-up rule",
    samples: ["^[a-z]+@(a|b)\\.example$", "(?:a|b){1,3}?[^x-z]*$"],
    pieces: ["(a*)*", "a?", "(", "[", "a{9}", "a|", "\\", ".*"],
    run: (pattern) => String(Pattern.matches(pattern, `${"a".repeat(200)}@a.example`, { left: 1_000_000 }))
  },
  {
    name: "text of a sign-up rule",
    samples: ["ann@example.org"],
    pieces: ["aa", "a@"],
    run: (text) => String(Pattern.matches("^(a|aa)+$|(a+)+@b", text, { left: 1_000_000 }))
  },
  {
    name: "misspelt name",
    samples: ["dispaly_name", "email"],
    run: (text) => findClosest(text, ["email", "display_name", "client_metadata"]) ?? "none"
  },
  {
    name: "env file",
    samples: [
      "STACK_PROJECT_ID=old\nSTACK_API_URL='http://127.0.0.1:8102'\n",
      'export HEXCLAVE_PROJECT_ID="x" # comment\r\nOTHER=1\r\n',
      "# STACK_PROJECT_ID=no\nNEXT_PUBLIC_STACK_PROJECT_ID=`y`",
      'A="several\nlines"\nB=2'
    ],
    run: (text) => {
      const brand = EnvFile.detectBrand(text)
      const once = EnvFile.update(text, [
        ["STACK_PROJECT_ID", "new"],
        ["STACK_SECRET_SERVER_KEY", "key"]
      ])
      const again = EnvFile.update(once.text, [
        ["STACK_PROJECT_ID", "new"],
        ["STACK_SECRET_SERVER_KEY", "key"]
      ])
      // The end of a line may be another, where one ended in half of it.
      promise(again.text.replaceAll("\r", "") === once.text.replaceAll("\r", ""), "a second time changes it again")
      promise(EnvFile.hasProject(once.text), "it has no project afterwards")
      return `${brand}, ${EnvFile.hasProject(text) ? "has a project" : "new"}, ${Math.min(once.kept, 3)} kept`
    }
  }
]

/* -------------------------------------------------------------- what is async */

const seedSamples: ReadonlyArray<Seed.Seed> = [
  {
    users: [{ email: "ann@example.org", password: "correct horse", sessions: [{ refreshToken: "x" }] }],
    teams: [{ displayName: "T", members: [{ user: "ann@example.org" }] }]
  },
  {
    config: { oauthProviders: [{ id: "github" }], domains: [{ domain: "https://x.example", handlerPath: "/h" }] },
    webhooks: [{ url: "https://x.example/" }]
  },
  {
    projects: [{ id: "p", keys: [{ publishableClientKey: { sha256: "0".repeat(64) } }] }],
    codes: [{ purpose: "mfa_attempt", code: "c", data: {} }]
  }
]

/** Targets with a service of their own, which ends with the scope. */
const served = Effect.gen(function* () {
  const webhookSecret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`
  const signer = new Webhook(webhookSecret)
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
  const keys = { keys: [{ ...publicKey.export({ format: "jwk" }), alg: "ES256", use: "sig", kid: "k" }] }
  const services = ManagedRuntime.make(
    Layer.merge(
      Webhooks.layer({ secret: webhookSecret }),
      Verifier.layerProject({ projectId, apiUrl: "http://127.0.0.1:1" }).pipe(
        Layer.provide(
          Layer.succeed(Http.Http, () =>
            Effect.succeed({ status: 200, header: () => undefined, text: JSON.stringify(keys) })
          )
        )
      )
    )
  )
  yield* Effect.addFinalizer(() => services.disposeEffect)
  const made = yield* Layer.build(Emulator.layer({ passwordCost: "insecure-fast", rateLimits: false, project: {} }))
  const emulator = Context.get(made, Emulator.WithProject)
  const client = `client_id=${emulator.project.projectId}&client_secret=${emulator.project.publishableClientKey}`
  const folder = yield* temporaryFolder
  const latin1 = (text: string) => text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, "").trim()

  const targets: ReadonlyArray<Target> = [
    {
      name: "jwt, verified",
      samples: [
        accessToken,
        jwt({ exp: 4e9, iss: "x", aud: projectId }),
        `${base64url('{"alg":"none"}')}.e30.`,
        `${base64url('{"alg":"ES256","kid":"' + "k".repeat(80) + '"}')}.e30.x`
      ],
      run: async (text) => {
        const verify = Effect.flatMap(Verifier.AccessTokenVerifier, ({ verify }) => verify(text))
        return describeOutcome(await services.runPromiseExit(verify))
      }
    },
    {
      name: "jwt, signed",
      samples: [
        JSON.stringify(signedClaims),
        JSON.stringify({ ...signedClaims, exp: 1 }),
        JSON.stringify({ ...signedClaims, nbf: 4e9, is_anonymous: true, restricted_reason: { type: "anonymous" } })
      ],
      run: async (text) => {
        const unsigned = `${base64url('{"alg":"ES256","kid":"k"}')}.${base64url(text)}`
        const signature = sign("sha256", Buffer.from(unsigned), { key: privateKey, dsaEncoding: "ieee-p1363" })
        const token = `${unsigned}.${signature.toString("base64url")}`
        const verify = Effect.flatMap(Verifier.AccessTokenVerifier, ({ verify }) => verify(token))
        return describeOutcome(await services.runPromiseExit(verify))
      }
    },
    {
      name: "webhook",
      samples: [
        "id\n1767225600\nv1,abc\n{}",
        `msg_1\n${Math.floor(Date.now() / 1000)}\nv1,${"A".repeat(43)}= v1,x v1a,y\n{"type":"user.created","data":{}}`,
        "\n\n\n"
      ],
      run: async (text) => {
        const [id, timestamp, signature, ...body] = text.split("\n")
        const headers = new Map([
          ["webhook-id", id],
          ["webhook-timestamp", timestamp],
          ["webhook-signature", signature]
        ])
        const incoming = { headers: { get: (name: string) => headers.get(name) ?? null }, body: body.join("\n") }
        const exit = await services.runPromiseExit(Effect.flatMap(Webhooks.Webhooks, ({ verify }) => verify(incoming)))
        promise(Exit.isFailure(exit), "it is taken for genuine")
        return describeOutcome(exit)
      }
    },
    {
      name: "webhook, signed",
      samples: [
        '{"type":"user.created","data":{}}',
        '{"type":"user.deleted","data":{"id":"8a9b0c1d-0000-4000-8000-000000000000","teams":[]}}',
        '{"type":"team.created","data":{"id":"8a9b0c1d-0000-4000-8000-000000000000","display_name":"T"}}',
        "null"
      ],
      run: async (body) => {
        const [id, at] = ["msg_1", new Date()]
        const headers = new Headers({
          "webhook-id": id,
          "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
          "webhook-signature": signer.sign(id, at, body)
        })
        const verify = Effect.flatMap(Webhooks.Webhooks, ({ verify }) => verify({ headers, body }))
        return describeOutcome(await services.runPromiseExit(verify))
      }
    },
    {
      name: "body of a request",
      samples: [
        'application/json\n{"email":"a@b.c"}',
        "application/x-www-form-urlencoded\na=1&b=%2",
        "text/plain;charset=utf-8\nx",
        `application/json\n${"[".repeat(150)}${"]".repeat(150)}`,
        "\n",
        "multipart/form-data\nx"
      ],
      run: async (text) => {
        const [type = "", ...body] = text.split("\n")
        const request = new Request("http://x/", {
          method: "POST",
          headers: { "content-type": latin1(type) },
          body: body.join("\n")
        })
        const exit = await Effect.runPromiseExit(
          RequestBody.normalize(request, text.length % 2 === 0, { url: "/", remoteAddress: Option.none() }).text
        )
        if (Exit.isSuccess(exit)) return "read"
        const defect = Cause.squash(exit.cause)
        // How a handler refuses it, which the emulator answers.
        const name = defect instanceof Object ? defect.constructor.name : ""
        promise(/^(BodyParsingError|BodyTooLarge)$/.test(name), `it ends with ${String(defect)}`)
        return name
      }
    },
    {
      name: "body of a route",
      samples: [
        'PATCH /internal/projects/current\n{"config":{"domains":[{"domain":1,"handler_path":"/"}]}}',
        'POST /users\n{"primary_email":"x","client_metadata":{"a":[1]}}',
        'POST /teams\n{"display_name":"Team"}',
        'POST /auth/password/sign-in\n{"email":"ann@example.org","password":"x"}'
      ],
      pieces: ['{"domain":1},', '"x",', '"a":1,', "[", '{"a":', "\\", "@", "a.", "\\u0000"],
      run: async (text) => {
        const [line = "", ...body] = text.split("\n")
        const [method = "", path = ""] = line.split(" ")
        const known = new Set(["PATCH /internal/projects/current", "POST /users", "POST /teams"])
        const { projectId, superSecretAdminKey } = emulator.project
        const { headers: answered, status } = await emulator.fetch(
          new Request(`http://127.0.0.1:8102/api/v1${known.has(line) ? path : "/auth/password/sign-in"}`, {
            method: known.has(line) ? method : "POST",
            headers: {
              "content-type": "application/json",
              "x-stack-access-type": "admin",
              "x-stack-project-id": projectId,
              "x-stack-super-secret-admin-key": superSecretAdminKey
            },
            body: (known.has(line) ? body : [line, ...body]).join("\n")
          })
        )
        promise(status < 500, `it answers ${status}`)
        return `${status} ${answered.get("x-stack-known-error") ?? ""}`
      }
    },
    {
      name: "Basic and form",
      samples: [
        `Basic ${Buffer.from("client:secret").toString("base64")}\ngrant_type=refresh_token&refresh_token=x&client_id=internal&client_secret=y`,
        `basic x\ngrant_type=authorization_code&code=a&code_verifier=${"v".repeat(43)}&redirect_uri=http://localhost/&client_id=internal%23main&client_secret=y`,
        `\ngrant_type=refresh_token&refresh_token=x&${client}`,
        `\ngrant_type=authorization_code&code=a&code_verifier=${"v".repeat(43)}&redirect_uri=http://localhost/&${client}`,
        "Basic\ngrant_type=refresh_token",
        "\n{}"
      ],
      run: async (text) => {
        const [authorization = "", ...body] = text.split("\n")
        const headers = { authorization: latin1(authorization), "content-type": "application/x-www-form-urlencoded" }
        const { headers: answered, status } = await emulator.fetch(
          new Request("http://127.0.0.1:8102/api/v1/auth/oauth/token", {
            method: "POST",
            headers,
            body: body.join("\n")
          })
        )
        promise(status < 500, `it answers ${status}`)
        return `${status} ${answered.get("x-stack-known-error") ?? ""}`
      }
    },
    {
      name: "CSV of users",
      untimed:
        "it is a file of one's own, and csv-parse makes an error with all of a broken field for each of its quotes",
      samples: [
        "id,email,display_name,password\n1,ann@example.org,Ann,correct horse\n",
        'email,client_metadata\n"ann@example.org","{""plan"":""pro""}"\nbob@example.org,\n',
        "email;email_verified\r\nann@example.org;true\r\n",
        "\ufeffemail\nann@example.org",
        "email,totp_secret_base64,oauth_providers\na@b.c,AAAA,github:1",
        'email\n"unclosed'
      ],
      run: async (text) => {
        const file = path.join(folder, "users.csv")
        fs.writeFileSync(file, text)
        const exit = await Effect.runPromiseExit(
          Stream.runCollect(UserFile.read(file, "csv", text.includes(";") ? ";" : ","))
        )
        if (Exit.isFailure(exit)) return describeOutcome(exit)
        const kinds = exit.value.map(({ line, problem, values }, row) => {
          if (values === undefined) return `problem ${typeof problem}`
          return Array.isArray(Columns.read(row, line, values)) ? "refused" : "row"
        })
        return [...new Set(kinds)].toSorted().join(" and ") || "nothing"
      }
    },
    {
      name: "seed",
      samples: seedSamples.map((seed) => JSON.stringify(seed)),
      make: (random) => {
        const [, value] = [...makeInputs([seedSamples[random(seedSamples.length)]], 2, random, "json")]
        return JSON.stringify(value) ?? "null"
      },
      run: async (text) => {
        let value: unknown = text
        try {
          value = JSON.parse(text)
        } catch {
          // A shrunk one is a text.
        }
        return describeOutcome(await Effect.runPromiseExit(Seed.parse(value)))
      }
    }
  ]
  return targets
})

/** All of them. */
export const targets: Effect.Effect<ReadonlyArray<Target>, unknown, Scope.Scope> = Effect.map(served, (async) => [
  ...sync,
  ...async
])
