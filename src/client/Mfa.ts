/**
 * The second factor: six digits of an authenticator app (RFC 6238).
 */
import * as Effect from "effect/Effect"
import * as Base64 from "effect/encoding/Base64"
import * as Redacted from "effect/Redacted"
import * as Api from "../api/Mfa.ts"
import * as UsersApi from "../api/Users.ts"
import { InvalidTotpCode } from "../domain/errors/Mfa.ts"
import { fromInput, type SecretInput } from "../domain/SecretInput.ts"
import * as Totp from "../platform/Totp.ts"
import { Session } from "../session/Session.ts"
import * as CurrentUser from "./CurrentUser.ts"
import * as SignIn from "./internal/SignIn.ts"
import { asClient, asUser } from "./internal/AsClient.ts"

/**
 * Finishes a sign-in that failed with `MultiFactorAuthenticationRequired`.
 * Wrong digits do not use the attempt up: ask again with the same attempt
 * code, which lives five minutes and 20 tries (docs/protocol/sign-in.md#second-factor).
 */
export const signIn = asClient.write(
  "Mfa.signIn",
  [Api.signInWithTotp],
  { changes: [] },
  function* (
    input: {
      /** `details.attemptCode` of the error. */
      readonly attemptCode: SecretInput
      readonly totp: string
    } & SignIn.SignInOptions
  ) {
    const { app } = yield* Session
    const totp = input.totp.trim()
    if (totp === "") return yield* new InvalidTotpCode()
    yield* SignIn.complete(
      app.call(Api.signInWithTotp, {
        payload: { code: fromInput(input.attemptCode), type: "totp", totp: Redacted.make(totp) }
      }),
      input
    )
  }
)

/** A new secret, in the forms that enrolment needs. */
export interface Enrolment {
  /** What `enable` takes. */
  readonly secret: Redacted.Redacted<Uint8Array>
  /** What a user without a camera types, in base32. */
  readonly manualKey: Redacted.Redacted
  /** What the QR code holds: an `otpauth:` URI. */
  readonly uri: Redacted.Redacted
  /** The QR code as an SVG document. */
  readonly qrCode: Effect.Effect<Redacted.Redacted>
}

/**
 * Makes a secret for an authenticator app. Nothing changes until `enable`: show
 * the QR code, let the user type the first digits, then enable with both.
 */
export const createSecret = asUser.write(
  "Mfa.createSecret",
  [UsersApi.getMe],
  { changes: [] },
  function* (input: {
    /** Names the app in the user's authenticator. */
    readonly issuer: string
    /** Names the account there. Default: the user's e-mail address. */
    readonly account?: string | undefined
  }) {
    const user = yield* CurrentUser.get({ or: "throw" })
    const secret = yield* Totp.randomSecret
    const manualKey = Totp.toBase32(secret)
    const uri = Totp.uri({ issuer: input.issuer, account: input.account ?? user.primaryEmail ?? user.id, manualKey })
    const enrolment: Enrolment = {
      secret: Redacted.make(secret),
      manualKey: Redacted.make(manualKey),
      uri: Redacted.make(uri),
      qrCode: Effect.map(
        Effect.promise(() => import("uqr")),
        ({ renderSVG }) => Redacted.make(renderSVG(uri))
      )
    }
    return enrolment
  }
)

/**
 * Asks for the second factor from the next sign-in on. The digits prove that
 * the user's authenticator has the secret, so that nobody locks themselves out.
 */
export const enable = asUser.write(
  "Mfa.enable",
  [UsersApi.updateMe],
  { changes: ["users"] },
  function* (input: { readonly secret: Redacted.Redacted<Uint8Array>; readonly totp: string }) {
    const secret = Redacted.value(input.secret)
    if (!(yield* Totp.verify(secret, input.totp))) return yield* new InvalidTotpCode()
    return yield* CurrentUser.update({ totpSecretBase64: Redacted.make(Base64.encode(secret)) })
  }
)

/** No longer asks for a second factor. */
export const disable = asUser.write("Mfa.disable", UsersApi.updateMe, {
  input: { payload: { totpSecretBase64: null } },
  changes: ["users"]
})
