/** The answers of the built-in identity provider, on its page or by a script. */
import * as Schema from "effect/Schema"
import { isOutcome } from "./Outcome.ts"

/** A test identity at a provider. Missing values are generated. */
export const Identity = Schema.Struct({
  /** The provider's own id of the account. */
  accountId: Schema.optional(Schema.String),
  /** Null: an account without an address. */
  email: Schema.optional(Schema.NullOr(Schema.String)),
  /** Default true. */
  emailVerified: Schema.optional(Schema.Boolean),
  displayName: Schema.optional(Schema.String),
  profileImageUrl: Schema.optional(Schema.String)
})
export interface Identity extends Schema.Struct.Type<(typeof Identity)["fields"]> {}

/** A scripted answer to one sign-in. */
export const SignInAnswer = Schema.Struct({
  /** Only for sign-ins at this provider. Default: any. */
  provider: Schema.optional(Schema.String),
  /** Default `approve`. */
  outcome: Schema.optional(Schema.String.pipe(Schema.refine(isOutcome, { expected: "an outcome of a sign-in" }))),
  /** The identity: found by `accountId`, else by `email`, else created. Default: {@link ada}. */
  identity: Schema.optional(Identity)
})
export interface SignInAnswer extends Schema.Struct.Type<(typeof SignInAnswer)["fields"]> {}

/** A request for an ID token, as an app on a device gets one from its platform. */
export interface IdTokenRequest {
  /** Default: `apple`. */
  readonly provider?: string | undefined
  /** The app that it is for, such as its bundle id. */
  readonly audience: string
  /** Found by `accountId`, else by `email`, else created. Default: {@link ada}. */
  readonly identity?: Identity | undefined
  /** Default: 10 minutes. */
  readonly lifetimeMillis?: number | undefined
}

/** The default identity. */
export const ada: Identity = { email: "ada@example.com", displayName: "Ada Lovelace" }

/** People to sign in as without typing, by the name that forms use for them. */
export const samples: Readonly<Record<string, Identity>> = {
  "sample:ada": ada,
  "sample:grace": { email: "grace@example.com", displayName: "Grace Hopper" },
  "sample:alan": { email: "alan@example.com", displayName: "Alan Turing", emailVerified: false }
}
