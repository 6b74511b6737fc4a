/** A token store around tokens that the caller already has. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { TaggedError } from "../domain/errors/TaggedError.ts"
import { reveal } from "../domain/SecretInput.ts"
import { isTokenText } from "../platform/request/TokenText.ts"
import * as MemoryTokenStore from "./MemoryTokenStore.ts"
import { type Tokens, TokenStore } from "./TokenStore.ts"

/**
 * A token that is not one, such as the text "undefined" of a failed interpolation
 * (docs/protocol/tokens.md#what-counts-as-a-token).
 */
export class InvalidToken extends TaggedError("InvalidToken")<{
  readonly option: "accessToken" | "refreshToken"
}> {
  override get message() {
    return `The ${this.option} is empty, not a string, or the text "undefined"`
  }
}

/** The tokens of a caller; null and undefined mean none. At least one is required. */
export interface ExplicitTokens {
  readonly accessToken?: string | Redacted.Redacted | null | undefined
  readonly refreshToken?: string | Redacted.Redacted | null | undefined
}

/** Checks the tokens of a caller. Fails with {@link InvalidToken}. */
export const parse = Effect.fnUntraced(function* (tokens: ExplicitTokens): Effect.fn.Return<Tokens, InvalidToken> {
  const accessToken = yield* readToken("accessToken", tokens.accessToken)
  const refreshToken = yield* readToken("refreshToken", tokens.refreshToken)
  if (refreshToken !== undefined) return { refreshToken, accessToken }
  if (accessToken !== undefined) return { accessToken }
  return yield* new InvalidToken({ option: "accessToken" })
})

/** A store that starts with these tokens and keeps later changes in memory. Each build makes another one. */
export const layer = (tokens: ExplicitTokens): Layer.Layer<TokenStore, InvalidToken> =>
  Layer.fresh(Layer.effect(TokenStore, Effect.map(parse(tokens), MemoryTokenStore.make)))

const readToken = (option: InvalidToken["option"], value: string | Redacted.Redacted | null | undefined) => {
  if (value === undefined || value === null) return Effect.undefined
  const text = reveal(value)
  return isTokenText(text)
    ? Effect.succeed(Redacted.make(text, { label: option }))
    : Effect.fail(new InvalidToken({ option }))
}
