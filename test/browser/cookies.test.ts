/** The session cookies of a page, over HTTP and HTTPS, in a browser. */
import { describe, expect } from "vitest"
import * as World from "./World.ts"
import { signedInAs, signedOut, signOut, signUp } from "./World.ts"

const { emulator, test } = World.use()

const daySeconds = 86_400

describe.each([
  ["HTTP", { scheme: "httpUrl", isSecure: false, prefix: "" }],
  ["HTTPS", { scheme: "httpsUrl", isSecure: true, prefix: "__Host-" }]
] as const)("over %s", (_, { isSecure, prefix, scheme }) => {
  test("keeps the session in its cookies (docs/protocol/cookies.md#names), and removes every one", async ({
    app,
    apiRequests,
    context,
    page
  }) => {
    const baseUrl = app[scheme]
    const projectId = emulator().project?.projectId
    const before = Date.now() / 1000
    const email = await signUp(page, baseUrl)
    const cookies = await context.cookies()
    const after = Date.now() / 1000

    const common = { domain: "localhost", path: "/", httpOnly: false, sameSite: "Lax", secure: isSecure }
    const byName = Object.fromEntries(cookies.map((cookie) => [cookie.name, cookie]))
    expect(byName).toStrictEqual({
      [`${prefix}stack-access`]: expect.objectContaining(common),
      [`stack-refresh-${projectId}`]: expect.objectContaining(common),
      ...(isSecure && {
        [`__Host-stack-refresh-${projectId}--default`]: expect.objectContaining(common),
        "stack-is-https": expect.objectContaining({ ...common, value: "true", expires: -1 })
      })
    })
    const expires = (name: string) => byName[name]?.expires
    const in365Days = [before + 365 * daySeconds - 1, after + 365 * daySeconds + 1] as const
    const refreshCookies = Object.keys(byName).filter((name) => name.includes("stack-refresh-"))
    for (const name of refreshCookies) expect(expires(name), name).within(...in365Days)
    expect(expires(`${prefix}stack-access`)).within(before + daySeconds - 1, after + daySeconds + 1)

    // As the app's own server sees them.
    await page.reload()
    await signedInAs(page, email)
    const sent = new Map(
      (app.seen.findLast(({ url }) => url === "/welcome")?.headers.cookie ?? "")
        .split("; ")
        .map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)])
    )
    const refreshToken = sent.get(`stack-refresh-${projectId}`) ?? ""
    const [, accessToken] = /^\[%22\w+%22%2C%22([\w.-]+)%22\]$/.exec(sent.get(`${prefix}stack-access`) ?? "") ?? []
    expect(refreshToken).toMatch(/^[0-9a-hjkmnp-tv-z]{45}$/)
    const ofHttps = JSON.parse(decodeURIComponent(sent.get(`__Host-stack-refresh-${projectId}--default`) ?? "null"))
    expect(ofHttps).toStrictEqual(
      isSecure ? { refresh_token: refreshToken, updated_at_millis: expect.any(Number) } : null
    )
    expect(sent.get(`${prefix}stack-access`)).toBe(`[%22${refreshToken}%22%2C%22${accessToken}%22]`)

    // The service gets tokens in headers, and never a cookie.
    const headers = await apiRequests.at(-1)?.allHeaders()
    expect(headers).toMatchObject({ "x-stack-access-token": accessToken, "x-stack-refresh-token": refreshToken })
    expect(headers).not.toHaveProperty("cookie")

    await signOut(page)
    expect(await context.cookies()).toStrictEqual([])
  })
})

test("takes over a session of a former version, once", async ({ app, context, page }) => {
  const projectId = emulator().project?.projectId
  const email = await signUp(page, app.httpUrl)
  const name = `stack-refresh-${projectId}`
  const { value } = (await context.cookies()).find((cookie) => cookie.name === name) ?? { value: "" }
  await context.clearCookies()
  await context.addCookies([{ name: "stack-refresh", value, url: app.httpUrl }])
  await page.reload()
  await signedInAs(page, email)
  expect((await context.cookies()).map((cookie) => cookie.name).sort()).toStrictEqual(["stack-access", name])
})

test("survives hostile cookies", async ({ app, complaints, context, page }) => {
  const projectId = emulator().project?.projectId
  for (const value of ["%E0%A4%A", "[%22", "%00", "a%3Bb", "undefined", "%7B%7D"]) {
    await context.addCookies([
      { name: `stack-refresh-${projectId}`, value, url: app.httpUrl },
      { name: "stack-access", value: `[%22${value}`, url: app.httpUrl }
    ])
    await page.goto(app.httpUrl)
    await signedOut(page)
  }
  const email = await signUp(page, app.httpUrl)
  await page.reload()
  await signedInAs(page, email)
  // Some could have been tokens: the service was asked, and the browser tells of its answers.
  for (const complaint of complaints.splice(0)) expect(complaint).toContain("status of 401")
})
