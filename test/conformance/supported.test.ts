/** The page of what is supported says what is so today. */
import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { currentPage, type EndpointRow, generate, reasons, type Supported, unsentCodes } from "../tools/supported.ts"

const fixture = new URL("../fixtures/known-errors.json", import.meta.url)

const rowOf = ({ endpoints }: Supported, method: string, path: string) =>
  endpoints.filter((row) => row.method === method && row.path === `/api/v1${path}`)

describe("docs/supported.md", () => {
  it("is up to date; `npm run supported` renews it", async () => {
    const { page, supported } = await generate()
    expect(rowOf(supported, "POST", "/auth/password/sign-in")).toEqual([
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
    expect(rowOf(supported, "GET", "/users/me").map((row) => row.levels)).toEqual([["client"], ["server", "admin"]])
    expect(rowOf(supported, "DELETE", "/auth/sessions/current")[0]?.operation).toContain("Sessions.signOut")
    expect(rowOf(supported, "POST", "/check-version")[0]?.levels).toEqual(["public"])
    const isTested = ({ tested }: EndpointRow) => tested["2025-06"] || tested.current
    expect(supported.endpoints.filter((row) => isTested(row) && !row.emulator)).toEqual([])
    expect(currentPage()).toBe(page)

    // every endpoint and every error is tried, or it is said why not
    expect(supported.endpoints.filter((row) => !isTested(row)).map(({ method, path }) => `${method} ${path}`)).toEqual(
      []
    )
    const unprovoked = supported.errors.flatMap(({ code, provoked }) =>
      provoked["2025-06"] || provoked.current ? [] : [code]
    )
    expect(Object.keys(reasons).sort()).toEqual(unprovoked)
  })

  it("calls only those errors unsent that the service does not send", () => {
    const sent = new Map(
      (JSON.parse(readFileSync(fixture, "utf8")) as Array<{ code: string | null; sentByServer: boolean }>).map(
        ({ code, sentByServer }) => [code, sentByServer]
      )
    )
    expect(unsentCodes.filter((code) => sent.get(code) !== false)).toEqual([])
    expect(unsentCodes.length).toBeGreaterThan(5)
  })
})
