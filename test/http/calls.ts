/** Calls of a transport over a scripted network. */
import * as Redacted from "effect/Redacted"
import { TransportError } from "../../src/domain/errors/TransportError.ts"

export const credentials = { accessToken: Redacted.make("header.access.token"), refreshToken: Redacted.make("refresh") }

export const signIn = { payload: { email: "a@example.com", password: Redacted.make("password1") } }

export const half = { nextIntUnsafe: () => 0, nextDoubleUnsafe: () => 0.5 }

/** The reason of a call's failure; anything else is a failed test. */
export const readReason = (error: unknown) => transportError(error).reason

export const transportError = (error: unknown): TransportError => {
  if (error instanceof TransportError) return error
  throw new Error("it is not a TransportError", { cause: error })
}
