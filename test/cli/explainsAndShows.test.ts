/** Commands that explain a redirect URL or a token, and show a page of the docs. */
import * as http from "node:http"
import { inspect } from "node:util"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Emulator from "../../src/emulator/index.ts"
import { password } from "../support/emulatorCalls.ts"
import { serve } from "../support/listen.ts"
import { redirectCorpus } from "../support/redirectCorpus.ts"
import { base64url } from "../support/tokens.ts"
import { nowhere, outcome, withInput } from "./commands.ts"

describe("gatefold redirect explain", () => {
  it.live.each(redirectCorpus.map((row) => [row.id, row] as const))("agrees with the corpus: %s", ([_, row]) =>
    Effect.gen(function* () {
      yield* nowhere
      const { allowLocalhost, mode, page, trusted, trusted_verdict, url } = row
      const flags =
        mode === "client"
          ? ["--page", page ?? ""]
          : [`--allow-localhost=${allowLocalhost}`, ...trusted.flatMap(({ domain }) => ["--trusted-domain", domain])]
      const { exitCode, out } = yield* outcome("redirect", "explain", "--json", ...flags, "--", url)
      const explained = JSON.parse(out)
      expect({ isTrusted: explained.isTrusted, exitCode }).toStrictEqual({
        isTrusted: trusted_verdict,
        exitCode: trusted_verdict ? 0 : 1
      })
      const decisive = explained.steps.filter((step: { readonly rule: number }) => step.rule === explained.rule)
      expect(decisive.some(({ holds }: { readonly holds: boolean }) => holds)).toBe(trusted_verdict)
      expect(explained.advice.length > 0).toBe(!trusted_verdict && !/^(stack-auth|hexclave)-mobile/.test(url))
    })
  )

  it.live("names the rule, each step, and what to change", () =>
    Effect.gen(function* () {
      yield* nowhere
      const flags = ["--trusted-domain", "https://app.example.com"]
      const { out } = yield* outcome("redirect", "explain", "https://app.example.com:8443/x", ...flags)
      const parts = [
        "is refused by rule 7 of docs/protocol/redirects.md#trusted-urls",
        "✗ 7  an entry has another port: https://app.example.com",
        "Add https://app.example.com:8443 to the trusted domains"
      ]
      expect(
        parts.filter((part) => !out.includes(part)),
        out
      ).toStrictEqual([])
    })
  )

  it.live.each([
    ["http://localhost:3000/", "--trusted-domain https://app.example.com", "Allow localhost in the project"],
    ["http://localhost:3000/", "--allow-localhost", "is trusted by rule 5"],
    ["https://a.example.com/", "--trusted-domain https://*.example.com", "A wildcard trusts every page below it"],
    ["https://a.example.com/", "--trusted-domain app.example.com", "is not a URL, so it matches nothing (rule 8)"],
    ["stack-auth-mobile-oauth-url://app/x", "--allow-localhost", "callback of a native app"],
    [
      "https://other.example.com/",
      "--page https://app.example.com/in",
      "is refused by rule 4 of docs/protocol/redirects.md#trusted-targets"
    ]
  ] as const)("explains %s %s: %s", ([url, flags, explanation]) =>
    Effect.gen(function* () {
      yield* nowhere
      const { out } = yield* outcome("redirect", "explain", url, ...flags.split(" "))
      expect(out).toContain(explanation)
    })
  )

  it.live("shows invisible characters escaped, and prints no control characters", () =>
    Effect.gen(function* () {
      yield* nowhere
      const { out } = yield* outcome(
        "redirect",
        "explain",
        "https://a.example.com/\u202e\u001b[2J",
        "--allow-localhost"
      )
      expect(out).toContain("https://a.example.com/\\u{202e}\\u{1b}[2J is refused by rule 1")
      expect(out).not.toMatch(/[\u001b\u202e]/)
    })
  )

  it.live("reads the settings of the project, and needs its admin key for that", () =>
    Effect.gen(function* () {
      yield* nowhere
      const config = {
        allowLocalhost: false,
        domains: [{ domain: "https://app.example.com", handlerPath: "/handler" }]
      }
      const { baseUrl, project } = yield* Emulator.serve({ port: 0, project: { config } })
      const target = ["--url", baseUrl, "--project", project!.projectId]
      const admin = [...target, "--super-secret-admin-key", project!.superSecretAdminKey]
      const { out } = yield* outcome("redirect", "explain", "https://app.example.com/x", ...admin)
      expect(out).toContain("✓ 7  an entry of the project matches: https://app.example.com")
      expect(out).toContain(`By project ${project!.projectId} at ${baseUrl}`)
      expect((yield* outcome("redirect", "explain", "http://localhost:3000", ...admin)).exitCode).toBe(1)
      expect((yield* outcome("redirect", "explain", "https://a.b", ...target)).message).toContain(
        "super secret admin key"
      )
      const wrong = yield* outcome(
        "redirect",
        "explain",
        "https://a.b",
        ...target,
        "--super-secret-admin-key",
        "sak_CANARY"
      )
      expect(wrong.message).toContain("Cannot read the settings")
      expect(inspect(wrong)).not.toContain("CANARY")
    })
  )
})

