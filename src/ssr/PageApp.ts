/**
 * The operations of a client for one request of a page, and what a server that renders needs beside them: the user or a
 * redirect, and the state for the browser.
 */
import type * as Effect from "effect/Effect"
import type { Operation } from "../app/ClientOperation.ts"
import type { CurrentUser } from "../client/CurrentUser.ts"
import { isTransportError } from "../domain/errors/TransportError.ts"
import { version } from "../domain/Version.ts"
import {
  type ClientAppError,
  makeClientMethods,
  type ClientMethods,
  type ClientServices
} from "../promise/ClientApp.ts"
import type { GetOptions } from "../promise/CurrentUser.ts"
import { type CallOptions, orReject, type RunToExit } from "../promise/Method.ts"
import { dehydrate, type DehydratedState } from "../react/Hydration.ts"
import * as PageUser from "./PageUser.ts"

/** Every operation of a client, for the current request. */
export interface PageApp<AppError = ClientAppError> extends ClientMethods<AppError> {
  readonly getUser: PageUser.GetUser
  /** Runs any effect over the current request. Rejects with its own error, or redirects. */
  readonly run: <A, E>(effect: Effect.Effect<A, E, ClientServices>, options?: CallOptions) => Promise<A>
  /**
   * Reads the current user, and further operations, for the `initial` of `<AuthProvider>`. Reads that fail are left to
   * the browser.
   */
  readonly dehydrate: (
    reads?: ReadonlyArray<readonly [operation: Operation, input?: unknown]>
  ) => Promise<DehydratedState>
}

/** The app over a runner of effects, which may redirect back to a path. */
export const make = <AppError>(runAt: (path: string | undefined) => RunToExit<ClientServices>): PageApp<AppError> => {
  const getUser = ({ allow, or, returnTo }: GetOptions & PageUser.GetUserOptions = {}) =>
    orReject<CurrentUser | null, ClientServices>(runAt(returnTo), PageUser.read(or, allow))
  const request = runAt(undefined)
  const run: PageApp["run"] = (effect, options) => orReject(request, effect, options)
  return {
    ...makeClientMethods<AppError>(request),
    getUser: getUser as PageUser.GetUser,
    run,
    dehydrate: (reads) =>
      dehydrate({ run }, reads).catch((error: unknown) => {
        // A failure must not keep a layout from rendering.
        if (isTransportError(error)) return { version, reads: [] }
        throw error
      })
  }
}
