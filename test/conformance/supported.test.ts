/** The page of what is supported says what is so today. */
import { describe, expect, it } from "vitest"
import { currentPage, generate, type Supported } from "../tools/supported.ts"

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
        tested: true
      }
    ])
    expect(rowOf(supported, "GET", "/users/me").map((row) => row.levels)).toEqual([["client"], ["server", "admin"]])
    expect(rowOf(supported, "DELETE", "/auth/sessions/current")[0]?.operation).toBe("Sessions.signOut")
    expect(rowOf(supported, "POST", "/check-version")[0]?.levels).toEqual(["public"])
    expect(supported.endpoints.filter((row) => row.tested && !row.emulator)).toEqual([])
    expect(currentPage()).toBe(page)
  }, 60_000)
})
