/** Sign-in with a second factor, in a browser. */
import * as Effect from "effect/Effect"
import type { Page } from "playwright-core"
import { describe, expect } from "vitest"
import * as Totp from "../../src/platform/Totp.ts"
import * as World from "./World.ts"
import { password, signedInAs, signedOut, signOut, signUp, submit } from "./World.ts"

const { test } = World.use()

/** Answers the next prompt of the browser; null cancels it. */
const answerPrompt = (page: Page, answer: string | null) =>
  new Promise<string>((resolve, reject) =>
    page.once("dialog", (dialog) => {
      const answered = answer === null ? dialog.dismiss() : dialog.accept(answer)
      answered.then(() => resolve(dialog.message()), reject)
    })
  )

describe("sign-in with a second factor", () => {
  test("asks for the second factor with the browser's prompt", async ({ app, page }) => {
    const email = await signUp(page, app.httpUrl)
    const { qrCode, secret } = await page.evaluate(async () => {
      const enrolment = await globalThis.app.mfa.createSecret({ issuer: "Test app" })
      const qrCode = globalThis.reveal(enrolment.qrCode)
      return { qrCode, secret: [...globalThis.reveal(enrolment.secret)] }
    })
    expect(qrCode).toMatch(/^<svg\b/)
    const totp = () => Effect.runPromise(Totp.generate(new Uint8Array(secret)))
    const enabled = await page.evaluate(
      async ({ secret, totp }) =>
        globalThis.attempt((app) =>
          app.mfa.enable.result({ secret: globalThis.conceal(new Uint8Array(secret)), totp })
        ),
      { secret, totp: await totp() }
    )
    expect(enabled).toMatchObject({ ok: true })
    await signOut(page)

    await page.goto(`${app.httpUrl}/handler/sign-in`)
    for (const answer of ["12345", null]) {
      const prompt = answerPrompt(page, answer)
      await submit(page, "sign-in", { email, password })
      expect(await prompt, `the answer ${answer}`).toContain("six-digit code")
      await page.getByText("Failed: InvalidTotpCode").waitFor()
      await page.reload()
      await signedOut(page)
    }

    const prompt = answerPrompt(page, await totp())
    await submit(page, "sign-in", { email, password })
    await prompt
    await page.waitForURL(`${app.httpUrl}/`)
    await signedInAs(page, email)
  })
})
