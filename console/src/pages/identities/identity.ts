/** Identities, as the control paths show and take them. */
import type { Identity as Given } from "../../../../src/emulator/idp/SignInAnswer.ts"
import { given, isChecked } from "../../lib/forms.ts"

/** A person at a provider. */
export interface Identity {
  readonly provider: string
  readonly accountId: string
  readonly email: string | null
  readonly emailVerified: boolean
  readonly displayName: string | null
  readonly profileImageUrl: string | null
}

/** The identity of a form. */
export const identityOf = (form: FormData): Given => {
  const accountId = given(form, "accountId")
  const displayName = given(form, "displayName")
  const profileImageUrl = given(form, "picture")
  return {
    email: given(form, "email") ?? null,
    emailVerified: isChecked(form, "verified"),
    ...(accountId !== undefined && { accountId }),
    ...(displayName !== undefined && { displayName }),
    ...(profileImageUrl !== undefined && { profileImageUrl })
  }
}
