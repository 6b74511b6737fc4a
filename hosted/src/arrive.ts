/** The steps before a hosted page is shown: it gets a session that the app hands on, if there is one. */
import { Effect } from "effect"
import { Navigation, Session } from "gatefold"
import { createClientApp, type EffectClientApp } from "gatefold/promise/effect"
import { historyNavigation } from "#screens/lib/url"
import * as AccessTokenClaims from "../../src/domain/AccessTokenClaims.ts"
import { type Continuation, keep, readKept, formatQuery, readFrom } from "./continuation.ts"
import { formatCallback, isTrusted, type Offer, readOffer, removeOffer } from "./nested.ts"

/** The settings that the emulator gives the page. */
interface Settings {
  readonly projectId: string
  readonly apiUrl: string
}

/** A page to show. */
export interface Arrival {
  readonly app: EffectClientApp
  /** The app to go on to after a sign-in; without one, the user goes to their account. */
  readonly continuation: Continuation | undefined
}

/** The browser is on its way to another page. */
export const isLeaving = Symbol("is leaving")

const makeOptions = (settings: Settings, continuation: Continuation | undefined) => {
  const query = continuation === undefined ? "" : formatQuery(continuation)
  return {
    ...settings,
    tokenStore: "cookie",
    urls: {
      home: "/account",
      afterSignIn: continuation === undefined ? "/account" : "/handler/continue",
      afterSignOut: "/handler/sign-in",
      onboarding: "/handler/onboarding",
      // These may open in another tab, and come back from a provider.
      emailVerification: `/handler/email-verification${query}`,
      magicLinkCallback: `/handler/magic-link-callback${query}`,
      oauthCallback: `/handler/oauth-callback${query}`,
      passwordReset: `/handler/password-reset${query}`
    }
  } as const
}

const sessionId = Effect.flatMap(Session.Session, ({ credentials }) =>
  Effect.map(credentials, (tokens) => tokens && AccessTokenClaims.decodeOnce(tokens.accessToken)?.sessionId)
)

const appKey = "gatefold-hosted-app"

/** The page of the app that the user came from, to go back to. */
export const readAppPage = (): string | null => sessionStorage.getItem(appKey)

/** Goes to the app and asks for the session. */
const askFor = async (settings: Settings, offer: Offer) => {
  const asking = createClientApp({
    ...settings,
    navigation: Navigation.layerWindow,
    tokenStore: null,
    urls: { crossDomain: formatCallback(offer) }
  })
  const currentUrl = removeOffer(new URL(location.href)).href
  await asking.crossDomain.start({ redirectUrl: currentUrl, afterCallbackRedirectUrl: currentUrl })
}

/** Whether the project trusts the page that the URL names. */
const isFromApp = async (app: EffectClientApp, { callback }: Offer) => {
  const { config } = await app.project.get()
  return isTrusted(
    callback,
    (config.domains ?? []).map(({ domain }) => domain)
  )
}

/** Finishes what the URL asks for. */
export const arrive = async (): Promise<Arrival | typeof isLeaving> => {
  const settings: Settings = await (await fetch("/settings.json")).json()
  const url = new URL(location.href)
  const asked = readFrom(url.searchParams)
  if (asked !== undefined) keep(sessionStorage, asked, Date.now())
  const continuation = asked ?? readKept(sessionStorage, Date.now())
  const app = createClientApp({ ...makeOptions(settings, continuation), navigation: historyNavigation })
  const isCallbackPage = url.pathname === "/handler/oauth-callback"
  if (!isCallbackPage && url.searchParams.has("code") && url.searchParams.has("state")) {
    // The app has handed the session on, and leads to this page again.
    const answer = await app.oauth.callback({ noRedirect: true })
    if (answer !== "ignored") return { app, continuation }
  }
  const offer = readOffer(url)
  if (offer !== undefined && !isCallbackPage) {
    if (await isFromApp(app, offer)) {
      sessionStorage.setItem(appKey, offer.callback.href)
      if ((await app.run(sessionId)) !== offer.sessionId) {
        await askFor(settings, offer)
        return isLeaving
      }
    }
    history.replaceState(null, "", removeOffer(url))
  }
  return { app, continuation }
}
