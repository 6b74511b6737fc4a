/**
 * Where links in mails lead that a server has sent. A server is on no page, so
 * only the configuration can tell.
 */
import * as Effect from "effect/Effect"
import type { KnownPage } from "../domain/HandlerUrls.ts"
import { InvalidOption } from "../http/ProjectConfig.ts"
import { ServerApp } from "./ServerApp.ts"

/** The URL given, else that of the app's own page below `appUrl`. Fails with `InvalidOption` without either. */
export const resolve = (given: string | undefined, page: KnownPage): Effect.Effect<string, InvalidOption, ServerApp> =>
  given !== undefined
    ? Effect.succeed(given)
    : Effect.flatMap(ServerApp, ({ appUrl, urls }) =>
        URL.canParse(urls[page], appUrl)
          ? Effect.succeed(new URL(urls[page], appUrl).href)
          : Effect.fail(
              new InvalidOption({ option: "callbackUrl", problem: "pass it, or configure appUrl for the whole app" })
            )
      )
