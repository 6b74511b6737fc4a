/** Identities, as the control paths show and take them. */
import type { Identity as Given } from "../../../../src/emulator/idp/SignInAnswer.ts"
import { readOptionalText, isChecked } from "../../lib/forms.ts"

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
  const accountId = readOptionalText(form, "accountId")
  const displayName = readOptionalText(form, "displayName")
  const profileImageUrl = readOptionalText(form, "picture")
  return {
    email: readOptionalText(form, "email") ?? null,
    emailVerified: isChecked(form, "verified"),
    ...(accountId !== undefined && { accountId }),
    ...(displayName !== undefined && { displayName }),
    ...(profileImageUrl !== undefined && { profileImageUrl })
  }
}
