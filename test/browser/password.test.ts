/** Sign-up and sign-in with passwords, in a browser. */
import type { BrowserContext } from "playwright-core"
import { describe, expect } from "vitest"
import { challenged } from "./AppServer.ts"
import * as World from "./World.ts"
import { newEmail, password, signedInAs, signOut, signUp, submit } from "./World.ts"

const { test } = World.use()

describe("sign-in with passwords", () => {
  test("signs up, stays signed in over loads, signs out, and signs in again", async ({ app, page }) => {
    const email = await signUp(page, app.httpUrl)
    await page.reload()
    await signedInAs(page, email)
    await signOut(page)
    await page.goto(`${app.httpUrl}/handler/sign-in`)
    await submit(page, "sign-in", { email, password })
    await page.waitForURL(`${app.httpUrl}/`)
    await signedInAs(page, email)
  })

  test("refuses a wrong password with its own error", async ({ app, complaints, page }) => {
    await page.goto(`${app.httpUrl}/handler/sign-in`)
    await submit(page, "sign-in", { email: newEmail(), password })
    await page.getByText("Failed: EmailPasswordMismatch").waitFor()
    expect(complaints.splice(0)).toStrictEqual([])
  })

  test("returns to where the user was before signing in", async ({ app, page }) => {
    const email = await signUp(page, app.httpUrl)
    await signOut(page)
    await page.goto(`${app.httpUrl}/protected?tab=2#end`)
    await page.waitForURL(`${app.httpUrl}/handler/sign-in?after_auth_return_to=*`)
    await submit(page, "sign-in", { email, password })
    await page.waitForURL(`${app.httpUrl}/protected?tab=2#end`)
    await signedInAs(page, email)
  })

  /** In the place of Cloudflare's script: the invisible widget is not believed, the visible one has a button. */
  const fakeTurnstile = `
  globalThis.widgets = new Set()
  globalThis.turnstile = {
    render: (element, { action, callback, sitekey }) => {
      const id = "widget-" + Math.random()
      widgets.add(id)
      const button = document.createElement("button")
      button.textContent = "I am a person"
      button.onclick = () => callback("mock-turnstile-ok:" + action)
      if (sitekey === "visible") element.append(button)
      else setTimeout(() => callback("mock-turnstile-invalid"))
      return id
    },
    remove: (id) => widgets.delete(id)
  }`

  /** Serves the script, and counts how often it is asked for. */
  const withTurnstile = async (context: BrowserContext) => {
    const asked: Array<string> = []
    await context.route("https://challenges.cloudflare.com/**", (route) => {
      asked.push(route.request().url())
      return route.fulfill({ contentType: "text/javascript", body: fakeTurnstile })
    })
    return asked
  }

  test("shows the challenge that the service asks for, and takes it away again", async ({ app, context, page }) => {
    const asked = await withTurnstile(context)
    const dialog = page.getByRole("dialog", { name: "Please show that you are a person" })
    const widgets = () => page.evaluate<number>("widgets.size + document.querySelectorAll('dialog').length")
    await page.goto(app.httpUrl + challenged)
    expect(asked).toStrictEqual([])
    const email = newEmail()
    await submit(page, "sign-up", { email, password })
    await dialog.getByRole("button", { name: "Cancel" }).click()
    await page.getByText("Failed: BotChallengeFailed").waitFor()
    expect(await widgets()).toBe(0)

    const aborted = page.evaluate(async (email) => {
      const controller = new AbortController()
      const signUp = globalThis.app.password.signUp.result(
        { email, password: "correct horse" },
        { signal: controller.signal }
      )
      while (document.querySelector("dialog button") === null) await new Promise(requestAnimationFrame)
      controller.abort()
      return signUp.then(
        () => "ended",
        () => "aborted"
      )
    }, email)
    expect(await aborted).toBe("aborted")
    expect(await widgets()).toBe(0)

    await submit(page, "sign-up", { email, password })
    await dialog.getByRole("button", { name: "I am a person" }).click()
    await page.waitForURL(`${app.httpUrl}/welcome`)
    await signedInAs(page, email)
    expect(asked).toStrictEqual(["https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit"])
  })

  test("goes to the provider after a challenge", async ({ app, complaints, context, page }) => {
    await withTurnstile(context)
    await page.goto(app.httpUrl + challenged)
    await submit(page, "oauth", { provider: "github" })
    await page.getByRole("button", { name: "I am a person" }).click()
    await page.getByRole("heading", { name: "Sign in with GitHub" }).waitFor()
    // The start of a sign-in is a navigation otherwise, and has no header that asks for status 200.
    expect(complaints.splice(0)).toStrictEqual([expect.stringContaining("status of 409")])
  })

  test("says so when the challenge cannot be loaded", async ({ app, complaints, context, page }) => {
    await context.route("https://challenges.cloudflare.com/**", (route) => route.abort())
    await page.goto(app.httpUrl + challenged)
    await submit(page, "sign-up", { email: newEmail(), password })
    await page.getByText("Failed: BotChallengeFailed").waitFor()
    expect(await page.locator("script[src*=turnstile]").count()).toBe(0)
    expect(complaints.splice(0)).toStrictEqual([expect.stringContaining("Failed to load resource")])
  })
})
