/**
 * Everything that must not be printed: tokens, keys, passwords and codes.
 *
 * Each is a `Redacted<string>`, so that logging, JSON and errors show `<redacted>`; checks read the text but never
 * quote it.
 */
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { isObjectText } from "../../domain/text/Json.ts"
import { isCredential, isNotEmpty, isPasswordLength, isWellFormed, redact } from "../../domain/text/SecretText.ts"
import * as Rule from "./Rule.ts"

const wrap = Rule.transform({ decode: redact, encode: Redacted.value })

/** Text that is wrapped in the app. `Schema.RedactedFromValue` does this for any type, at five times the bytes. */
const Text = Schema.String.pipe(
  Schema.decodeTo(
    Schema.declare((u): u is Redacted.Redacted<string> => Redacted.isRedacted(u), {
      expected: "a Redacted",
      toCodecArbitrary: ({ constraint }) =>
        Schema.link<Redacted.Redacted<string>>()(
          Schema.String.check(Schema.makeFilter(() => true, { arbitraryConstraint: constraint })),
          wrap
        ),
      toCodecJson: () => Schema.link<Redacted.Redacted<string>>()(Schema.String, wrap)
    }),
    wrap
  )
)

/** A secret that is sent in a header: visible ASCII, and not the text `undefined`. */
const Credential = Text.check(
  Rule.checkInside(isCredential, "visible ASCII characters, and not the word undefined", /^[!-~]{1,8}$/)
)

const NonEmpty = Text.check(Rule.checkInside(isNotEmpty, "a secret that is not empty"))

/** A signed token that names the user for some minutes. */
export const AccessToken = Credential

/** The opaque token that a session is refreshed with. */
export const RefreshToken = Credential

/** The key of client apps, `pck_…`. */
export const PublishableClientKey = Credential

/** The key of server apps, `ssk_…`. */
export const SecretServerKey = Credential

/** The key of admin apps, `sak_…`. */
export const SuperSecretAdminKey = Credential

/** The full value of an API key of a user or a team, `sk_…` or `pk_…`. */
export const ApiKeyValue = NonEmpty

/**
 * A password, at most 70 characters; the service checks the minimum of the project
 * (docs/protocol/sign-in.md#passwords). A lone surrogate is refused: in UTF-8 each of them becomes U+FFFD, so different
 * passwords would have one hash.
 */
export const Password = Text.check(
  Rule.checkInside(isPasswordLength, "a password of at most 70 characters"),
  Rule.checkInside(isWellFormed, "a password without unpaired surrogates")
)

/** A hash of a password in modular crypt format. */
export const PasswordHash = NonEmpty

/**
 * A code that was mailed or handed out for one purpose: 45 characters, single use
 * (docs/protocol/sign-in.md#mailed-codes).
 */
export const VerificationCode = NonEmpty

/** The part of a magic-link code that the sender keeps; code in the mail + nonce = sign-in code. */
export const Nonce = NonEmpty

/** The code that a terminal polls with during a command-line login. */
export const PollingCode = Text

/** The code that the browser confirms during a command-line login. */
export const LoginCode = Text

/** The six digits of an authenticator app. */
export const TotpCode = Text

/** The shared secret of an authenticator app, base64. */
export const TotpSecret = Text

/** The secret that an OAuth authorization code is exchanged with (PKCE). */
export const CodeVerifier = NonEmpty

/** A secret of another service: an OAuth client secret, a mail password, a webhook or provider token. */
export const ForeignSecret = Text

/** The configuration of a project as JSON, with the secrets of providers and of the mail server. */
export const ConfigurationText = Text.check(
  Rule.checkInside(isObjectText, "a JSON object as text", /^\{("[a-z]{1,8}":(true|null|\d|"[a-z]{0,8}"))?\}$/)
)
