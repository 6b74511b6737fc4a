/**
 * Requests of somebody who tries things out: what they send is refused, or counts for nobody, and never for another.
 */
import { afterAll, beforeAll, describe, expect, it } from "@effect/vitest"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { fromNode } from "../../src/backend/request/NodeRequest.ts"
import { createRequestAuth, type RequestAuth } from "../../src/backend/request/RequestAuth.ts"
import * as Emulator from "../../src/emulator/node.ts"
import * as Http from "../../src/http/Http.ts"
import * as EmulatedApp from "../../src/testing/EmulatedApp.ts"

const runtime = ManagedRuntime.make(EmulatedApp.layer())
let auth: RequestAuth
let ann: EmulatedApp.TestUser
let bob: EmulatedApp.TestUser
let names: { readonly access: string; readonly refresh: string; readonly plainRefresh: string }

beforeAll(async () => {
  const { baseUrl, fetch, project } = await runtime.runPromise(Emulator.Emulator)
  auth = createRequestAuth({ ...project!, apiUrl: baseUrl, http: Http.layerHandler(fetch) })
  ann = await runtime.runPromise(EmulatedApp.signUp())
  bob = await runtime.runPromise(EmulatedApp.signUp())
  const plainRefresh = `stack-refresh-${project!.projectId}`
  names = { access: "__Host-stack-access", refresh: `__Host-${plainRefresh}`, plainRefresh }
})
afterAll(async () => {
  await auth.dispose()
  await runtime.dispose()
})

/** Who the server takes the sender for, or why for nobody. */
const whoIs = async (headers: Iterable<readonly [string, string]>): Promise<string> => {
  const request = new Request("https://shop.example.com/", {
    headers: new Headers([...headers].map(([a, b]) => [a, b]))
  })
  await using result = await auth.authenticate(request)
  if (!result.signedIn) return result.error._tag === "Unauthorized" ? result.error.reason : result.error._tag
  return result.userId === ann.user.id ? "ann" : result.userId === bob.user.id ? "bob" : "somebody else"
}

const pair = (accessToken: unknown, refreshToken: unknown = null) => JSON.stringify({ accessToken, refreshToken })
const cookie = (name: string, value: string) => `${name}=${encodeURIComponent(value)}`
const wrapped = (refreshToken: string, accessToken: string) => JSON.stringify([refreshToken, accessToken])

describe("the Authorization header", () => {
  it.each(["Bearer ", "bearer ", "BEARER ", "bEaReR   ", "Bearer\t"])(
    "may have its scheme in any case, followed by any white space: '$0'",
    async (scheme) => {
      expect(await whoIs([["authorization", scheme + ann.accessToken]])).toBe("ann")
    }
  )

  it("counts only as a whole, not one of several values", async () => {
    const [a, b] = [`Bearer ${ann.accessToken}`, `Bearer ${bob.accessToken}`]
    const whoBrings = (...values: ReadonlyArray<string>) => whoIs(values.map((value) => ["authorization", value]))
    expect({
      twice: await whoBrings(a, b),
      withComma: await whoBrings(`${a},${bob.accessToken}`),
      withSpace: await whoBrings(`${a} ${bob.accessToken}`),
      // Its first scheme is not ours, so there is no token.
      ofTwoSchemes: await whoBrings("Basic YTpi", b)
    }).toStrictEqual({ twice: "malformed", withComma: "invalid", withSpace: "malformed", ofTwoSchemes: "missing" })
  })

  it.each<[string, (token: string) => string, string]>([
    ["empty", () => "Bearer", "malformed"],
    ["undefined", () => "Bearer undefined", "malformed"],
    ["null", () => "Bearer null", "invalid"],
    ["quoted", (token) => `Bearer "${token}"`, "invalid"],
    ["encoded", (token) => `Bearer ${encodeURIComponent(`${token} `)}`, "invalid"],
    ["followed by a letter of another alphabet", (token) => `Bearer ${token}\u00e9`, "malformed"],
    ["gigantic", () => `Bearer ${"a".repeat(1_000_000)}`, "malformed"],
    ["repeated", (token) => `Bearer ${`${token}.`.repeat(10)}`, "invalid"],
    ["without a space", (token) => `Bearer${token}`, "missing"]
  ])("is refused when it is %s", async (_, headerOf, reason) => {
    expect(await whoIs([["authorization", headerOf(ann.accessToken)]])).toBe(reason)
  })

  it("overrides all other credentials, even when it is refused", async () => {
    const others = [
      ["x-stack-auth", pair(bob.accessToken, bob.refreshToken)],
      ["cookie", cookie(names.refresh, bob.refreshToken)]
    ] as const
    expect(await whoIs([["authorization", `Bearer ${ann.accessToken}`], ...others])).toBe("ann")
    expect(await whoIs([["authorization", "Bearer nonsense"], ...others])).toBe("invalid")
    expect(await whoIs([["authorization", "Bearer "], ...others])).toBe("malformed")
  })
})

