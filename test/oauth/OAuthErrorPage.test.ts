/** The page that shows what went wrong on the way back from a provider. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as OAuth from "../../src/client/OAuth.ts"
import { answer, callback, callbackPage, comeBack, start } from "../client/providerFlow.ts"
import { app, page } from "../support/appPage.ts"
import { json, withProviders } from "../support/scriptedNetwork.ts"

describe("the error page", () => {
  const at = (query: Readonly<Record<string, string>>) =>
    OAuth.pageError({ url: `https://app.example.com/handler/error?${new URLSearchParams(query)}` })

  it.effect("reads the error from the URL", () =>
    Effect.gen(function* () {
      expect({
        withMessage: yield* at({ errorCode: "OUTER_OAUTH_TIMEOUT", message: "Too late", details: "{}" }),
        withDetails: yield* at({
          errorCode: "CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE",
          message: "Taken",
          details: JSON.stringify({ type: "email", contact_channel_value: "ann@example.org" })
        }),
        unknown: yield* at({ errorCode: "SOMETHING_NEW", details: "{" }),
        onlyCode: yield* at({ errorCode: "SIGN_UP_NOT_ENABLED" }),
        none: yield* at({}),
        noUrl: yield* OAuth.pageError({ url: "no url" }),
        noPage: yield* OAuth.pageError()
      }).toMatchObject({
        withMessage: { _tag: "OuterOAuthTimeout", message: "Too late" },
        withDetails: {
          _tag: "ContactChannelAlreadyUsedForAuthBySomeoneElse",
          details: { contactChannelValue: "ann@example.org" }
        },
        unknown: { _tag: "UnsupportedError", details: { originalErrorCode: "SOMETHING_NEW" } },
        onlyCode: { _tag: "SignUpNotEnabled" },
        none: null,
        noUrl: null,
        noPage: null
      })
    })
  )

  it.effect("shows at most one line of text from the URL, which anyone could have written", () =>
    Effect.gen(function* () {
      const error = yield* at({ errorCode: "SIGN_UP_NOT_ENABLED", message: `a\r\nb\u0000${"x".repeat(5000)}` })
      expect(error?.message).toMatch(/^a b x+$/)
      expect(error?.message.length).toBeLessThanOrEqual(500)
    })
  )

  it.effect("may be the callback page, for a user who started to sign in there", () => {
    const here = page("https://app.example.com/", { navigates: false })
    const net = withProviders(() => json(answer()))
    const told =
      "error=server_error&error_description=No&errorCode=SIGN_UP_REJECTED&message=No&details=%7B%22message%22%3A%22No%22%7D"
    const open = (href: string, options?: OAuth.CallbackOptions) => {
      here.url = new URL(href)
      return Effect.map(Effect.result(OAuth.callback(options)), (result) =>
        result._tag === "Success" ? result.success : result.failure
      )
    }
    return Effect.gen(function* () {
      expect(yield* open(`${callbackPage}?${told}`)).toBe("ignored")
      const url = yield* start()
      expect(yield* open(`https://app.example.com/elsewhere?${told}`)).toBe("ignored")
      expect(yield* open(`${callbackPage}?${told}`, { provider: "google" })).toBe("ignored")
      expect(here.url.search).toBe(`?${told}`)
      expect(yield* open(`${callbackPage}?a=1&${told}`)).toMatchObject({ _tag: "SignUpRejected", message: "No" })
      expect(here.url.href).toBe(`${callbackPage}?a=1`)
      expect(yield* open(`${callbackPage}?errorCode=SOMETHING_NEW`)).toMatchObject({
        reason: { _tag: "UnsupportedError", details: { originalErrorCode: "SOMETHING_NEW" } }
      })
      // The flow is still there.
      comeBack(here, url)
      expect(yield* callback({ noRedirect: true })).toBe("signed-in")
      expect(yield* open(`${callbackPage}?${told}`)).toBe("ignored")
    }).pipe(Effect.provide(app(net, here)))
  })

  it.effect("reads the page that the user is on", () =>
    Effect.gen(function* () {
      expect(yield* OAuth.pageError()).toMatchObject({ _tag: "OAuthProviderAccessDenied" })
    }).pipe(Effect.provide(page("https://app.example.com/handler/error?errorCode=OAUTH_PROVIDER_ACCESS_DENIED").layer))
  )
})
