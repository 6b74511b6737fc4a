/**
 * The recipe of roles in an Effect API: its roles and its server as programs, called by users with and without a role.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as TestEmulator from "../../../src/testing/TestEmulator.ts"
import { type Program, start } from "./programs.ts"

describe("the recipe for roles", () => {
  let emulator: TestEmulator.TestEmulator
  let env: Record<string, string>
  let server: Program
  let url: string

  const runRoles = (...args: ReadonlyArray<string>) => {
    const { superSecretAdminKey } = emulator.project
    return start(["node", "articles-roles.ts", ...args], { ...env, STACK_SUPER_SECRET_ADMIN_KEY: superSecretAdminKey })
      .ended
  }

  beforeAll(async () => {
    emulator = await TestEmulator.serve()
    const { projectId, publishableClientKey } = emulator.project
    env = {
      STACK_API_URL: emulator.apiUrl,
      STACK_PROJECT_ID: projectId,
      STACK_PUBLISHABLE_CLIENT_KEY: publishableClientKey
    }
    expect(await runRoles()).toStrictEqual({ code: 0, output: "" })
    server = start(["node", "articles-server.ts"], { ...env, PORT: "0" })
    ;[url = ""] = await server.prints(/http:\/\/127\.0\.0\.1:\d+/)
  })

  afterAll(async () => {
    server?.stop("SIGTERM")
    await server?.ended
    await emulator?.[Symbol.asyncDispose]()
  })

  const call = async (method: string, headers: HeadersInit) => {
    const body = method === "POST" ? JSON.stringify({ title: "Gates" }) : null
    const init = { method, body, headers: { ...headers, "content-type": "application/json" } }
    const response = await fetch(`${url}/articles`, init)
    const text = await response.text()
    return { status: response.status, ...(text === "" ? {} : { body: JSON.parse(text) }) }
  }

  /** A new user, who may have a role. */
  const join = async (role?: string) => {
    const user = await emulator.signUp()
    if (role !== undefined) {
      expect(await runRoles(user.email, role)).toStrictEqual({ code: 0, output: `${user.email} is now ${role}\n` })
    }
    return { ...user, call: (method: string) => call(method, user.headers) }
  }

  const makeRefusal = (permission: string) => ({
    status: 403,
    body: { _tag: "Forbidden", reason: "permission", permission }
  })

  it("lets nobody read who is signed out", async () => {
    expect((await call("GET", {})).status).toBe(401)
  })

  it("lets users without a role read, and not write", async () => {
    const ann = await join()
    expect((await ann.call("GET")).status).toBe(200)
    expect(await ann.call("POST")).toMatchObject(makeRefusal("articles:write"))
  })

  it("lets writers write, and not delete", async () => {
    const ann = await join("writer")
    expect((await ann.call("POST")).status).toBe(204)
    expect((await ann.call("GET")).body).toContain(`Gates by ${ann.user.id}`)
    expect(await ann.call("DELETE")).toMatchObject(makeRefusal("articles:delete"))
  })

  it("lets editors delete", async () => {
    const ann = await join("editor")
    expect((await ann.call("POST")).status).toBe(204)
    expect((await ann.call("DELETE")).status).toBe(204)
    expect(await ann.call("GET")).toStrictEqual({ status: 200, body: [] })
  })

  it("gives a role from the next request on", async () => {
    const ann = await join()
    expect((await ann.call("POST")).status).toBe(403)
    await runRoles(ann.email, "writer")
    expect((await ann.call("POST")).status).toBe(204)
  })

  it("writes definitions again that differ from the program's", async () => {
    const ann = await join("writer")
    const { permissionDefinitions } = emulator.admin
    await permissionDefinitions.update({ scope: "project", id: "writer", containedPermissionIds: [] })
    expect((await ann.call("POST")).status).toBe(403)
    expect(await runRoles()).toStrictEqual({ code: 0, output: "" })
    expect((await ann.call("POST")).status).toBe(204)
  })

  it("gives no role to nobody", async () => {
    expect(await runRoles("nobody@example.org", "editor")).toMatchObject({ code: 1 })
  })

  it("has a client that says what it was refused", async () => {
    const callAsAnn = () => start(["node", "articles-call.ts"], { ...env, ARTICLES_URL: url }).ended
    expect((await callAsAnn()).output).toMatch(/^POST 403 {.*articles:write.*\nDELETE 403 {.*articles:delete/)
    await runRoles("ann@example.org", "writer")
    expect((await callAsAnn()).output).toMatch(/^POST 204 \nDELETE 403 {/)
    await runRoles("ann@example.org", "editor")
    expect(await callAsAnn()).toStrictEqual({ code: 0, output: "POST 204 \nDELETE 204 \n" })
  })
})
