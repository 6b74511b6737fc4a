/**
 * A token store around tokens that the caller already has.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Memory from "./Memory.ts"
import { type Tokens, TokenStore } from "./TokenStore.ts"
import * as Data from "effect/Data"

/** A token that is not one, such as the text "undefined" of a failed interpolation (spec §5). */
export class InvalidToken extends Data.TaggedError("InvalidToken")<{
  readonly option: "accessToken" | "refreshToken"
}> {
  override get message() {
    return `The ${this.option} is empty, not a string, or the text "undefined"`
  }
}

/** Tokens as a caller has them; at least one must be there. */
export interface ExplicitTokens {
  readonly accessToken?: string | Redacted.Redacted | undefined
  readonly refreshToken?: string | Redacted.Redacted | undefined
}

/** Checks tokens that come from outside. Fails with {@link InvalidToken}. */
export const parse = (tokens: ExplicitTokens): Effect.Effect<Tokens, InvalidToken> =>
  Effect.gen(function*() {
    const accessToken = yield* token("accessToken", tokens.accessToken)
    const refreshToken = yield* token("refreshToken", tokens.refreshToken)
    if (refreshToken !== undefined) return { refreshToken, accessToken }
    if (accessToken !== undefined) return { accessToken }
    return yield* new InvalidToken({ option: "accessToken" })
  })

/** A store that starts with these tokens and keeps later changes in memory. */
export const layer = (tokens: ExplicitTokens): Layer.Layer<TokenStore, InvalidToken> =>
  Layer.effect(TokenStore, Effect.map(parse(tokens), Memory.make))

const token = (option: InvalidToken["option"], value: string | Redacted.Redacted | undefined) => {
  if (value === undefined) return Effect.undefined
  const text = Redacted.isRedacted(value) ? Redacted.value(value) : value
  return typeof text === "string" && /^[\x21-\x7e]+$/.test(text) && text !== "undefined"
    ? Effect.succeed(Redacted.make(text, { label: option }))
    : Effect.fail(new InvalidToken({ option }))
}
