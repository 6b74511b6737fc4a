import { useProject } from "gatefold/react"
import { Notice } from "../components/Notice.tsx"
import type { AppFailure } from "../lib/describeError.ts"
import { useAuthText } from "../text/AuthText.tsx"

/** The account of an address cannot use sign-in links before the address is verified: says so, and what to do. */
export const LinkNotAllowed = ({ error }: { readonly error: AppFailure | undefined }) => {
  const t = useAuthText()
  const { credentialEnabled } = useProject().config
  if (error?._tag !== "UserWithEmailAlreadyExists") return null
  const { email } = error.details
  return (
    <Notice tone="warning" role="alert" title={t.signIn.linkNotAllowedTitle}>
      <p>{credentialEnabled ? t.signIn.linkNotAllowedUsePassword({ email }) : t.signIn.linkNotAllowed({ email })}</p>
    </Notice>
  )
}
