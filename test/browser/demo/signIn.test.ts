/** Every way to sign in to the demo, in a browser. */
import * as Effect from "effect/Effect"
import { describe, expect } from "vitest"
import * as Totp from "../../../src/platform/Totp.ts"
import * as Authenticator from "../Authenticator.ts"
import {
  approve,
  askForLink,
  click,
  fillIn,
  fillInSignIn,
  follow,
  heading,
  newEmail,
  password,
  refused,
  signedInAs,
  signedOut,
  signIn,
  signOut,
  signUp,
  submitSignIn,
  told
} from "./visitor.ts"
import * as World from "./World.ts"

const { advanceClock, mailTo, resetClock, test } = World.use()

describe("sign-in to the demo", () => {
  test("signs up and in with a password, and comes back to where it was asked for", async ({ page }) => {
    const email = await signUp(page)
    await page.reload()
    await signedInAs(page, email)
    await signOut(page)

    await page.goto("/teams")
    await heading(page, "Sign in")
    expect(new URL(page.url()).pathname).toBe("/handler/sign-in")
    await fillInSignIn(page, email, "not the password")
    await refused(page, "Wrong email or password")
    await fillIn(page, { Password: password })
    await click(page, "Sign in")
    await heading(page, "Teams")

    await signOut(page)
    await page.goto("/handler/sign-up")
    await fillIn(page, { Email: email, Password: password })
    await click(page, "Create account")
    await refused(page, /An account with .* already exists/)
  })

  test("signs in without a mouse", async ({ page }) => {
    const email = await signUp(page)
    await signOut(page)
    await page.goto("/")
    await signedOut(page)
    const { keyboard } = page
    await keyboard.press("Tab")
    expect(await page.evaluate(() => document.activeElement?.textContent?.trim())).toBe("Skip to the content")
    const focused = () =>
      page.evaluate(() => {
        const element = document.activeElement
        const label = element instanceof HTMLInputElement ? element.labels?.[0] : element
        return element?.ariaLabel ?? label?.textContent?.trim()
      })
    const focus = async (text: string) => {
      for (let presses = 0; presses < 40; presses++) {
        await keyboard.press("Tab")
        if ((await focused()) === text) return
      }
      throw new Error(`"${text}" cannot be reached with the Tab key`)
    }
    await focus("Sign in")
    await keyboard.press("Enter")
    await heading(page, "Sign in")
    // The first field has the focus, and what is not needed to sign in comes after the button.
    await keyboard.type(email)
    const tab = async (times: number) => {
      const order: Array<string> = []
      for (let presses = 0; presses < times; presses++) {
        await keyboard.press("Tab")
        order.push((await focused()) ?? "")
      }
      return order
    }
    // The mark of the last way stands in its button, but is no part of its name.
    expect((await tab(5)).slice(0, 2)).toStrictEqual(["ContinueLast used", "Continue with Google"])
    for (let presses = 0; presses < 5; presses++) await keyboard.press("Shift+Tab")
    await keyboard.press("Enter")
    await heading(page, "Enter your password")
    expect(await focused()).toBe("Password")
    expect(await tab(4)).toStrictEqual(["Show password", "Sign in", "Forgot password?", "Email me a sign-in link"])
    await keyboard.press("Shift+Tab")
    await keyboard.press("Shift+Tab")
    await keyboard.press("Shift+Tab")
    await keyboard.press("Shift+Tab")
    await keyboard.type(password)
    await keyboard.press("Enter")
    await signedInAs(page, email)
  })

  test("verifies an address with the mailed link, which works once and expires", async ({ page }) => {
    const email = await signUp(page)
    const first = await mailTo(email)
    await page.goto(first.link ?? "")
    await heading(page, "Email verified")
    expect(new URL(page.url()).search).toBe("")
    await page.goto("/account/emails")
    await page
      .getByRole("listitem")
      .filter({ hasText: email })
      .getByRole("button", { name: `Verify ${email}` })
      .waitFor({ state: "detached" })
    await page.goto(first.link ?? "")
    await heading(page, "Your email is not verified")
    await page.getByText("This link has expired or was already used").waitFor()

    const another = newEmail()
    await page.goto("/account/emails")
    await click(page, "Add email")
    await fillIn(page, { "Email address": another })
    await click(page, "Add email")
    const second = await mailTo(another)
    try {
      await advanceClock(8 * 24 * 3_600_000)
      await page.goto(second.link ?? "")
      await heading(page, "Your email is not verified")
      await page.getByText("This link has expired or was already used").waitFor()
    } finally {
      await resetClock()
    }
  })

  test("sets a new password by mail", async ({ page }) => {
    const email = await signUp(page)
    await mailTo(email)
    await signOut(page)
    await page.goto("/handler/sign-in")
    await fillIn(page, { Email: email })
    await click(page, "Continue")
    await follow(page, "Forgot password?")
    await heading(page, "Reset your password")
    await fillIn(page, { Email: email })
    await click(page, "Send reset link")
    await heading(page, "Check your email")
    const { link } = await mailTo(email)
    await page.goto(link ?? "")
    await heading(page, "Set a new password")
    const newPassword = "another horse battery staple"
    await fillIn(page, { "New password": newPassword, "Repeat the new password": "something else" })
    await click(page, "Set password")
    await refused(page, "The passwords are not the same")
    await fillIn(page, { "Repeat the new password": newPassword })
    await click(page, "Set password")
    await heading(page, "Password changed")
    await submitSignIn(page, email)
    await refused(page, "Wrong email or password")
    await fillIn(page, { Password: newPassword })
    await click(page, "Sign in")
    await signedInAs(page, email)
  })

  test("signs up with a mailed link, and in with its code, unless that has expired", async ({ page }) => {
    const email = newEmail()
    const ask = async () => {
      await page.goto("/handler/sign-in")
      await askForLink(page, email)
      await heading(page, "Check your email")
      return mailTo(email)
    }
    await page.goto((await ask()).link ?? "")
    await signedInAs(page, email)
    await signOut(page)

    const findCode = (text: string) => /\b[A-Z0-9]{6}\b/.exec(text)?.[0] ?? ""
    const expired = findCode((await ask()).text)
    try {
      await advanceClock(8 * 24 * 3_600_000)
      await fillIn(page, { "6-character code": expired })
      await click(page, "Sign in")
      await refused(page, "This code is wrong or has expired")
    } finally {
      await resetClock()
    }
    await fillIn(page, { "6-character code": findCode((await ask()).text).toLowerCase() })
    await click(page, "Sign in")
    await signedInAs(page, email)
  })

  test("offers the password where an account cannot have links yet, and keeps the address", async ({ page }) => {
    const email = await signUp(page)
    await signOut(page)
    await page.goto("/handler/sign-in")
    await askForLink(page, email)
    await refused(page, "This account cannot use sign-in links yet")
    await page.getByText(email, { exact: true }).waitFor()
    await fillIn(page, { Password: password })
    await click(page, "Sign in")
    await signedInAs(page, email)
  })

  test("opens menus at their buttons and within the window, wherever these are", async ({ page }) => {
    await signUp(page)
    const button = page.getByRole("button", { name: "Your account" })
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 740 })
      for (const place of ["", "left: 0; top: 0", "right: 0; top: 0", "left: 45%; top: 50%", "left: 0; bottom: 0"]) {
        // Not by the attribute, which the content security policy forbids.
        await button.evaluate((element, place) => {
          const screen = element.closest<HTMLElement>(".gf-inline")
          if (screen !== null && place !== "") screen.style.cssText = `position: fixed; ${place}`
        }, place)
        await button.click()
        // The list follows its button when the header changes with the window.
        const look = async () => {
          const [at, list] = await Promise.all([button.boundingBox(), page.locator(".gf-menu-popup").boundingBox()])
          if (at === null || list === null) return { width, place, isOpen: false }
          const gap = list.y > at.y ? list.y - at.y - at.height : at.y - list.y - list.height
          return {
            width,
            place,
            isOpen: true,
            isAtButton: gap >= 0 && gap < 20 && list.x < at.x + at.width && at.x < list.x + list.width,
            isInWindow: list.x >= 0 && list.x + list.width <= width && list.y >= 0 && list.y + list.height <= 740
          }
        }
        await expect.poll(look).toStrictEqual({ width, place, isOpen: true, isAtButton: true, isInWindow: true })
        await page.keyboard.press("Escape")
      }
    }
  })

  test("signs in with a provider, after the user cancelled at first", async ({ page }) => {
    await page.goto("/handler/sign-in")
    await click(page, "Continue with GitHub")
    await page.getByRole("button", { name: "Deny" }).click()
    await page.getByText("You cancelled the sign-in").waitFor()
    await follow(page, "Back to sign in")
    await click(page, "Continue with GitHub")
    const email = newEmail()
    await approve(page, "GitHub", email)
    await heading(page, /^Hello/)
    await page.getByText(email).first().waitFor()
  })

  test("registers a passkey, and signs in with it", async ({ page }) => {
    const { authenticatorId, session } = await Authenticator.add(page)
    const email = await signUp(page)
    await page.goto("/account/security")
    await click(page, "Add a passkey")
    await told(page, "Passkey saved")
    await signOut(page)
    await page.goto("/handler/sign-in")
    await session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: false })
    await click(page, "Use a passkey")
    await refused(page, "No passkey was used")
    // Or the browser's suggestion in the field signs in before the button is pressed.
    await session.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled: false })
    await session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: true })
    await click(page, "Use a passkey")
    await session.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled: true })
    await signedInAs(page, email)
  })

  /** The bytes that an authenticator app reads from a key (RFC 4648 §6). */
  const fromBase32 = (text: string): Uint8Array => {
    const bits = [...text].map((letter) =>
      "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0")
    )
    return Uint8Array.from(bits.join("").match(/[01]{8}/g) ?? [], (byte) => Number.parseInt(byte, 2))
  }

  test("sets up an authenticator app, and asks for its digits", async ({ page }) => {
    const email = await signUp(page)
    await page.goto("/account/security")
    await click(page, "Set up an authenticator app")
    await page.getByRole("img", { name: "QR code for your authenticator app" }).waitFor()
    const key = (await page.getByRole("dialog").locator("code").textContent()) ?? ""
    const digits = () => Effect.runPromise(Totp.generate(fromBase32(key.replaceAll(/\s/g, ""))))
    await fillIn(page, { "Enter the 6-digit code that the app shows.": await digits() })
    await click(page, "Turn on")
    await told(page, "Two-step verification is on")
    await signOut(page)

    await submitSignIn(page, email)
    await heading(page, "Two-step verification")
    await fillIn(page, { "6-digit code": "000000" })
    await click(page, "Verify")
    await refused(page, "That code is wrong")
    await fillIn(page, { "6-digit code": await digits() })
    await click(page, "Verify")
    await signedInAs(page, email)
  })

  test("keeps what a guest has done when they make it an account", async ({ page }) => {
    await page.goto("/")
    await click(page, "Continue as a guest")
    await page.getByText("You are here as a guest").first().waitFor()
    await page.goto("/account")
    await fillIn(page, { "Display name": "Gus" })
    await click(page, "Save")
    await told(page, "Name saved")
    const email = newEmail()
    await fillIn(page, { Email: email, Password: password })
    await click(page, "Keep this account")
    await told(page, "Account saved")
    await signOut(page)
    await signIn(page, email, "Gus")
  })

  test("signs out of all tabs", async ({ context, page }) => {
    const email = await signUp(page)
    const other = await context.newPage()
    await other.goto("/")
    await signedInAs(other, email)
    await signOut(page)
    await signedOut(other)
  })
})
