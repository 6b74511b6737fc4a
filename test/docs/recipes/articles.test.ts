/**
 * The recipe of roles in an Effect API: its roles and its server as programs, called by users with and without a role.
 */
import { describe, expect, it } from "vitest"
import * as TestEmulator from "../../../src/testing/TestEmulator.ts"
import { start } from "./programs.ts"

describe("the recipe for roles", () => {
  it("lets writers write and editors delete, from the next request on", async () => {
    await using emulator = await TestEmulator.serve()
    const { projectId, publishableClientKey, superSecretAdminKey } = emulator.project
    const env = {
      STACK_API_URL: emulator.apiUrl,
      STACK_PROJECT_ID: projectId,
      STACK_PUBLISHABLE_CLIENT_KEY: publishableClientKey
    }
    const roles = (...args: ReadonlyArray<string>) =>
      start(["node", "articles-roles.ts", ...args], { ...env, STACK_SUPER_SECRET_ADMIN_KEY: superSecretAdminKey }).ended
    expect(await roles()).toStrictEqual({ code: 0, output: "" })

    const server = start(["node", "articles-server.ts"], { ...env, PORT: "0" })
    const [url = ""] = await server.prints(/http:\/\/127\.0\.0\.1:\d+/)
    try {
      const ann = await emulator.signUp()
      const call = async (method: string, headers: HeadersInit = ann.headers) => {
        const body = method === "POST" ? JSON.stringify({ title: "Gates" }) : null
        const init = { method, body, headers: { ...headers, "content-type": "application/json" } }
        const response = await fetch(`${url}/articles`, init)
        const text = await response.text()
        return { status: response.status, ...(text === "" ? {} : { body: JSON.parse(text) }) }
      }
      expect((await call("GET", {})).status).toBe(401)
      expect(await call("GET")).toStrictEqual({ status: 200, body: [] })
      const refused = { _tag: "Forbidden", reason: "permission" }
      expect(await call("POST")).toMatchObject({ status: 403, body: { ...refused, permission: "articles:write" } })

      expect(await roles(ann.email, "writer")).toStrictEqual({ code: 0, output: `${ann.email} is now writer\n` })
      expect((await call("POST")).status).toBe(204)
      expect(await call("GET")).toStrictEqual({ status: 200, body: [`Gates by ${ann.user.id}`] })
      expect(await call("DELETE")).toMatchObject({ status: 403, body: { ...refused, permission: "articles:delete" } })

      // A definition that differs from the program's, as after a change of the program.
      const { permissionDefinitions } = emulator.admin
      await permissionDefinitions.update({ scope: "project", id: "writer", containedPermissionIds: [] })
      expect((await call("POST")).status).toBe(403)
      expect(await roles()).toStrictEqual({ code: 0, output: "" })
      expect((await call("POST")).status).toBe(204)

      await roles(ann.email, "editor")
      expect((await call("DELETE")).status).toBe(204)
      expect(await call("GET")).toStrictEqual({ status: 200, body: [] })
      expect(await roles("nobody@example.org", "editor")).toMatchObject({ code: 1 })

      const callAsAnn = () => start(["node", "articles-call.ts"], { ...env, ARTICLES_URL: url }).ended
      expect((await callAsAnn()).output).toMatch(/^POST 403 {.*articles:write.*\nDELETE 403 {.*articles:delete/)
      await roles("ann@example.org", "writer")
      expect((await callAsAnn()).output).toMatch(/^POST 204 \nDELETE 403 {/)
      await roles("ann@example.org", "editor")
      expect(await callAsAnn()).toStrictEqual({ code: 0, output: "POST 204 \nDELETE 204 \n" })
    } finally {
      server.stop("SIGTERM")
      await server.ended
    }
  })
})
