import { Sessions } from "gatefold"
import { useAction } from "gatefold/react"
import { Badge } from "../../components/Badge.tsx"
import { Button } from "../../components/Button.tsx"
import { FormError } from "../../components/FormError.tsx"
import { Icon } from "../../components/Icon.tsx"
import { RelativeTime } from "../../components/RelativeTime.tsx"
import { useToast } from "../../components/Toaster.tsx"
import { deviceName } from "../../lib/deviceName.ts"
import { useSignOut } from "../../lib/useSignOut.ts"

const placeOf = ({ geoInfo }: Sessions.UserSession): string =>
  [geoInfo?.cityName, geoInfo?.countryCode, geoInfo?.ip]
    .filter((part) => part !== null && part !== undefined)
    .join(", ")

/** One session; the current one ends by signing out. The service knows of the others where, and not with what. */
export const SessionRow = ({ session }: { readonly session: Sessions.UserSession }) => {
  const revoke = useAction(Sessions.revoke)
  const signOut = useSignOut()
  const tell = useToast()
  const isCurrent = session.isCurrentSession === true
  const place = placeOf(session)
  const end = async () => {
    const result = await revoke.run(session.id)
    if (result.ok) tell("The session was revoked")
  }
  return (
    <li>
      <span className="gf-list-icon">
        <Icon name="device" />
      </span>
      <div className="gf-list-main">
        <span className="gf-row">
          <strong>{isCurrent ? (deviceName(navigator.userAgent) ?? "This device") : "Another device"}</strong>
          {isCurrent && <Badge tone="accent">This device</Badge>}
          {session.isImpersonation && <Badge tone="warning">Started by support</Badge>}
        </span>
        <span className="gf-muted gf-small">
          {place !== "" && `${place} · `}
          {session.lastUsedAt !== undefined && (
            <>
              last used <RelativeTime date={session.lastUsedAt} /> ·{" "}
            </>
          )}
          signed in <RelativeTime date={session.createdAt} />
        </span>
      </div>
      {isCurrent ? (
        <Button size="small" onClick={signOut}>
          Sign out
        </Button>
      ) : (
        <Button size="small" variant="danger-quiet" isPending={revoke.isPending} onClick={() => void end()}>
          Revoke
        </Button>
      )}
      <FormError error={revoke.error} />
    </li>
  )
}
