/** A token store with the tokens of a request to the app's own server. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { TaggedError } from "../domain/errors/TaggedError.ts"
import { isRecord } from "../domain/text/Json.ts"
import * as CookieJar from "../platform/request/CookieJar.ts"
import type { RequestLike } from "../platform/request/RequestHeaders.ts"
import { authHeader, readBearer, isPair, isTokenText, removePairPrefix } from "../platform/request/TokenText.ts"
import * as MemoryTokenStore from "./MemoryTokenStore.ts"
import * as SessionCookies from "./SessionCookies.ts"
import * as TokensJson from "./TokensJson.ts"
import { type Tokens, TokenStore } from "./TokenStore.ts"

/** The header with the tokens of a request cannot be parsed. The message never quotes it. */
export class InvalidAuthHeader extends TaggedError("InvalidAuthHeader")<{
  readonly header: typeof authHeader | "authorization"
  readonly problem: string
}> {
  override get message() {
    return `The ${this.header} header ${this.problem}`
  }
}

/**
 * The tokens that came with a request: those of the `Authorization` header if it has a pair, else of the `x-stack-auth`
 * header, else of the cookies. A pair comes whole from one of them, never half from each
 * (docs/protocol/cookies.md#what-a-request-brings). Unreadable cookies count as absent.
 */
export const parse = (
  request: RequestLike,
  { projectId }: { readonly projectId: string }
): Effect.Effect<Tokens | undefined, InvalidAuthHeader> =>
  Effect.suspend(() => {
    const token = readBearer(request)
    if (token !== undefined && isPair(token)) {
      return parsePair("authorization", () => fromBase64(removePairPrefix(token)))
    }
    const header = request.headers.get(authHeader) ?? ""
    if (header !== "") return parsePair(authHeader, () => header)
    return Effect.succeed(
      SessionCookies.findAny(CookieJar.parse(request.headers.get("cookie") ?? ""), projectId).tokens
    )
  })

/** Decodes base64 of either alphabet, padded or not; throws if it is malformed. */
const fromBase64 = (text: string): string => globalThis.atob(text.replaceAll("-", "+").replaceAll("_", "/"))

const parsePair = (
  header: InvalidAuthHeader["header"],
  json: () => string
): Effect.Effect<Tokens | undefined, InvalidAuthHeader> => {
  const invalid = (problem: string) => Effect.fail(new InvalidAuthHeader({ header, problem }))
  let value: unknown
  try {
    value = JSON.parse(json())
  } catch {
    return invalid("is not JSON")
  }
  if (!isRecord(value)) return invalid("is not a JSON object")
  const members: TokensJson.Members = { ...value }
  for (const name of ["accessToken", "refreshToken"]) {
    const text = members[name] ?? undefined
    if (text !== undefined && !isTokenText(text)) return invalid(`has something else than a token as ${name}`)
  }
  return Effect.succeed(TokensJson.decode(members))
}

/**
 * A store that starts with the tokens of a request; changes stay in memory and are not sent back. Each build makes
 * another one.
 */
export const layer = (
  request: RequestLike,
  project: { readonly projectId: string }
): Layer.Layer<TokenStore, InvalidAuthHeader> =>
  Layer.fresh(Layer.effect(TokenStore, Effect.map(parse(request, project), MemoryTokenStore.make)))
