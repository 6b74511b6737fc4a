// @vitest-environment happy-dom
/** The handler's pages: what they do by being shown, and what waits for a click. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { afterEach, describe, expect, it, vi } from "vitest"
import { useUser } from "../../src/react/index.ts"
import { json, knownError } from "../support/scriptedNetwork.ts"
import { code, open } from "./handler.tsx"
import { act, fakeTimers, leave, settle } from "./renderedApp.tsx"

afterEach(leave)

const state = (state: { readonly status: string }) => <p>{state.status}</p>

describe("<AuthHandler>", () => {
  it.each([
    ["/handler/sign-in", "form"],
    ["/handler/sign-up", "elsewhere"],
    ["/about", "elsewhere"]
  ])("shows the screen of the page, or the fallback: %s", async (path, shown) => {
    expect((await open(path, { signIn: () => "form" })).container.textContent).toBe(shown)
  })

  it("signs in by a magic link once, after the code has left the URL, and goes on", async () => {
    const { at, container, service, urls } = await open(`/handler/magic-link-callback?code=${code}&x=1`, {
      magicLinkCallback: state
    })
    expect(urls).toStrictEqual(["http://localhost:3000/handler/magic-link-callback?x=1"])
    expect(service.count("/auth/otp/sign-in")).toBe(1)
    expect(at.visited).toStrictEqual(["http://localhost:3000/"])
    expect(container.textContent).toBe("working")
  })

  it.each(["signIn", "signOut"] as const)("says when another user signed in or out meanwhile: $0", async (happens) => {
    let answer!: () => void
    const gate = new Promise<void>((resolve) => (answer = resolve))
    const { container, device } = await open(
      `/handler/magic-link-callback?code=${code}`,
      { magicLinkCallback: (state) => (state.status === "failed" ? state.error._tag : state.status) },
      { gate }
    )
    expect(container.textContent).toBe("working")
    await device[happens]("bob")
    await act(async () => {
      answer()
      await settle()
    })
    expect(container.textContent).toBe("Interrupted")
    await leave()
  })

  it("verifies an address once", async () => {
    const { at, container, service } = await open(`/handler/email-verification?code=${code}`, {
      emailVerification: state
    })
    expect(container.textContent).toBe("done")
    expect(service.count("/contact-channels/verify")).toBe(1)
    expect(at.url.search).toBe("")
  })

  it("shows the typed error of a code that does not work", async () => {
    const { container, service } = await open("/handler/email-verification?code=short", {
      emailVerification: (state) => (state.status === "failed" ? state.error._tag : state.status)
    })
    expect(container.textContent).toBe("VerificationCodeNotFound")
    expect(service.sent).toHaveLength(0)
  })

  it.each([
    "magic-link-callback",
    "email-verification",
    "password-reset",
    "team-invitation",
    "agent-auth-confirm",
    "cli-auth-confirm",
    "cross-domain"
  ])("says when %s has no code", async (path) => {
    const { container, service } = await open(`/handler/${path}`, {
      magicLinkCallback: state,
      emailVerification: state,
      passwordReset: state,
      teamInvitation: state,
      agentAuthConfirm: state,
      cliAuthConfirm: state,
      crossDomain: state
    })
    expect(container.textContent).toBe("no-code")
    expect(service.sent).toHaveLength(0)
  })

  it("checks a reset code, then resets with the password that the user gives", async () => {
    let submit!: (password: string) => Promise<unknown>
    const { container, service } = await open(`/handler/password-reset?code=${code}`, {
      passwordReset: (state) => {
        if (state.status === "ready") submit = state.submit
        return state.status
      }
    })
    expect(container.textContent).toBe("ready")
    expect(service.sent).toHaveLength(1)
    await act(() => submit("a new password"))
    expect(container.textContent).toBe("done")
    expect(service.sent).toHaveLength(2)
  })

  it("signs out, once, and goes on", async () => {
    const { at, device, service } = await open("/handler/sign-out", { signOut: state }, { user: "ann" })
    expect(at.visited).toStrictEqual(["http://localhost:3000/"])
    expect(service.count("/auth/sessions/current")).toBe(1)
    expect(await Effect.runPromise(device.store.get)).toBeUndefined()
  })

  it("does not redirect users who have navigated elsewhere after the sign-out", async () => {
    fakeTimers()
    const { at } = await open("/handler/sign-out", { signOut: state }, { user: "ann" })
    expect(at.visited).toStrictEqual(["http://localhost:3000/"])
    at.url = new URL("http://localhost:3000/handler/sign-in")
    await act(() => vi.advanceTimersByTimeAsync(10_000))
    expect(at.visited).toStrictEqual(["http://localhost:3000/"])
  })

  it("ignores an OAuth answer that this browser did not ask for", async () => {
    const { at, container, service } = await open("/handler/oauth-callback?code=x&state=y&a=1", {
      oauthCallback: (state) => (state.status === "done" ? state.value : state.status)
    })
    expect(container.textContent).toBe("ignored")
    expect(at.url.search).toBe("?a=1")
    expect(service.sent).toHaveLength(0)
  })

  it("shows the service's error on the error page", async () => {
    const { container } = await open("/handler/error?errorCode=SIGN_UP_NOT_ENABLED&message=No%20%3Cb%3E", {
      error: (state) => (state.status === "done" ? `${state.value?._tag} ${state.value?.message}` : state.status)
    })
    expect(container.textContent).toBe("SignUpNotEnabled No <b>")
  })

  it("shows on return why the service has refused a sign-in", async () => {
    const told = "error=server_error&errorCode=SIGN_UP_NOT_ENABLED&message=No&details=%7B%7D"
    const { at, container, service } = await open(
      `/handler/oauth-callback?${told}`,
      { oauthCallback: (state) => (state.status === "failed" ? state.error._tag : state.status) },
      { begun: true }
    )
    expect(container.textContent).toBe("SignUpNotEnabled")
    expect(at.url.href).toBe("http://localhost:3000/handler/oauth-callback")
    expect(service.sent).toHaveLength(0)
  })

  it("shows an invitation, and accepts it on a click", async () => {
    let accept!: () => Promise<unknown>
    const { container, service } = await open(
      `/handler/team-invitation?code=${code}`,
      {
        teamInvitation: (state) => {
          if (state.status !== "ready") return state.status
          accept = state.accept
          return state.teamDisplayName
        }
      },
      { user: "ann" }
    )
    expect(container.textContent).toBe("Acme")
    expect(service.count("/team-invitations/accept")).toBe(1)
    await act(() => accept())
    expect(container.textContent).toBe("done")
  })

  it("reads an invitation again when another user signs in, without waiting for the first answer", async () => {
    let asked = 0
    const details = Effect.suspend(() =>
      asked++ === 0 ? Effect.never : json({ team_id: "t", team_display_name: "Acme" })
    )
    const { container, device } = await open(
      `/handler/team-invitation?code=${code}`,
      { teamInvitation: (state) => (state.status === "ready" ? state.teamDisplayName : state.status) },
      { user: "ann", answers: { "/team-invitations/accept/details": details } }
    )
    expect(container.textContent).toBe("working")
    await device.signIn("clara")
    await settle()
    expect(container.textContent).toBe("Acme")
  })

  it.each([
    ["signIn", "sign-in"],
    ["signUp", "sign-up"]
  ] as const)("sends an invited, signed-out visitor to %s first, and back to the code", async (way, page) => {
    let go!: () => void
    const { at, container, service } = await open(`/handler/team-invitation?code=${code}`, {
      teamInvitation: (state) => {
        if (state.status === "signed-out") go = state[way]
        return state.status
      }
    })
    expect(container.textContent).toBe("signed-out")
    // Nothing has been done with the code yet, so a reload finds it.
    expect(at.url.search).toBe(`?code=${code}`)
    await act(async () => go())
    const target = new URL(at.visited[0]!)
    expect(target.pathname).toBe(`/handler/${page}`)
    expect(target.searchParams.get("after_auth_return_to")).toBe(`/handler/team-invitation?code=${code}`)
    expect(service.count("/team-invitations")).toBe(0)
  })
})

describe("confirmation of an agent", () => {
  const path = "/handler/agent-auth-confirm?code=ABCD-EFGH"
  const actions = (service: { readonly sent: ReadonlyArray<{ readonly body?: string | undefined }> }) =>
    service.sent.flatMap(({ body }) => (body?.includes("claim_code") === true ? [JSON.parse(body).action] : []))

  it.each(["approve", "deny"] as const)("shows who asks, and waits for a click to %s", async (action) => {
    let answer!: () => Promise<unknown>
    const { container, service, urls } = await open(
      path,
      {
        agentAuthConfirm: (state) => {
          if (state.status === "done") return state.value
          if (state.status !== "ready") return state.status
          answer = state[action]
          return `${state.login.status}: ${state.login.agent.name} for ${state.login.userHint}`
        }
      },
      { user: "ann" }
    )
    expect(container.textContent).toBe("waiting: <b>Robot</b> for ann@example.org")
    expect(actions(service)).toStrictEqual(["inspect"])
    expect(urls.at(-1)).toBe("http://localhost:3000/handler/agent-auth-confirm")
    await act(() => answer())
    expect(container.textContent).toBe(action === "approve" ? "approved" : "denied")
    expect(actions(service)).toStrictEqual(["inspect", action])
  })

  it("is refused in a frame", async () => {
    const top = vi.spyOn(globalThis.window, "top", "get").mockReturnValue({} as never)
    const { container, service } = await open(path, { agentAuthConfirm: state }, { user: "ann" })
    expect(container.textContent).toBe("framed")
    expect(actions(service)).toStrictEqual([])
    top.mockRestore()
  })

  it.each([{ who: "nobody" }, { who: "a guest", user: "guest", isGuest: true }])(
    "sends $who to sign in first, and back with the code",
    async ({ isGuest, user }) => {
      let signIn!: () => void
      const { at, container, service } = await open(
        path,
        {
          agentAuthConfirm: (state) => {
            if (state.status === "signed-out") signIn = state.signIn
            return state.status
          }
        },
        { ...(user && { user }), ...(isGuest && { isGuest }) }
      )
      expect(container.textContent).toBe("signed-out")
      await act(async () => signIn())
      await settle()
      const back = encodeURIComponent(path)
      expect(at.visited).toStrictEqual([`http://localhost:3000/handler/sign-in?after_auth_return_to=${back}`])
      expect(actions(service)).toStrictEqual([])
    }
  )

  it("says what is wrong with a code", async () => {
    const { container } = await open(
      path,
      { agentAuthConfirm: (state) => (state.status === "failed" ? state.error._tag : state.status) },
      {
        user: "ann",
        answers: {
          "/agent/register/confirm": knownError("AGENT_AUTH_INVALID_CLAIM_CODE", 400)
        }
      }
    )
    expect(container.textContent).toBe("AgentAuthInvalidClaimCode")
  })
})

describe("cli confirmation", () => {
  it("waits for a click", async () => {
    let confirm!: () => Promise<unknown>
    const Name = () => useUser()?.displayName
    const { container, service } = await open(
      `/handler/cli-auth-confirm?login_code=${code}`,
      {
        cliAuthConfirm: (state) => {
          if (state.status !== "ready") return state.status
          confirm = state.confirm
          return <Name />
        }
      },
      { user: "ann" }
    )
    expect(container.textContent).toBe("ann")
    expect(service.count("/auth/cli")).toBe(0)
    await act(() => confirm())
    expect(container.textContent).toBe("done")
    expect(service.count("/auth/cli/complete")).toBe(1)
  })

  it("is refused in a frame", async () => {
    const top = vi.spyOn(globalThis.window, "top", "get").mockReturnValue({} as never)
    const { container, service } = await open(
      `/handler/cli-auth-confirm?login_code=${code}`,
      { cliAuthConfirm: state },
      { user: "ann" }
    )
    expect(container.textContent).toBe("framed")
    expect(service.count("/auth/cli")).toBe(0)
    top.mockRestore()
  })

  it("sends a signed-out visitor to sign in, and back", async () => {
    let signIn!: () => void
    const { at, container, service } = await open(`/handler/cli-auth-confirm?login_code=${code}`, {
      cliAuthConfirm: (state) => {
        if (state.status === "signed-out") signIn = state.signIn
        return state.status
      }
    })
    expect(container.textContent).toBe("signed-out")
    await act(async () => signIn())
    await settle()
    const back = encodeURIComponent(`/handler/cli-auth-confirm?login_code=${code}`)
    expect(at.visited).toStrictEqual([`http://localhost:3000/handler/sign-in?after_auth_return_to=${back}`])
    expect(service.sent.map(({ body }) => body)).toStrictEqual([JSON.stringify({ login_code: code, mode: "check" })])
  })

  it("takes the guest of a terminal over on a click only, to sign up as them", async () => {
    let keepAnonymousUser: (() => Promise<unknown>) | undefined
    const { at, container, device, service } = await open(`/handler/cli-auth-confirm?login_code=${code}`, {
      cliAuthConfirm: (state) => {
        if (state.status === "signed-out") keepAnonymousUser = state.keepAnonymousUser
        return state.status
      }
    })
    expect(container.textContent).toBe("signed-out")
    expect(service.count("/auth/cli/complete")).toBe(1)
    service.anonymous.add("guest")
    await act(async () => {
      await keepAnonymousUser?.()
    })
    await settle()
    expect(Redacted.value((await Effect.runPromise(device.store.get))!.refreshToken!)).toBe("refresh-guest")
    expect(at.visited.map((url) => new URL(url).pathname)).toStrictEqual(["/handler/sign-up"])
    expect(new URL(at.visited[0]!).searchParams.get("after_auth_return_to")).toContain(code)
    // A guest is nobody who could be confirmed.
    expect(container.textContent).toBe("signed-out")
  })
})

describe("the page of users from other domains", () => {
  const redirectUrl = "http://localhost:4000/handler/oauth-callback?code=c&state=s"
  const query = new URLSearchParams({
    redirect_uri: "http://localhost:4000/handler/oauth-callback",
    state: "s",
    code_challenge: "c".repeat(43),
    code_challenge_method: "S256"
  })
  const path = `/handler/cross-domain?${query}`
  const answers = { "/auth/oauth/cross-domain/authorize": json({ redirect_url: redirectUrl }) }

  it("hands the session on, once, and goes back", async () => {
    const { at, container, service } = await open(path, { crossDomain: state }, { user: "ann", answers })
    expect(at.visited).toStrictEqual([redirectUrl])
    expect(container.textContent).toBe("working")
    expect(service.count("/auth/oauth/cross-domain/authorize")).toBe(1)
    expect(at.url.searchParams.has("state")).toBe(false)
  })

  it.each([
    ["is signed out", {}],
    ["is a guest", { user: "gus", isGuest: true }]
  ])("has who %s sign in first, and come back", async (_, who) => {
    const { at, container, service } = await open(path, { crossDomain: state }, { answers, ...who })
    await settle()
    expect(container.textContent).toBe("working")
    expect(at.visited).toStrictEqual([
      `http://localhost:3000/handler/sign-in?after_auth_return_to=${encodeURIComponent(path)}`
    ])
    expect(service.count("/auth/oauth/cross-domain/authorize")).toBe(0)
  })

  it("needs a screen of the app, outside of a frame", async () => {
    const without = await open(path, {}, { user: "ann", answers })
    expect(without.container.textContent).toBe("elsewhere")
    expect(without.service.count("/auth/oauth/cross-domain/authorize")).toBe(0)
    await leave()
    const top = vi.spyOn(globalThis.window, "top", "get").mockReturnValue({} as never)
    const framed = await open(path, { crossDomain: state }, { user: "ann", answers })
    expect(framed.container.textContent).toBe("framed")
    expect(framed.service.count("/auth/oauth/cross-domain/authorize")).toBe(0)
    top.mockRestore()
  })

  it("says what is wrong with the link", async () => {
    const failed = (state: { readonly status: string; readonly error?: { readonly _tag: string } }) =>
      state.error?._tag ?? state.status
    const { container } = await open("/handler/cross-domain?state=s", { crossDomain: failed }, { user: "ann", answers })
    expect(container.textContent).toBe("InvalidCrossDomainRequest")
  })
})
