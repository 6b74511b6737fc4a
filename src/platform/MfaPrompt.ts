/**
 * Asking the user for the six digits of their authenticator app.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** Asks for the digits, `again` after wrong ones; undefined when the user gives none. */
export type Ask = (again: boolean) => Effect.Effect<string | undefined>

const browser: Ask = (again) =>
  Effect.sync(
    () =>
      globalThis.prompt(
        `${again ? "That code is wrong. " : ""}Please enter the six-digit code of your authenticator app`
      ) ?? undefined
  )

/**
 * How a sign-in asks for the second factor. By default with the browser's own
 * prompt where there is one; undefined leaves it to the app: the sign-in then
 * fails with `MultiFactorAuthenticationRequired`, and `Mfa.signIn` finishes it.
 * After wrong digits it asks again; the sign-in is given up when there are none.
 */
export const MfaPrompt: Context.Reference<Ask | undefined> = Context.Reference<Ask | undefined>(
  "gatefold/platform/MfaPrompt",
  { defaultValue: () => (typeof globalThis.prompt === "function" ? browser : undefined) }
)

/** Leaves the second factor to the app. */
export const layerNone: Layer.Layer<never> = Layer.succeed(MfaPrompt, undefined)

/**
 * Asks through the app's own screen: by an effect, or by a function that promises the digits. The function is told
 * whether those before were wrong.
 */
export const layerCustom = (
  ask: Effect.Effect<string | undefined> | ((again: boolean) => Promise<string | undefined>)
): Layer.Layer<never> =>
  Layer.succeed(MfaPrompt, (again) => (Effect.isEffect(ask) ? ask : Effect.promise(() => ask(again))))
