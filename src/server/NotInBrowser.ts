/** Keeps secret keys out of browsers, where anyone can read them. */
import * as Effect from "effect/Effect"
import { TaggedError } from "../domain/errors/TaggedError.ts"

/** An app with a secret key must not be made in a browser (docs/protocol/threats.md#keys-in-browsers). */
export class NotInBrowser extends TaggedError("NotInBrowser")<{ readonly option: string }> {
  override get message() {
    return (
      `The ${this.option} is secret, and this is a browser, where everybody can read it. Use a client app here. ` +
      "If this only looks like a browser, such as a test with a DOM, set dangerouslyAllowBrowser."
    )
  }
}

/** Options of apps with secret keys about their platform. */
export interface BrowserOptions {
  /**
   * Makes the app although there is a `window.document`: only for environments that are not browsers, such as jsdom.
   */
  readonly dangerouslyAllowBrowser?: boolean | undefined
}

/** Fails with {@link NotInBrowser} where `window.document` exists, unless that is explicitly allowed. */
export const check = (option: string, options: BrowserOptions): Effect.Effect<void, NotInBrowser> =>
  Effect.suspend(() =>
    options.dangerouslyAllowBrowser !== true && globalThis.window?.document !== undefined
      ? Effect.fail(new NotInBrowser({ option }))
      : Effect.void
  )
