/** What the server and the page of the test app tell each other. */
import type { TurnstileOptions } from "../../../src/platform/page/Turnstile.ts"

/** What the server tells the page of the test app, in an attribute of its body. */
export interface Settings {
  readonly projectId: string
  readonly publishableClientKey: string
  readonly apiUrl: string
  /** On pages with challenges for bots. */
  readonly turnstile?: TurnstileOptions
}

/** How an operation ended, as text that can leave the page. */
export type Outcome =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly tag: string; readonly message: string; readonly details: unknown }
