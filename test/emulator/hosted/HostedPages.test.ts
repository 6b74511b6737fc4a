/** What the emulator's hosted pages do with a URL, and who serves them (decision 0064). */
import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import * as Continuation from "../../../hosted/src/continuation.ts"
import * as Nested from "../../../hosted/src/nested.ts"
import * as HostedPages from "../../../src/emulator/hosted/HostedPages.ts"
import * as TrustedUrl from "../../../src/emulator/projects/TrustedUrl.ts"
import corpus from "../../fixtures/redirect-corpus.json" with { type: "json" }
import { projectId } from "../../support/scriptedNetwork.ts"
import { useTemporaryFolder } from "../../support/useTemporaryFolder.ts"

const host = `${projectId}.built-with.localhost`

const asked = {
  redirectUri: "https://app.example.com/private?hexclave_cross_domain_auth=1",
  state: "s",
  codeChallenge: "c",
  afterCallback: "https://app.example.com/private"
}

describe("the continuation of a hosted page", () => {
  it("is in its URL, in either brand's names", () => {
    const query = new URLSearchParams(Continuation.formatQuery(asked))
    expect(Continuation.readFrom(query)).toStrictEqual(asked)
    const former = new URLSearchParams([...query].map(([name, value]) => [name.replace("hexclave_", "stack_"), value]))
    expect(Continuation.readFrom(former)).toStrictEqual(asked)
  })

  it.each(["after_auth_return_to", "hexclave_cross_domain_state", "hexclave_cross_domain_code_challenge"])(
    "cannot be read without $0",
    (name) => {
      const query = new URLSearchParams(Continuation.formatQuery(asked))
      const less = new URLSearchParams(query)
      less.delete(name)
      expect(Continuation.readFrom(less), name).toBeUndefined()
    }
  )

  it("is read by CrossDomain.authorize", () => {
    const url = new URL(Continuation.formatRequest(asked, `http://${host}/handler/continue?x=1`))
    expect(Object.fromEntries(url.searchParams)).toStrictEqual({
      redirect_uri: asked.redirectUri,
      state: "s",
      code_challenge: "c",
      code_challenge_method: "S256",
      after_callback_redirect_url: asked.afterCallback
    })
  })

  const makeStorage = (): Continuation.TabStorage => {
    const values = new Map<string, string>()
    return {
      getItem: (key) => values.get(key) ?? null,
      setItem: (key, value) => void values.set(key, value),
      removeItem: (key) => void values.delete(key)
    }
  }

  it.effect("is remembered for 30 minutes, or until it was answered", () =>
    Effect.gen(function* () {
      const storage = makeStorage()
      const kept = Effect.map(Clock.currentTimeMillis, (now) => Continuation.readKept(storage, now))
      Continuation.keep(storage, asked, yield* Clock.currentTimeMillis)
      yield* TestClock.adjust("29 minutes")
      expect(yield* kept).toStrictEqual(asked)
      yield* TestClock.adjust("1 minute")
      expect(yield* kept).toBeUndefined()
      Continuation.keep(storage, asked, yield* Clock.currentTimeMillis)
      expect(yield* kept).toBeDefined()
      Continuation.forget(storage)
      expect(yield* kept).toBeUndefined()
    })
  )

  it.each(["", "no JSON", "{}", "[1,2]", '["?a=1",0]', `["${Continuation.formatQuery(asked)}",9e15]`])(
    "is ignored when it is malformed: $0",
    (text) => {
      const storage = makeStorage()

      storage.setItem("gatefold-hosted-continuation", text)
      expect(Continuation.readKept(storage, 1000), text).toBeUndefined()
    }
  )
})

