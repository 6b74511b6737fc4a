/**
 * Links of the service's dashboard that make a site of the vendor's SDK do something, such as sign in as a user. The
 * service answers them with JavaScript, which that SDK evaluates. Gatefold runs no code that an answer contains.
 */
import * as Effect from "effect/Effect"
import { Navigation } from "../../platform/page/Navigation.ts"

const parameter = "hexclave_action_id"

/** Whether the browser's page was opened by such a link. */
export const isHere = (): boolean => (globalThis.location?.search ?? "").includes(parameter)

/** Removes the id from the URL, unused, and says in the console what to do instead. */
export const discard: Effect.Effect<void> = Effect.gen(function* () {
  const navigation = yield* Navigation
  const url = yield* navigation.current
  if (url?.searchParams.has(parameter) !== true) return
  url.searchParams.delete(parameter)
  yield* navigation.rewrite(url)
  // oxlint-disable-next-line no-console -- a person who opened the link in the dashboard looks there
  console.warn(`Gatefold ignored ${parameter}. To impersonate a user: docs/guides/impersonation.md`)
})
