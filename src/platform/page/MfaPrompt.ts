/** Asking the user for the six digits of their authenticator app. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** Asks for the digits. `again` is true after wrong ones. Returns undefined if the user gives none. */
export type Ask = (again: boolean) => Effect.Effect<string | undefined>

const askInBrowser: Ask = (again) =>
  Effect.sync(
    () =>
      globalThis.prompt(
        `${again ? "That code is wrong. " : ""}Please enter the six-digit code of your authenticator app`
      ) ?? undefined
  )

/**
 * How a sign-in asks for the second factor. The default is the browser's own prompt where there is one, and undefined
 * in React. With undefined the sign-in fails with `MultiFactorAuthenticationRequired`, and the app finishes it with
 * `Mfa.signIn`. After wrong digits the prompt is shown again; without digits the sign-in fails.
 */
export const MfaPrompt = Context.Reference<Ask | undefined>("gatefold/platform/page/MfaPrompt", {
  defaultValue: () => (typeof globalThis.prompt === "function" ? askInBrowser : undefined)
})

/** Asks with the browser's own prompt. */
export const layerPrompt: Layer.Layer<never> = Layer.succeed(MfaPrompt, askInBrowser)

/** Leaves the second factor to the app. This is the default in React. */
export const layerNone: Layer.Layer<never> = Layer.succeed(MfaPrompt, undefined)

/**
 * Asks through the app's own screen: by an effect, or by a function that promises the digits. Its argument says whether
 * this is another attempt after wrong digits.
 */
export const layerCustom = (
  ask: Effect.Effect<string | undefined> | ((again: boolean) => Promise<string | undefined>)
): Layer.Layer<never> =>
  Layer.succeed(MfaPrompt, (again) => (Effect.isEffect(ask) ? ask : Effect.promise(() => ask(again))))