describe("the offer of a session", () => {
  const page = (callback: string) => {
    const url = new URL(`http://${host}/handler/account-settings?tab=1`)
    url.searchParams.set("stack_nested_cross_domain_auth_refresh_token_id", "id")
    url.searchParams.set("stack_nested_cross_domain_auth_callback_url", callback)
    return url
  }

  it("is in the URL of the page, and leads back to the app", () => {
    const offer = Nested.readOffer(page("https://app.example.com/private?a=1"))
    expect(offer && [offer.sessionId, offer.callback.href]).toStrictEqual(["id", "https://app.example.com/private?a=1"])
    expect(offer && Nested.formatCallback(offer)).toBe(
      "https://app.example.com/private?a=1&stack_nested_cross_domain_auth_refresh_token_id=id"
    )
    expect(Nested.removeOffer(page("https://a.example")).search).toBe("?tab=1")
  })

  it("leads to no page that the project does not trust", () => {
    let trusted = 0
    for (const { trusted: domains, url } of corpus) {
      const offer = Nested.readOffer(page(url))
      if (offer === undefined) continue
      const origins = domains.map(({ domain }) => domain)
      if (!Nested.isTrusted(offer.callback, origins)) continue
      trusted++
      expect(
        TrustedUrl.isTrusted({ allowLocalhost: true, domains: origins }, offer.callback.href),
        `${url.slice(0, 200)} of ${origins.join(" ").slice(0, 200)}`
      ).toBe(true)
    }
    expect(trusted).toBeGreaterThan(10)
  })
})

describe("the pages", () => {
  const folder = useTemporaryFolder()
  fs.writeFileSync(path.join(folder, "index.html"), "<title>Hosted</title>")
  const apiUrl = "http://127.0.0.1:8102"
  const serve = HostedPages.make({ folder, getApiUrl: () => apiUrl })
  const get = (url: string, method = "GET") => serve(new Request(url, { method }))

  it("have the settings of the project of their host", async () => {
    expect(await get(`http://${host}:8102/settings.json`)?.json()).toStrictEqual({ projectId, apiUrl })
  })

  it.each(["/", "/handler/sign-in", "/account/security", "/teams"])(
    "are at the host of each project: $0",
    async (path) => {
      const response = get(`http://${host}:8102${path}`)
      expect(await response?.text(), path).toBe("<title>Hosted</title>")
      expect(response?.headers.get("content-security-policy")).toContain(`connect-src 'self' ${apiUrl}`)
      expect(response?.headers.get("content-security-policy")).toContain("frame-ancestors 'none'")
    }
  )

  it.each([
    `http://127.0.0.1:8102/handler/sign-in`,
    `http://localhost:8102/settings.json`,
    `http://built-with.localhost:8102/`,
    `http://a.${host}:8102/`,
    `http://${host}:8102/api/v1/users/me`,
    `http://${host}:8102/handlers`
  ])("are not at $0", (url) => {
    expect(get(url), url).toBeUndefined()
    expect(get(`http://${host}:8102/handler/sign-in`, "POST")).toBeUndefined()
  })

  it.each([
    ["their own project", projectId, true, `http://${host}:8102/handler/sign-in`, true],
    ["the service", projectId, false, `http://${host}:8102/handler/sign-in`, false],
    ["another project", projectId, true, "http://other.built-with.localhost:8102/", false],
    ["the project if their host goes on", projectId, true, `http://${host}.evil.example/`, false],
    ["no project", undefined, true, `http://${host}/`, false]
  ])("are trusted by their own project only, in an emulator: %s", (_, hostedProjectId, isEmulator, url, expected) => {
    const trust = { allowLocalhost: false, domains: [], isEmulator, hostedProjectId }
    expect(TrustedUrl.isTrusted(trust, url)).toBe(expected)
  })

  it("are known by their origin", () => {
    expect(TrustedUrl.isHostedPage(projectId, { origin: `http://${host}:8102` })).toBe(true)
  })

  it.each([undefined, "null", "http://localhost:8102", `http://other.built-with.localhost:8102`])(
    "are not trusted by a project with another origin: $0",
    (origin) => {
      expect(TrustedUrl.isHostedPage(projectId, { origin }), origin).toBe(false)
    }
  )
})
