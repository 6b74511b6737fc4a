/** The reason of a `TransportError` that only sessions of a provider have. Other apps do not load it. */
import * as Data from "effect/Data"

/** The provider that keeps the session has no access token right now. The user is still signed in: try again. */
export class TokenUnavailable extends Data.TaggedClass("TokenUnavailable")<{
  /** The name of the provider, as people see it. */
  readonly provider: string
}> {
  get message() {
    return `${this.provider} has no access token right now; try again`
  }
}
