/** The failure of a sign-out that only sessions of a provider have. Other apps do not load it. */
import { TaggedError } from "../domain/errors/TaggedError.ts"

/** The provider of the session keeps it, so only the provider can end it. The user stays signed in. */
export class SignOutElsewhere extends TaggedError("SignOutElsewhere")<{
  /** The name of the provider, as people see it. */
  readonly provider: string
  /** The page where the user signs out: a URL of the web, or a path of the app. */
  readonly signOutUrl: string
}> {
  override get message() {
    return `${this.provider} keeps this session; sign out at ${this.signOutUrl}`
  }
}
