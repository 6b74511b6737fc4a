/** Identities, as the control paths show and take them. */
import type { Identity as Given } from "../../../../src/emulator/idp/SignInAnswer.ts"
import { optionalText, isChecked } from "../../lib/forms.ts"

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
export const parseIdentity = (form: FormData): Given => {
  const accountId = optionalText(form, "accountId")
  const displayName = optionalText(form, "displayName")
  const profileImageUrl = optionalText(form, "picture")
  return {
    email: optionalText(form, "email") ?? null,
    emailVerified: isChecked(form, "verified"),
    ...(accountId !== undefined && { accountId }),
    ...(displayName !== undefined && { displayName }),
    ...(profileImageUrl !== undefined && { profileImageUrl })
  }
}
