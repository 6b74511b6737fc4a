// @vitest-environment happy-dom
/** What the handler's pages show, and that they do their work, when the app gives them no screens. */
import { fireEvent } from "@testing-library/react"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { MfaPrompt } from "../../src/index.ts"
import { json, knownError } from "../support/scriptedNetwork.ts"
import { code, open } from "./handler.tsx"
import { act, leave, settle } from "./renderedApp.tsx"

const warnings: Array<string> = []
beforeEach(() => {
  warnings.length = 0
  vi.spyOn(console, "warn").mockImplementation((text) => void warnings.push(text))
})
afterEach(async () => {
  await leave()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const signedInAs = async (device: Awaited<ReturnType<typeof open>>["device"]) =>
  Redacted.value((await Effect.runPromise(device.store.get))!.refreshToken!)

const click = (container: HTMLElement, name: string) =>
  act(async () => {
    const found = [...container.querySelectorAll("button")].find(({ textContent }) => textContent === name)
    if (found === undefined) throw new Error(`No button ${name} in: ${container.innerHTML}`)
    fireEvent.click(found)
    await settle()
  })

const fill = (container: HTMLElement, value: string) =>
  act(async () => {
    fireEvent.change(container.querySelector("input")!, { target: { value } })
    fireEvent.submit(container.querySelector("form")!)
    await settle()
  })

describe("<AuthHandler> without screens", () => {
  it("signs in by a magic link and goes on", async () => {
    const { at, device } = await open(`/handler/magic-link-callback?code=${code}`)
    expect(await signedInAs(device)).toBe("refresh")
    expect(at.visited).toStrictEqual(["http://localhost:3000/"])
  })

  const secondFactor = {
    "/auth/otp/sign-in": knownError("MULTI_FACTOR_AUTHENTICATION_REQUIRED", 400, { attempt_code: "a".repeat(45) }),
    "/auth/mfa/sign-in": json({
      access_token: "e30.e30.x",
      refresh_token: "second",
      is_new_user: false,
      user_id: "u"
    })
  }

  it("asks for the second factor on the page, not with the browser's prompt", async () => {
    const prompt = vi.fn()
    vi.stubGlobal("prompt", prompt)
    const { at, container, device, service } = await open(`/handler/magic-link-callback?code=${code}`, undefined, {
      answers: secondFactor
    })
    expect(container.querySelector("label")?.textContent).toContain("authenticator")
    await fill(container, "123456")
    expect(service.sent.at(-1)?.body).toContain("123456")
    expect(await signedInAs(device)).toBe("second")
    expect(at.visited).toStrictEqual(["http://localhost:3000/"])
    expect(prompt).not.toHaveBeenCalled()
  })

  it.each([
    ["own prompt", MfaPrompt.layerCustom(Effect.succeed("654321")), 0],
    ["choice of the browser's prompt", MfaPrompt.layerPrompt, 1]
  ])("asks for the second factor with the app's %s", async (_, platform, prompts) => {
    const prompt = vi.fn().mockReturnValue("654321")
    vi.stubGlobal("prompt", prompt)
    const { at, device, service } = await open(`/handler/magic-link-callback?code=${code}`, undefined, {
      answers: secondFactor,
      platform
    })
    expect(service.sent.at(-1)?.body).toContain("654321")
    expect(await signedInAs(device)).toBe("second")
    expect(at.visited).toStrictEqual(["http://localhost:3000/"])
    expect(prompt).toHaveBeenCalledTimes(prompts)
  })

  it("verifies an address", async () => {
    const { at, container, service } = await open(`/handler/email-verification?code=${code}`)
    expect(container.textContent).toContain("Your address is verified.")
    expect(service.count("/contact-channels/verify")).toBe(1)
    await click(container, "Continue")
    expect(at.visited).toStrictEqual(["http://localhost:3000/"])
  })

  it("says why a code does not work", async () => {
    const answers = { "/contact-channels/verify": knownError("VERIFICATION_CODE_EXPIRED", 400) }
    const { container } = await open(`/handler/email-verification?code=${code}`, undefined, { answers })
    expect(container.querySelector("[role=alert]")?.textContent).toBe("text of VERIFICATION_CODE_EXPIRED")
  })

  it("resets a password", async () => {
    const { at, container, service } = await open(`/handler/password-reset?code=${code}`)
    expect(container.querySelector("input")?.type).toBe("password")
    await fill(container, "a new password")
    expect(service.count("/auth/password/reset")).toBe(2)
    expect(service.sent.at(-1)?.body).toContain("a new password")
    await click(container, "Go to the sign-in page")
    expect(at.visited).toStrictEqual(["http://localhost:3000/handler/sign-in"])
  })

  it("shows an invitation, and accepts it on a click", async () => {
    const { container, service } = await open(`/handler/team-invitation?code=${code}`, undefined, { user: "ann" })
    expect(container.textContent).toContain("Acme")
    expect(service.count("/team-invitations/accept")).toBe(1)
    await click(container, "Accept")
    expect(container.textContent).toContain("You are a member of the team now.")
    expect(service.count("/team-invitations/accept")).toBe(2)
  })

  it("sends an invited, signed-out visitor to sign in first", async () => {
    const { at, container } = await open(`/handler/team-invitation?code=${code}`)
    await click(container, "Sign in to see the invitation")
    expect(new URL(at.visited[0]!).pathname).toBe("/handler/sign-in")
  })

  it("signs out", async () => {
    const { at, device } = await open("/handler/sign-out", undefined, { user: "ann" })
    expect(await Effect.runPromise(device.store.get)).toBeUndefined()
    expect(at.visited).toStrictEqual(["http://localhost:3000/"])
  })

  it("confirms a terminal's login on a click, with the warning", async () => {
    const { container, service } = await open(`/handler/cli-auth-confirm?login_code=${code}`, undefined, {
      user: "ann"
    })
    expect(container.textContent).toContain("the sender of the link gets access to your account")
    expect(service.count("/auth/cli")).toBe(0)
    await click(container, "Sign the terminal in")
    expect(container.textContent).toContain("Your terminal is signed in.")
  })

  it.each([
    ["Sign the agent in", "The agent is signed in as you."],
    ["Deny", "The agent is not signed in."]
  ] as const)("shows the agent's name as text, and approves or denies it on a click: $0", async (button, outcome) => {
    const path = "/handler/agent-auth-confirm?code=ABCD-EFGH"
    const { container } = await open(path, undefined, { user: "ann" })
    expect(container.textContent).toContain("The agent “<b>Robot</b>” asks to be signed in as you.")
    expect(container.textContent).toContain("javascript:alert(1)")
    expect(container.querySelectorAll("a, b")).toHaveLength(0)
    await click(container, button)
    expect(container.textContent).toContain(outcome)
    await leave()
  })

  it("takes the guest of a terminal over on a click", async () => {
    const { at, container, device, service } = await open(`/handler/cli-auth-confirm?login_code=${code}`)
    service.anonymous.add("guest")
    await click(container, "Create an account with it")
    expect(await signedInAs(device)).toBe("refresh-guest")
    expect(at.visited.map((url) => new URL(url).pathname)).toStrictEqual(["/handler/sign-up"])
  })

  it("shows the error of a sign-in with a provider, and that there is nothing to finish", async () => {
    const query = `errorCode=SIGN_UP_NOT_ENABLED&message=${encodeURIComponent("Nobody can sign up here")}&details={}`
    const shown = await open(`/handler/error?${query}`)
    expect(shown.container.querySelector("[role=alert]")?.textContent).toBe("Nobody can sign up here")
    await leave()
    const { container } = await open("/handler/oauth-callback?code=x&state=y")
    expect(container.textContent).toContain("There is no sign-in to finish here.")
  })

  it.each([
    "magic-link-callback",
    "email-verification",
    "password-reset",
    "team-invitation",
    "agent-auth-confirm",
    "cli-auth-confirm"
  ])("says that %s has no code", async (path) => {
    const { container } = await open(`/handler/${path}`)
    expect(container.textContent).toContain("This link has no code.")
  })

  it("names the screen that is missing, in development", async () => {
    await open("/handler/sign-out", { signOut: () => null })
    expect(warnings).toStrictEqual([])
    await leave()
    const shown = await open("/handler/sign-in")
    expect(shown.container.textContent).toBe("elsewhere")
    expect(warnings).toStrictEqual([
      expect.stringMatching(/no screen for "signIn", and shows its fallback.*signIn: \(state\)/)
    ])
    await leave()
    vi.stubEnv("NODE_ENV", "production")
    await open("/handler/email-verification")
    expect(warnings).toHaveLength(1)
  })
})
