/**
 * The app's own pages, as links in mails need them (spec §2).
 */
import * as Effect from "effect/Effect"
import { ClientApp } from "../http/ClientApp.ts"
import { InvalidOption } from "../http/ProjectConfig.ts"

/** Pages below the handler path that a mail can lead to. */
export type CallbackPage = "email-verification" | "password-reset"

/**
 * The URL that a mail leads to: the one given, else the page of that name below
 * the app's `appUrl`. Fails with `InvalidOption` when neither is known.
 */
export const callback = (
  option: string,
  given: string | undefined,
  page: CallbackPage
): Effect.Effect<string, InvalidOption, ClientApp> =>
  Effect.flatMap(ClientApp, ({ appUrl }) => {
    if (given !== undefined) return Effect.succeed(given)
    if (appUrl !== undefined) return Effect.succeed(`${appUrl}/handler/${page}`)
    return Effect.fail(new InvalidOption({ option, problem: "pass it, or configure appUrl for the whole app" }))
  })
