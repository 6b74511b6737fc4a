/** The programs of docs/recipes do what their pages say. */
import * as fs from "node:fs"
import * as path from "node:path"
import { expect, test } from "gatefold/testing/vitest"
import { describe } from "vitest"
import { reportsRoute } from "../../docs/examples/recipes/customer-api-keys.ts"
import { deleteAccountRoute } from "../../docs/examples/recipes/delete-account.ts"
import { impersonateRoute } from "../../docs/examples/recipes/impersonate.ts"
import { ordersRoute } from "../../docs/examples/recipes/protect-a-route.ts"
import { createTeam, defineRoles, makeAccountantRoute } from "../../docs/examples/recipes/team-roles.ts"
import { checkoutRoute } from "../../docs/examples/recipes/verified-email.ts"
import { root } from "../support/root.ts"

const dockerfile = "docs/examples/recipes/deploy/Dockerfile"
const request = (headers: HeadersInit = {}, init: RequestInit = {}) =>
  new Request("http://localhost:3000/", { ...init, headers })

describe("docs/recipes", () => {
  const pages = fs.globSync("docs/recipes/*.md", { cwd: root }).map((page) => {
    const text = fs.readFileSync(path.join(root, page), "utf8")
    return { page, text, words: text.split(/\s+/).length, blocks: text.matchAll(/^```\w+\n([\s\S]*?)^```$/gm) }
  })

  test("show the programs that are tested", () => {
    const shown = pages.flatMap(({ blocks }) => [...blocks].map(([, code = ""]) => code.replace(/^(\/\/|#) \S+\n/, "")))
    for (const file of fs.globSync("docs/examples/recipes/**/*.*", { cwd: root }).concat(dockerfile)) {
      expect(shown, file).toContain(fs.readFileSync(path.join(root, file), "utf8"))
    }
  })

  test("are short, and in the list", () => {
    const list = fs.readFileSync(path.join(root, "docs/recipes/README.md"), "utf8")
    expect(pages.filter(({ words }) => words > 800).map(({ page }) => page)).toStrictEqual([])
    const articles = pages.map(({ page }) => path.basename(page)).filter((name) => name !== "README.md")
    expect(articles).not.toStrictEqual([])
    expect(articles.filter((name) => !list.includes(`(${name})`))).toStrictEqual([])
  })

  test("protect a route", async ({ emulator, user }) => {
    const route = ordersRoute(emulator.requestAuth())
    expect((await route(request())).status).toBe(401)
    const response = await route(request(user.headers))
    expect(await response.json()).toStrictEqual({ ordersOf: user.email })
  })

  test("require a verified email", async ({ emulator }) => {
    const route = checkoutRoute(emulator.requestAuth())
    const [ann, bob] = [await emulator.signUp({ primaryEmailVerified: false }), await emulator.signUp()]
    expect((await route(request(ann.headers))).status).toBe(403)
    expect((await route(request(bob.headers))).status).toBe(200)
  })

  test("invite a team with roles", async ({ admin, app, emulator, mailbox, signIn }) => {
    await defineRoles(admin)
    const ann = await signIn()
    const { id: teamId } = await createTeam(app, "Acme", "bob@example.org")
    const bobsApp = emulator.newApp()
    const bob = await signIn({ primaryEmail: "bob@example.org" }, bobsApp)
    await bobsApp.teamInvitations.accept({ code: await mailbox.codeTo("bob@example.org") })
    expect(await bobsApp.permissions.has({ permissionId: "invoices:pay", teamId })).toBe(false)
    const route = makeAccountantRoute(emulator.requestAuth(), admin)
    const ask = (headers: HeadersInit) =>
      route(request(headers, { method: "POST", body: JSON.stringify({ teamId, userId: bob.user.id }) }))
    expect((await ask(bob.headers)).status).toBe(403)
    expect(await bobsApp.permissions.has({ permissionId: "invoices:pay", teamId })).toBe(false)
    expect((await ask(ann.headers)).status).toBe(204)
    expect(await bobsApp.permissions.has({ permissionId: "invoices:pay", teamId })).toBe(true)
  })

  test("delete an account", async ({ admin, emulator, user }) => {
    const deleted: Array<string> = []
    const route = deleteAccountRoute(emulator.requestAuth(), admin, async (userId) => void deleted.push(userId))
    expect((await route(request(user.headers, { method: "DELETE" }))).status).toBe(204)
    expect(deleted).toStrictEqual([user.user.id])
    expect(await admin.users.find(user.user.id)).toBeNull()
  })

  test("impersonate a user", async ({ admin, emulator }) => {
    await admin.permissionDefinitions.create({ scope: "project", id: "support:impersonate" })
    const [ann, eve] = [await emulator.signUp(), await emulator.signUp()]
    const log: Array<object> = []
    const route = impersonateRoute(emulator.requestAuth(), admin, (entry) => void log.push(entry))
    const ask = (headers: HeadersInit) =>
      route(
        request(headers, {
          method: "POST",
          body: JSON.stringify({ userId: ann.user.id, reason: "Invoice is missing" })
        })
      )
    expect((await ask(eve.headers)).status).toBe(403)
    await admin.permissions.grant({ userId: eve.user.id, permissionId: "support:impersonate" })
    const tokens = await (await ask(eve.headers)).json()
    expect((await emulator.newApp({ tokenStore: tokens }).currentUser.get())?.id).toBe(ann.user.id)
    expect(log).toStrictEqual([{ supporter: eve.user.id, userId: ann.user.id, reason: "Invoice is missing" }])
  })

  test("check the API keys of customers", async ({ admin, app, user }) => {
    const route = reportsRoute(admin)
    expect((await route(request({ "x-api-key": "unknown" }))).status).toBe(401)
    expect((await route(request())).status).toBe(401)
    await admin.project.update({ config: { allowUserApiKeys: true } })
    const { reveal } = await import("gatefold")
    const { value } = await app.apiKeys.create({ description: "CI", expiresAt: null })
    const response = await route(request({ "x-api-key": reveal(value) }))
    expect(await response.json()).toStrictEqual({ reportsOf: user.user.id })
  })
})
