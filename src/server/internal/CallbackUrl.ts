/** URLs for links in mails that a server sends. A server has no current page, so they come from the configuration. */
import * as Effect from "effect/Effect"
import { InvalidOption } from "../../domain/errors/InvalidOption.ts"
import type { KnownPage } from "../../domain/url/HandlerUrls.ts"
import { ServerApp } from "../ServerApp.ts"

/** The explicit URL, else that of the app's page below `appUrl`. Fails with `InvalidOption` if there is neither. */
export const resolve = (
  explicit: string | undefined,
  page: KnownPage
): Effect.Effect<string, InvalidOption, ServerApp> =>
  explicit !== undefined
    ? Effect.succeed(explicit)
    : Effect.flatMap(ServerApp, ({ appUrl, urls }) =>
        URL.canParse(urls[page], appUrl)
          ? Effect.succeed(new URL(urls[page], appUrl).href)
          : Effect.fail(
              new InvalidOption({ option: "callbackUrl", problem: "pass it, or configure appUrl for the whole app" })
            )
      )