describe("gatefold token explain", () => {
  const signedUp = Effect.gen(function* () {
    yield* nowhere
    const emulator = yield* Emulator.serve({
      port: 0,
      passwordCost: "insecure-fast",
      project: { config: { credentialEnabled: true } }
    })
    const { projectId, publishableClientKey } = emulator.project!
    const headers = {
      "content-type": "application/json",
      "x-stack-access-type": "client",
      "x-stack-project-id": projectId,
      "x-stack-publishable-client-key": publishableClientKey
    }
    const post = (path: string, body: unknown) =>
      Effect.promise(async () => {
        const answer = await fetch(`${emulator.baseUrl}/api/v1/${path}`, {
          method: "POST",
          headers,
          body: JSON.stringify(body)
        })
        return (await answer.json()) as { readonly access_token: string; readonly refresh_token: string }
      })
    const tokens = yield* post("auth/password/sign-up", {
      email: "ann@example.org",
      password,
      verification_callback_url: "http://localhost:3000/verify"
    })
    return { ...emulator, post, tokens, target: ["--url", emulator.baseUrl, "--project", projectId] }
  })

  it.live("verifies a genuine one from standard input, and never prints it", () =>
    Effect.gen(function* () {
      const { target, tokens } = yield* signedUp
      withInput(`Authorization: Bearer ${tokens.access_token}\n`)
      const { exitCode, out } = yield* outcome("token", "explain", ...target)
      expect(exitCode, out).toBe(0)
      const short = yield* outcome("token", tokens.access_token, ...target)
      expect(short.exitCode).toBe(0)
      expect(short.out).not.toContain(tokens.access_token)
      expect(short.out).toContain("Verified.")
      const parts = [
        /Verified\./,
        /exp: \S+Z \(in (10m|9m \d+s)\)/,
        /✓ keys +the service publishes the key/,
        /✓ signature {2}genuine/
      ]
      expect(
        parts.filter((part) => !part.test(out)),
        out
      ).toStrictEqual([])
      expect(out).not.toContain(tokens.access_token.split(".")[2]!)
      const { out: json } = yield* outcome("token", "explain", tokens.access_token, ...target, "--json")
      expect(JSON.parse(json)).toMatchObject({ verified: true, of: "normal", generation: "the current service" })
    })
  )

  it.live("says what kind of user a token is for", () =>
    Effect.gen(function* () {
      const { post, target } = yield* signedUp
      const guest = yield* post("auth/anonymous/sign-up", {})
      const { exitCode, out } = yield* outcome("token", "explain", guest.access_token, ...target)
      expect(exitCode, out).toBe(0)
      expect(out).toContain(`A verifier accepts anonymous tokens only with the option allow: ["anonymous"]`)
    })
  )

  it.live("says why a token is not genuine", () =>
    Effect.gen(function* () {
      const { baseUrl, target, tokens } = yield* signedUp
      const token = tokens.access_token
      const [header, payload, signature] = token.split(".") as [string, string, string]
      const claims = JSON.parse(Buffer.from(payload, "base64url").toString())
      const changed = (change: object) => `${header}.${base64url({ ...claims, ...change })}.${signature}`
      const expectations: ReadonlyArray<readonly [string, string, string]> = [
        [changed({ role: "admin" }), "✗ signature", "the key has not signed this"],
        [changed({ aud: "other" }), "✗ audience", `"other"`],
        [`${base64url({ alg: "none", kid: "x" })}.${payload}.${signature}`, "✗ form", "only ES256"],
        [`${base64url({ alg: "ES256", kid: "unknown" })}.${payload}.${signature}`, "✗ keys", "publishes no key"],
        [`${header}.${payload}.${signature.slice(2)}`, "✗ form", "was all of it copied?"],
        [`${header}.${base64url("[".repeat(9000))}.${signature}`, "✗ form", "8,192 are accepted"],
        [
          `${base64url({ alg: "ES256", kid: "x", crit: ["x"] })}.${payload}.${signature}`,
          "✗ form",
          "what is not accepted"
        ]
      ]
      for (const [text, step, why] of expectations) {
        const { exitCode, out } = yield* outcome("token", "explain", text, ...target)
        expect(exitCode, text).toBe(1)
        expect(out, text).toContain("Not verified.")
        const line = out.split("\n").find((line) => line.includes("✗")) ?? ""
        expect(line, text).toContain(step)
        expect(line, text).toContain(why)
      }
      const elsewhere = yield* outcome("token", "explain", token, "--url", baseUrl, "--project", "another")
      expect(elsewhere.out).toContain("and the flags names another. Pass --project")
      const unreachable = yield* outcome(
        "token",
        "explain",
        token,
        "--url",
        "http://127.0.0.1:1",
        "--project",
        claims.aud
      )
      expect(unreachable.out).toContain("✗ keys")
      const unconfigured = yield* outcome("token", "explain", token)
      expect(unconfigured.out).toContain("No project is configured")
      expect(unconfigured.out).toContain(`sub: "${claims.sub}"`)
    })
  )

  it.live("says why a token is not verified whose steps all hold", () =>
    Effect.gen(function* () {
      const { faults, target, tokens } = yield* signedUp
      yield* faults.add({ path: "/projects/*/.well-known/jwks.json", nth: 2, status: 503 })
      const { exitCode, out } = yield* outcome("token", "explain", tokens.access_token, ...target)
      expect(exitCode).toBe(1)
      expect(out).toContain("Not verified.")
      expect(out).not.toContain("✗")
      expect(out).toContain("the verifier refuses the token: The public keys of the project could not be fetched")
    })
  )

  it.live("tolerates clocks that differ", () =>
    Effect.gen(function* () {
      const { advance, target, post } = yield* Effect.map(signedUp, (world) => ({
        ...world,
        advance: (millis: number) =>
          Effect.promise(() =>
            fetch(`${world.baseUrl}/__emulator/clock`, {
              method: "POST",
              headers: { "x-gatefold-emulator-token": Redacted.value(world.controlToken) },
              body: JSON.stringify({ advance_millis: millis })
            })
          )
      }))
      // Tokens of a service whose clock is ahead are not valid for less time here.
      yield* advance(30_000)
      const { access_token } = yield* post("auth/password/sign-in", {
        email: "ann@example.org",
        password
      })
      expect((yield* outcome("token", "explain", access_token, ...target, "--leeway", "30")).exitCode).toBe(0)
    })
  )

  const random = "canary".padEnd(45, "0123456789abcdefghjkmnpqrstvwxyz")

  it.live.each([
    ["a publishable client key", `pck_${random}`],
    ["a secret server key", `ssk_${random}`],
    ["a super secret admin key", `sak_${random}`],
    ["a refresh token, or the code", random],
    ["an API key of a user, mistyped", `sk_${random}${"a".repeat(32)}user1574ck4u7h00000000`],
    ["a pair of tokens", `stackauth_${Buffer.from(random).toString("base64")}`],
    ["not a token that Gatefold knows", `CANARY ${random}`],
    ["not a token: it is too long", "x".repeat(70_000)]
  ] as const)("recognizes another text by its form, and never prints it: %s", ([title, text]) =>
    Effect.gen(function* () {
      yield* nowhere
      withInput(text)
      const { exitCode, out } = yield* outcome("token", "explain")
      expect(exitCode).toBe(1)
      expect(out).toContain(`This is ${title}`)
      expect(out).not.toMatch(/canary/i)
    })
  )

  it.live("recognizes the API keys of the service", () =>
    Effect.gen(function* () {
      yield* nowhere
      const { baseUrl, project } = yield* Emulator.serve({
        port: 0,
        project: { config: { allowUserApiKeys: true, credentialEnabled: true } }
      })
      const call = (path: string, body: unknown) =>
        Effect.promise(async () => {
          const answer = await fetch(`${baseUrl}/api/v1/${path}`, {
            method: "POST",
            headers: {
              "content-type": "application/json",
              "x-stack-access-type": "server",
              "x-stack-project-id": project!.projectId,
              "x-stack-secret-server-key": project!.secretServerKey
            },
            body: JSON.stringify(body)
          })
          return (await answer.json()) as Readonly<Record<string, never>>
        })
      const { id } = yield* call("users", {})
      const { value } = yield* call("user-api-keys", { user_id: id, description: "x", expires_at_millis: null })
      withInput(value!)
      expect((yield* outcome("token", "explain")).out).toContain("This is an API key of a user.\n")
      withInput(String(value).replace(/.$/, (last) => (last === "0" ? "1" : "0")))
      expect((yield* outcome("token", "explain")).out).toContain("This is an API key of a user, mistyped")
    })
  )

  it.live.each([
    ["control characters and a long text", JSON.stringify({ "\u001b[2J": "\u202ex", long: "x".repeat(5000) })],
    ["a deep list", `{"a":${"[".repeat(20_000)}${"]".repeat(20_000)}}`],
    ["a prototype", '{"__proto__":{"aud":"x"}}'],
    ["null", "null"],
    ["a text", '"x"']
  ])("shows hostile claims in bounded lines without control characters: %s", ([, claims]) =>
    Effect.gen(function* () {
      yield* nowhere
      const { out } = yield* outcome("token", "explain", `${base64url({ alg: "none" })}.${base64url(claims)}.x`)
      expect(out).not.toMatch(/[\u001b\u202e]|.{1000}/)
      const header = base64url({ alg: "none", "\u009b2J": 1 })
      const json = yield* outcome("token", "explain", `${header}.${base64url(claims)}.x`, "--json")
      expect(json.out).not.toMatch(/[\u0080-\u009f]/)
      expect(JSON.parse(json.out).header).toHaveProperty("\u009b2J")
    })
  )

  it.live("follows no redirect of the service", () =>
    Effect.gen(function* () {
      const { tokens } = yield* signedUp
      const asked: Array<string> = []
      const server = http.createServer((request, response) => {
        asked.push(request.url ?? "")
        response.writeHead(302, { location: "http://127.0.0.1:1/" }).end()
      })
      const { url } = yield* serve(server)
      const aud = JSON.parse(Buffer.from(tokens.access_token.split(".")[1]!, "base64url").toString()).aud
      const { out } = yield* outcome("token", "explain", tokens.access_token, "--url", url, "--project", aud)
      expect(out).toContain("✗ keys")
      expect(asked.every((path) => path.includes("jwks.json"))).toBe(true)
    })
  )
})

describe("gatefold docs", () => {
  it.live("lists, finds and prints pages", () =>
    Effect.gen(function* () {
      yield* nowhere
      const asked = [
        [],
        ["teams"],
        ["EmailNotFound"],
        ["EMAIL_NOT_FOUND"],
        ["docs/guides/teams.md"],
        ["refresh", "token"]
      ]
      const answers = yield* Effect.forEach(asked, (words) => outcome("docs", ...words))
      expect(answers.map(({ out }) => out)).toStrictEqual(
        [
          /^ {2}teams {2,}Teams/m,
          /^# Teams/,
          /^# `?EmailNotFound/,
          /^# `?EmailNotFound/,
          /^# Teams/,
          /^Pages about refresh token:/m
        ].map((pattern) => expect.stringMatching(pattern))
      )
      const missing = yield* outcome("docs", "taems")
      expect(missing).toMatchObject({ exitCode: 1, message: "No page is about taems. Did you mean teams?" })
      expect((yield* outcome("docs", "(a+)+$")).exitCode).toBe(1)
      const found = JSON.parse((yield* outcome("docs", "teams", "--json")).out)
      expect(found.file).toBe("docs/guides/teams.md")
    })
  )
})
