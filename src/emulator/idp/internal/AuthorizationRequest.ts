/** The authorization request to the built-in identity provider. */
import * as Result from "effect/Result"
import { TaggedError } from "../../../domain/errors/TaggedError.ts"
import type { ProviderId } from "../../../domain/Ids.ts"
import * as CodeChallenge from "../../crypto/CodeChallenge.ts"

/** A valid request, whose answer goes to the service itself. */
export interface AuthorizationRequest {
  readonly providerId: ProviderId
  readonly clientId: string
  readonly redirectUri: string
  readonly state: string
  readonly scope: string
  readonly codeChallenge: string
  readonly usesForm: boolean
  /** The value that the ID token repeats. */
  readonly nonce: string | undefined
  /** The email address of the user, as a hint. */
  readonly loginHint: string | undefined
  /** Whether no page may be shown (`prompt=none` of OpenID). */
  readonly isSilent: boolean
}

/** A request that the endpoint refuses, on a page of its own: an answer would go to an address that nobody checked. */
export class InvalidRequest extends TaggedError("InvalidRequest")<{ readonly problem: string }> {}

export const parse = (
  callbackUrls: ReadonlyArray<string>,
  providerId: ProviderId,
  query: URLSearchParams
): Result.Result<AuthorizationRequest, InvalidRequest> => {
  const read = (name: string) => query.get(name) ?? ""
  const refuse = (problem: string) => Result.fail(new InvalidRequest({ problem }))
  // Answers go only there, so this is not an open redirect.
  if (!callbackUrls.includes(read("redirect_uri"))) {
    return refuse("The redirect URI is not the callback of this emulator.")
  }
  if (read("response_type") !== "code") return refuse("The response type must be code.")
  if (read("client_id") === "" || read("state") === "") return refuse("The client id or the state is missing.")
  if (
    read("code_challenge_method") !== CodeChallenge.supportedMethod ||
    !CodeChallenge.isChallenge(read("code_challenge"))
  ) {
    return refuse("The code challenge must be one of the method S256.")
  }
  return Result.succeed({
    providerId,
    clientId: read("client_id"),
    redirectUri: read("redirect_uri"),
    state: read("state"),
    scope: read("scope"),
    codeChallenge: read("code_challenge"),
    usesForm: read("response_mode") === "form_post",
    nonce: query.get("nonce") ?? undefined,
    loginHint: query.get("login_hint") ?? undefined,
    isSilent: read("prompt") === "none"
  })
}
