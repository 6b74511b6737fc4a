/** The second factor: six digits of an authenticator app (RFC 6238). */
import * as Base64 from "effect/encoding/Base64"
import * as Redacted from "effect/Redacted"
import { asClient, asUser } from "../app/AsClient.ts"
import { InvalidTotpCode } from "../domain/errors/Mfa.ts"
import { UserAuthenticationRequired } from "../domain/errors/Session.ts"
import { fromInput, type SecretInput } from "../domain/SecretInput.ts"
import { lazy, loadPart } from "../platform/Lazy.ts"
import * as Totp from "../platform/Totp.ts"
import { Session } from "../session/Session.ts"
import * as SignIn from "../session/SignIn.ts"
import * as Wire from "../wire/generated/Mfa.ts"
import * as UsersWire from "../wire/generated/Users.ts"
import * as CurrentUser from "./CurrentUser.ts"

/**
 * Finishes a sign-in that failed with `MultiFactorAuthenticationRequired`, and returns how it ended (`SignInResult`):
 * the first factor may have been the sign-up of a guest. Wrong digits do not spend the attempt code: ask again with the
 * same one, for up to five minutes and 20 tries (docs/protocol/sign-in.md#second-factor).
 */
export const signIn = asClient.write("Mfa.signIn", [Wire.signInWithTotp], { changes: [] })(function* (
  input: {
    /** `details.attemptCode` of the error. */
    readonly attemptCode: SecretInput
    readonly totp: string
  } & SignIn.SignInOptions
) {
  const totp = input.totp.trim()
  if (totp === "") return yield* new InvalidTotpCode()
  const { app } = yield* Session
  return yield* SignIn.complete(
    app.call(Wire.signInWithTotp, {
      payload: { code: fromInput(input.attemptCode), type: "totp", totp: Redacted.make(totp) }
    }),
    input
  )
})

const qrCodes = lazy(() => import("uqr"))

/** A new TOTP secret in the forms for enrolment. */
export interface Enrolment {
  /** The secret, for `enable`. */
  readonly secret: Redacted.Redacted<Uint8Array>
  /** The secret in base32, for users without a camera. */
  readonly manualKey: Redacted.Redacted
  /** The content of the QR code: an `otpauth:` URI. */
  readonly uri: Redacted.Redacted
  /** The QR code as an SVG document. */
  readonly qrCode: Redacted.Redacted
}

/**
 * Makes a secret for an authenticator app. Nothing changes until `enable`: show the QR code, let the user type the
 * first digits, then enable with both.
 */
export const createSecret = asUser.write("Mfa.createSecret", [UsersWire.getMe], { changes: [] })(function* (input: {
  /** The name of the app in the authenticator. */
  readonly issuer: string
  /** The name of the account in the authenticator. Default: the user's email address. */
  readonly account?: string | undefined
}) {
  const user = yield* CurrentUser.getIncludingAnonymous
  if (user === null) return yield* new UserAuthenticationRequired()
  const secret = yield* Totp.randomSecret
  const manualKey = Totp.toBase32(secret)
  const uri = Totp.makeUri({ issuer: input.issuer, account: input.account ?? user.primaryEmail ?? user.id, manualKey })
  const { renderSVG } = yield* loadPart(qrCodes)
  const enrolment: Enrolment = {
    secret: Redacted.make(secret),
    manualKey: Redacted.make(manualKey),
    uri: Redacted.make(uri),
    qrCode: Redacted.make(renderSVG(uri))
  }
  return enrolment
})

/**
 * Turns the second factor on. The digits prove that the user's authenticator has the secret, so that users do not lock
 * themselves out.
 */
export const enable = asUser.write("Mfa.enable", [UsersWire.updateMe], { changes: ["users"] })(function* (input: {
  readonly secret: Redacted.Redacted<Uint8Array>
  readonly totp: string
}) {
  const secret = Redacted.value(input.secret)
  if (!(yield* Totp.verify(secret, input.totp))) return yield* new InvalidTotpCode()
  return yield* CurrentUser.update({ totpSecretBase64: Redacted.make(Base64.encode(secret)) })
})

/** Turns the second factor off. */
export const disable = asUser.write("Mfa.disable", UsersWire.updateMe, {
  input: { payload: { totpSecretBase64: null } },
  changes: ["users"]
})
