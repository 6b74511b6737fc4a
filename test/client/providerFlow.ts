/** A sign-in with a provider against a scripted service: how a test starts it and comes back. */
import * as Effect from "effect/Effect"
import * as OAuth from "../../src/client/OAuth.ts"
import { makeAccessToken, app, type Page } from "../support/appPage.ts"
import { json, timed, withProviders } from "../support/scriptedNetwork.ts"

export const callbackPage = "https://app.example.com/handler/oauth-callback"

export const answer = (more: object = {}) => ({
  access_token: makeAccessToken("new"),
  refresh_token: "refresh-new",
  token_type: "Bearer",
  expires_in: 3599,
  scope: "legacy",
  is_new_user: false,
  after_callback_redirect_url: null,
  ...more
})

/** On this page, with a service that answers starts, and everything else with this body. */
export const onPage = (here: Page, body: object = {}) => {
  const net = withProviders(() => json(body))
  return Effect.provide(app(net, here))
}

/** Starts a sign-in without waiting for the page to unload; answers the provider's page. */
export const start = (options: Partial<OAuth.OAuthOptions> = {}) =>
  Effect.map(timed(OAuth.start({ provider: "github", ...options }), 500), ({ exit }) => {
    if (exit._tag === "Failure") throw new Error("it did not start", { cause: exit.cause })
    return new URL(exit.value)
  })

/** The browser comes back from the service. */
export const comeBack = (page: Page, started: URL, more: Readonly<Record<string, string>> = { code: "the-code" }) => {
  page.url = new URL(started.searchParams.get("redirect_uri")!)
  for (const [name, value] of Object.entries(more)) page.url.searchParams.append(name, value)
  page.url.searchParams.append("state", started.searchParams.get("state")!)
}

/** The callback, with the two seconds after a redirect. */
export const callback = (options?: OAuth.CallbackOptions) =>
  Effect.map(timed(Effect.result(OAuth.callback(options)), 500), ({ exit }) => {
    if (exit._tag === "Failure") throw new Error("it died", { cause: exit.cause })
    return exit.value._tag === "Success" ? exit.value.success : exit.value.failure
  })
