/** The services that keep data. */
import * as Layer from "effect/Layer"
import * as Database from "./Database.ts"
import * as Randomness from "./Randomness.ts"
import * as VerificationCodes from "./VerificationCodes.ts"

export const layer = ({
  data = ":memory:",
  seed
}: {
  readonly data?: string | undefined
  readonly seed?: string | undefined
}) =>
  VerificationCodes.layer.pipe(
    Layer.provideMerge(Layer.mergeAll(Randomness.layer(seed), Database.layer({ filename: data })))
  )
