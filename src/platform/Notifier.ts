/**
 * Reports errors that no caller waits for, such as a failed refresh in the background
 * (docs/protocol/errors.md#errors-that-nobody-waits-for).
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { hasProperty } from "effect/Predicate"

/** Reports one error to the user. */
export type Notify = (error: unknown) => Effect.Effect<void>

/** The text to show: the message of a typed error, never a stack, a cause, or the text of a defect. */
export const toMessage = (error: unknown): string =>
  error instanceof Error && hasProperty(error, "_tag") ? error.message : "Something went wrong. Please try again."

/** Where errors are reported. Default: the console, which does not block the page. */
export const Notifier = Context.Reference<Notify>("gatefold/platform/Notifier", {
  // oxlint-disable-next-line no-console -- an app that notifies nobody itself has no other place
  defaultValue: () => (error) => Effect.sync(() => console.error(toMessage(error)))
})

/**
 * Reports by `alert`, which blocks the page until it is closed (docs/protocol/errors.md#errors-that-nobody-waits-for).
 */
export const layerAlert: Layer.Layer<never> = Layer.succeed(Notifier, (error) =>
  Effect.sync(() => globalThis.alert?.(toMessage(error)))
)

/** Reports by a function of the app, such as one that shows a toast. */
export const layerCustom = (notify: Notify): Layer.Layer<never> => Layer.succeed(Notifier, notify)
