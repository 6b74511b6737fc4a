/**
 * Telling the user of errors that no caller waits for, such as a refresh in
 * the background that failed (docs/protocol/errors.md#errors-that-nobody-waits-for).
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { hasProperty } from "effect/Predicate"
import * as Layer from "effect/Layer"

/** Tells the user of one error. */
export type Notify = (error: unknown) => Effect.Effect<void>

/** What may be shown: the message of a typed error, never a stack, a cause, or the text of a defect. */
export const messageOf = (error: unknown): string =>
  error instanceof Error && hasProperty(error, "_tag") ? error.message : "Something went wrong. Please try again."

/**
 * Who is told. By default the console, which does not block the page; an app
 * with toasts or a status line provides its own.
 */
export const Notifier: Context.Reference<Notify> = Context.Reference<Notify>("gatefold/platform/Notifier", {
  // oxlint-disable-next-line no-console -- an app that notifies nobody itself has no other place
  defaultValue: () => (error) => Effect.sync(() => console.error(messageOf(error)))
})

/**
 * Shows the browser's own dialogue, which blocks the page until it is closed
 * (docs/protocol/errors.md#errors-that-nobody-waits-for).
 */
export const layerAlert: Layer.Layer<never> = Layer.succeed(Notifier, (error) =>
  Effect.sync(() => globalThis.alert?.(messageOf(error)))
)

/** Tells through the app's own screen. */
export const layerCustom = (notify: Notify): Layer.Layer<never> => Layer.succeed(Notifier, notify)
