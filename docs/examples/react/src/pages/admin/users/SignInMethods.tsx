import { Badge } from "#screens/components/Badge"
import { formatProvider } from "#screens/lib/providers"
import type { User } from "../../../../../backend/AdminUsersContract.ts"

/** How a user can sign in, and what keeps them from it. */
export const SignInMethods = ({ user }: { readonly user: User }) => {
  const methods = [
    user.hasPassword && "Password",
    user.otpAuthEnabled && "Magic link",
    user.passkeyAuthEnabled && "Passkey",
    ...user.providers.map(formatProvider)
  ].filter((method) => method !== false)
  return (
    <span className="gf-row">
      {user.isAnonymous && <Badge tone="warning">Guest</Badge>}
      {user.isRestrictedByAdmin && <Badge tone="warning">Restricted</Badge>}
      {methods.map((method) => (
        <Badge key={method}>{method}</Badge>
      ))}
      {user.isMultiFactorRequired && <Badge tone="success">2FA</Badge>}
    </span>
  )
}
