/** Input of users at server level, whose secrets may be plain text. */
import type * as Api from "../api/Users.ts"
import { fromInput, type SecretInput } from "../domain/SecretInput.ts"

export interface Secrets {
  /** A new password, at most 70 characters; null removes it. Either ends all sessions of the user. */
  readonly password?: SecretInput | null | undefined
  /** A bcrypt hash instead of the password, such as from another system. */
  readonly passwordHash?: SecretInput | undefined
  /** The shared secret of an authenticator app, base64; null turns the second factor off. */
  readonly totpSecretBase64?: SecretInput | null | undefined
}

/** An account at a sign-in provider for a new user. */
export interface NewProviderAccount {
  /** The provider, such as `github`. */
  readonly id: string
  /** The ID of the account at the provider. */
  readonly accountId: string
  readonly email: string | null
}

/** A user to create. Every field is optional, and the service sends no email. */
export type NewUser = Omit<Api.CreateUser, keyof Secrets | "oauthProviders"> &
  Secrets & {
    /** The accounts with which the user signs in at providers. */
    readonly oauthProviders?: ReadonlyArray<NewProviderAccount> | undefined
  }

/** A change of a user. Omitted fields keep their value, `null` clears a field, and metadata is replaced as a whole. */
export type UserUpdate = Omit<Api.UpdateUser, keyof Secrets> & Secrets

/** The payload for a new user or for a change. */
export const toPayload = <Input extends Secrets>({ password, passwordHash, totpSecretBase64, ...rest }: Input) => ({
  ...rest,
  ...(password === undefined ? {} : { password: password === null ? null : fromInput(password) }),
  ...(passwordHash === undefined ? {} : { passwordHash: fromInput(passwordHash) }),
  ...(totpSecretBase64 === undefined
    ? {}
    : { totpSecretBase64: totpSecretBase64 === null ? null : fromInput(totpSecretBase64) })
})