describe("the Authorization header of the vendor's SDK", () => {
  const encoded = (text: string) => Buffer.from(text).toString("base64")

  // Rows are functions, because the users sign up only when the tests run.
  describe.each(["hexclave_", "stackauth_"])("after %s", (brand) => {
    it.each<readonly [text: () => string, who: string]>([
      [() => encoded(pair(ann.accessToken)), "ann"],
      [() => encoded(pair(null, ann.refreshToken)), "ann"],
      [() => encoded(pair(ann.accessToken, ann.refreshToken)), "ann"],
      [() => encoded(pair(ann.accessToken, bob.refreshToken)), "ann"],
      [() => encoded(pair(null)), "missing"],
      [() => encoded("{}"), "missing"],
      [() => encoded("[]"), "malformed"],
      [() => encoded("{"), "malformed"],
      [() => encoded("null"), "malformed"],
      [() => encoded(pair([ann.accessToken])), "malformed"],
      [() => encoded(pair("undefined")), "malformed"],
      [() => encoded(pair("nonsense")), "invalid"],
      [() => pair(ann.accessToken), "malformed"],
      [() => ann.accessToken, "malformed"],
      [() => "", "malformed"],
      [() => "%%%", "malformed"],
      [() => "a".repeat(20_000), "malformed"],
      [() => encoded("[".repeat(10_000)), "malformed"],
      [() => `hexclave_${encoded(pair(ann.accessToken))}`, "malformed"]
    ])("holds one object with tokens, and nothing else: %s is %s", async (text, who) => {
      expect(await whoIs([["authorization", `Bearer ${brand}${text()}`]])).toBe(who)
    })
  })

  it("overrides all other credentials, and needs no origin", async () => {
    const others = [
      ["x-stack-auth", pair(bob.accessToken, bob.refreshToken)],
      ["cookie", cookie(names.refresh, bob.refreshToken)]
    ] as const
    const of = (text: string) => [["authorization", `Bearer hexclave_${text}`], ...others] as const
    expect(await whoIs(of(encoded(pair(ann.accessToken))))).toBe("ann")
    expect(await whoIs(of(encoded(pair(null))))).toBe("missing")
    expect(await whoIs(of("nonsense"))).toBe("malformed")
    const foreign = new Request("https://shop.example.com/", {
      method: "POST",
      headers: { authorization: `Bearer stackauth_${encoded(pair(ann.accessToken))}`, "sec-fetch-site": "cross-site" }
    })
    await using result = await auth.authenticate(foreign)
    expect(result.signedIn && result.userId).toBe(ann.user.id)
  })
})

