/** The user of a client, with one method that reads it in every way, as people of promises expect. */
import type * as Effect from "effect/Effect"
import * as CurrentUser from "../client/CurrentUser.ts"
import type { WhenSignedOut } from "../domain/WhenSignedOut.ts"
import { readData, withData } from "../operation/OperationData.ts"

export { update, setDisplayName, setClientMetadata, setSelectedTeam, delete } from "../client/CurrentUser.ts"

const reads = {
  "return-null": CurrentUser.get,
  throw: CurrentUser.getOrFail,
  redirect: CurrentUser.getOrRedirect,
  anonymous: CurrentUser.getOrSignUpAnonymously,
  "anonymous-if-exists": CurrentUser.getIncludingAnonymous
} satisfies Record<WhenSignedOut, unknown>

type Reads = typeof reads

/** How to read the current user. */
export interface GetOptions {
  /** What `get` does when nobody is signed in. Default: `return-null`. */
  readonly or?: WhenSignedOut | undefined
}

/** Everything that `get` can fail with; each `or` meets a part of it. */
export type GetError = Effect.Error<Reads[keyof Reads]>

/** Reads the current user from the service. */
export const get = withData(({ or = "return-null" }: GetOptions = {}): Reads[keyof Reads] => reads[or], {
  ...readData(CurrentUser.get)!,
  inputs: 1
})
