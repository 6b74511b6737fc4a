/**
 * Loads the masking of secrets with the first call that fails, so that browsers do not load it with the page. If it
 * does not load, every text is hidden. It imports nothing that an app has anyway: bundlers would split that off the
 * app.
 */
import type * as Masking from "./Masking.ts"

let masking: typeof Masking | undefined
let pending: Promise<void> | undefined

/** The masking, once {@link load} has loaded it. */
export const loadedMasking = (): typeof Masking | undefined => masking

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

/** Stands for a text that may quote a secret. */
export const hideText = (text: string): string => (text === "" ? "" : "…")