describe("the x-stack-auth header", () => {
  it.each<readonly [text: () => string, who: string]>([
    [() => pair(ann.accessToken), "ann"],
    [() => pair(null, ann.refreshToken), "ann"],
    [() => pair(null), "missing"],
    [() => "{}", "missing"],
    [() => "[]", "malformed"],
    [() => "null", "malformed"],
    [() => "true", "malformed"],
    [() => '"text"', "malformed"],
    [() => "{", "malformed"],
    [() => `[${pair(ann.accessToken)}]`, "malformed"],
    [() => pair([ann.accessToken]), "malformed"],
    [() => pair({ toString: ann.accessToken }), "malformed"],
    [() => pair(1), "malformed"],
    [() => pair(""), "malformed"],
    [() => pair("undefined"), "malformed"],
    [() => pair(`${ann.accessToken}\r\nx-evil: 1`), "malformed"],
    [() => pair("a".repeat(20_000)), "malformed"],
    [() => "[".repeat(16_000), "malformed"],
    [() => `{"a":${"[".repeat(5000)}${"]".repeat(5000)}}`, "missing"],
    [() => JSON.stringify({ accesstoken: ann.accessToken }), "missing"],
    [() => `{"__proto__":${pair(ann.accessToken)}}`, "missing"],
    [() => `{"constructor":{"prototype":${pair(ann.accessToken)}}}`, "missing"],
    // Of two values of one name the last one counts, for whoever reads JSON.
    [() => `{"accessToken":"${bob.accessToken}","accessToken":"${ann.accessToken}"}`, "ann"]
  ])("is one object with tokens, and nothing else: %s is %s", async (text, who) => {
    expect(await whoIs([["x-stack-auth", text()]])).toBe(who)
  })

  it("changes no prototype", async () => {
    await whoIs([["x-stack-auth", `{"__proto__":${pair(ann.accessToken)}}`]])
    expect("accessToken" in {}).toBe(false)
  })

  it("is refused when sent twice, and never replaced by cookies", async () => {
    const twice = [pair(ann.accessToken), pair(bob.accessToken)].map((text) => ["x-stack-auth", text] as const)
    expect(await whoIs(twice)).toBe("malformed")
    const cookies = ["cookie", cookie(names.refresh, bob.refreshToken)] as const
    expect(await whoIs([["x-stack-auth", pair(null)], cookies])).toBe("missing")
    expect(await whoIs([["x-stack-auth", "{"], cookies])).toBe("malformed")
  })

  it("never combines two sessions: an access token of another user keeps its own user", async () => {
    expect(await whoIs([["x-stack-auth", pair(ann.accessToken, bob.refreshToken)]])).toBe("ann")
  })
})

describe("cookies", () => {
  const from = (...cookies: ReadonlyArray<string>) => whoIs([["cookie", cookies.join("; ")]])

  it("count once, the first of each name", async () => {
    expect(await from(cookie(names.refresh, ann.refreshToken), cookie(names.refresh, bob.refreshToken))).toBe("ann")
    const access = cookie(names.access, wrapped(ann.refreshToken, ann.accessToken))
    expect(await from(cookie(names.refresh, ann.refreshToken), access, access.replace("stack", "x"))).toBe("ann")
  })

  it("take precedence over those that other hosts can set if they are of this host alone", async () => {
    const tossed = cookie(names.plainRefresh, bob.refreshToken)
    expect(await from(tossed, cookie(names.refresh, ann.refreshToken))).toBe("ann")
    expect(await from(cookie("stack-refresh", bob.refreshToken), cookie(names.refresh, ann.refreshToken))).toBe("ann")
  })

  it("never lend an access token to another session", async () => {
    const foreign = cookie(names.access, wrapped(bob.refreshToken, bob.accessToken))
    expect(await from(cookie(names.refresh, ann.refreshToken), foreign)).toBe("ann")
    expect(await from(foreign)).toBe("missing")
  })

  it.each(["", "%", "%E0%A4%A", "[]", '["a"]', '["","a","b"]', '{"0":"","1":"x"}', "[[],[]]", "null"])(
    "sign nobody in if their value is odd: '%s'",
    async (value) => {
      expect(await from(`${names.access}=${value}`)).toBe("missing")
    }
  )

  it("sign nobody in if their names are odd", async () => {
    expect(await from("__proto__=x", "constructor=y", "=z", ";;;", "toString")).toBe("missing")
    expect(await from(cookie("__HOST-STACK-ACCESS", wrapped("", ann.accessToken)))).toBe("missing")
  })

  it("may be thousands", async () => {
    const many = Array.from({ length: 5000 }, (_, i) => `c${i}=${i}`)
    expect(await from(...many, cookie(names.refresh, ann.refreshToken))).toBe("ann")
  })
})

describe("headers of Node", () => {
  it("are read in any shape, and nothing but headers", async () => {
    const who = async (headers: Record<string, string | Array<string> | undefined>) => {
      await using result = await auth.authenticate(fromNode({ headers }))
      return result.signedIn
        ? result.userId
        : result.error._tag === "Unauthorized"
          ? result.error.reason
          : "unavailable"
    }
    expect(await who({ "x-stack-auth": [pair(ann.accessToken), pair(bob.accessToken)] })).toBe("malformed")
    expect(await who({ authorization: undefined })).toBe("missing")
    expect(await who(Object.assign(Object.create({ authorization: `Bearer ${ann.accessToken}` }), {}))).toBe("missing")
  })
})
