/** The page of what is supported says what is so today. */
import { readFileSync } from "node:fs"
import { beforeAll, describe, expect, it } from "vitest"
import { calledBy, isOfSession, operations } from "../../tools/catalog/operations.ts"
import { readPage, type Found, generate } from "../../tools/generate/supported/main.ts"
import { reasons, unprovokedReasons, unsentCodes } from "../../tools/generate/supported/reasons.ts"
import type { EndpointRow, Supported } from "../../tools/generate/supported/rows.ts"
import { driven } from "../operation/driven.ts"

const fixture = new URL("../fixtures/known-errors.json", import.meta.url)

const findRows = ({ endpoints }: Supported, method: string, path: string) =>
  endpoints.filter((row) => row.method === method && row.path === `/api/v1${path}`)

let found: Found
beforeAll(async () => {
  found = await generate()
})

describe("docs/supported.md", () => {
  it("is up to date; `npm run generate -- supported` renews it", () => {
    const { page, supported } = found
    expect(findRows(supported, "POST", "/auth/password/sign-in")).toStrictEqual([
      {
        method: "POST",
        path: "/api/v1/auth/password/sign-in",
        levels: ["client", "server", "admin"],
        operation: "Password.signIn",
        promise: "app.password.signIn",
        emulator: true,
        tested: { "2025-06": true, current: true }
      }
    ])
    expect(findRows(supported, "GET", "/users/me").map((row) => row.levels)).toStrictEqual([
      ["client"],
      ["server", "admin"]
    ])
    expect(findRows(supported, "DELETE", "/auth/sessions/current")[0]?.operation).toContain("Sessions.signOut")
    expect(findRows(supported, "POST", "/check-version")[0]?.levels).toStrictEqual(["public"])
    const isTested = ({ tested }: EndpointRow) => tested["2025-06"] || tested.current
    expect(supported.endpoints.filter((row) => isTested(row) && !row.emulator)).toStrictEqual([])
    expect(readPage()).toBe(page)

    // Every endpoint and every error is tried, or it is said why not.
    expect(
      supported.endpoints.filter((row) => !isTested(row)).map(({ method, path }) => `${method} ${path}`)
    ).toStrictEqual([])
    const unprovoked = supported.errors.flatMap(({ code, provoked }) =>
      provoked["2025-06"] || provoked.current ? [] : [code]
    )
    expect(Object.keys(reasons).sort()).toStrictEqual(unprovoked)
  })

  it("has a reason for every error that an endpoint declares and no scenario gets from it", () => {
    const isFor = (error: string) => unprovokedReasons.filter(([pattern]) => pattern.test(error)).length
    expect(found.unprovoked.filter((error) => isFor(error) !== 1)).toStrictEqual([])
    const isNeeded = (pattern: RegExp) => found.unprovoked.some((error) => pattern.test(error))
    expect(unprovokedReasons.filter(([pattern]) => !isNeeded(pattern))).toStrictEqual([])
  })

  it("calls only those errors unsent that the service does not send", () => {
    const sent = new Map(
      (JSON.parse(readFileSync(fixture, "utf8")) as Array<{ code: string | null; sentByServer: boolean }>).map(
        ({ code, sentByServer }) => [code, sentByServer]
      )
    )
    expect(unsentCodes.filter((code) => sent.get(code) !== false)).toStrictEqual([])
    expect(unsentCodes.length).toBeGreaterThan(5)
  })
})

describe("operations send what they name and nothing else", () => {
  const sentBy = (name: string) => found.sent.find(({ operation }) => operation.name === name)?.exchanges ?? []

  // What the scenario shows the link to confirms the login in its turn.
  const isOfCallback = (name: string, route: string) => name === "CliLogin.login" && route === "POST /auth/cli/complete"

  it("is so of all that the scenarios run", () => {
    const others = operations.flatMap(({ exportedAs: name }) => {
      const routes = sentBy(name).map(({ method, template }) => `${method} ${template?.replace("/api/v1", "")}`)
      const sent = new Set(routes.filter((route) => !isOfCallback(name, route) && !isOfSession(name, route)))
      const called = calledBy(name)
      const isSame =
        [...sent].every((route) => called.has(route)) && (driven.includes(name) || sent.size === called.size)
      return isSame ? [] : [{ name, sent: [...sent], called: [...called] }]
    })
    expect(others).toStrictEqual([])
  })

  it("goes to the level that they name", () => {
    for (const { operation, exchanges } of found.sent) {
      const level = operation.level === "user" ? "client" : operation.level
      // An admin app without a server key is a server app too.
      const allowed: ReadonlyArray<string | undefined> = level === "server" ? ["server", "admin"] : [level]
      // The token endpoint has no level.
      const others = exchanges.filter((exchange) => exchange.level !== undefined && !allowed.includes(exchange.level))
      expect(others, operation.name).toStrictEqual([])
    }
  })
})
