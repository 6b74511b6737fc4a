/**
 * Loads the masking of secrets with the first call that fails, so that browsers do not load it with the page. If it
 * does not load, every text is hidden. It imports nothing that an app has anyway: bundlers would split that off the
 * app.
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { Deadline } from "../CallTimeout.ts"
import type { Mask } from "./Excerpt.ts"
import type * as Masking from "./Masking.ts"

let masking: typeof Masking | undefined
let pending: Promise<void> | undefined

/** Loads the masking. It never fails: if the file does not load, the next call tries again. */
export const load = (): Promise<void> =>
  (pending ??= import("./Masking.ts").then(
    (module) => {
      masking = module
    },
    () => {
      pending = undefined
    }
  ))

/** Loads it where files are on the same machine, so that no failed call has to wait. */
export const preload = (): void => {
  if (!("document" in globalThis)) void load()
}

/**
 * Reads an answer with a mask for the secrets in a value. Reads once more if that hid a text because the masking had to
 * be loaded first.
 */
export const readMasked = <A>(secrets: unknown, deadline: Deadline, read: (mask: Mask) => A): Effect.Effect<A> => {
  let hasHiddenText = false
  let loadedMask: Mask | undefined
  const mask: Mask = (text) => {
    if (masking === undefined) {
      hasHiddenText = true
      return text === "" ? "" : "…"
    }
    loadedMask ??= masking.make(masking.findSecrets(secrets, Redacted))
    return loadedMask(text)
  }
  const result = read(mask)
  if (!hasHiddenText) return Effect.succeed(result)
  const loading = deadline.within(Effect.promise(load), () => Effect.void)
  return Effect.map(loading, () => read(mask))
}
