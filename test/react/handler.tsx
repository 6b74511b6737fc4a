/** The pages of the handler in an app, over a service that accepts every code. */
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { StrictMode } from "react"
import * as OAuthFlows from "../../src/platform/page/OAuthFlows.ts"
import { AuthHandler, type HandlerScreens } from "../../src/react/index.ts"
import { page } from "../support/appPage.ts"
import { type Answer, apiUrl, json, projectId } from "../support/scriptedNetwork.ts"
import { makeAccessToken, makeDevice, makeService, show } from "./renderedApp.tsx"

export const code = "c".repeat(45)
/** A terminal that works as a guest. */
const cliAnswers: Readonly<Record<string, object>> = {
  check: { cli_session_state: "anonymous" },
  "claim-anon-session": { access_token: makeAccessToken("guest"), refresh_token: "refresh-guest" }
}

/** An agent that wants to be more than one line of text. */
const agentLogin = {
  agent: { name: "<b>Robot</b>\u202e\n", description: null, url: "javascript:alert(1)" },
  user_hint: "ann@example.org",
  expires_at_millis: 2_000_000_000_000,
  status: "pending"
}

interface OpenOptions {
  readonly user?: string
  /** Whether the user is a guest. */
  readonly isGuest?: boolean
  /** Answers wait for it. */
  readonly gate?: Promise<void>
  /** Whether a sign-in with a provider has begun here. */
  readonly begun?: boolean
  /** Instead of acceptance, by path. */
  readonly answers?: Readonly<Record<string, Answer>>
  readonly platform?: Layer.Layer<never>
}

/** Opens a URL of the app in StrictMode. */
export const open = async (
  path: string,
  screens?: HandlerScreens,
  { answers = {}, begun, gate, isGuest, platform, user }: OpenOptions = {}
) => {
  // They load when a page needs them, which takes as long as it takes.
  await Promise.all([
    import("../../src/react/internal/HandlerWork.tsx"),
    import("../../src/react/internal/PlainScreens.tsx")
  ])
  const service = makeService()
  if (gate !== undefined) service.gate = gate
  if (isGuest === true && user !== undefined) service.anonymous.add(user)
  const at = page(`http://localhost:3000${path}`)
  if (begun === true) {
    const redirectUri = "http://localhost:3000/handler/oauth-callback"
    const flow = { verifier: Redacted.make("v"), provider: "github", redirectUri, projectId, apiUrl } as const
    const added = OAuthFlows.make(at.jar).add("s", { ...flow, type: "authenticate", startedAtMillis: Date.now() })
    await Effect.runPromise(added)
  }
  const urls: Array<string> = []
  service.instead = (path, request) => {
    urls.push(at.url.href)
    if (answers[path] !== undefined) return answers[path]
    if (path === "/auth/otp/sign-in") {
      return json({ access_token: makeAccessToken("ann"), refresh_token: "refresh", is_new_user: false, user_id: "u" })
    }
    if (path === "/contact-channels/verify") return json({ success: true })
    if (path === "/auth/password/reset/check-code") return json({ is_code_valid: true })
    if (path === "/auth/password/reset") return json({ success: true })
    if (path === "/team-invitations/accept/details") return json({ team_id: "t", team_display_name: "Acme" })
    if (path === "/team-invitations/accept") return json({})
    if (path === "/auth/cli/complete") {
      return json(cliAnswers[JSON.parse(request.body ?? "{}").mode] ?? { success: true })
    }
    if (path === "/agent/register/confirm") return json(agentLogin)
    return undefined
  }
  const device = makeDevice(service, user, { navigation: at.layer, platform })
  const view = await show(device, <AuthHandler screens={screens} fallback="elsewhere" />, {
    wrapper: (node) => <StrictMode>{node}</StrictMode>
  })
  return { ...view, service, at, urls, device }
}
