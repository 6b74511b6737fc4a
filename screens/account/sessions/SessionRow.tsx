import { Sessions } from "gatefold"
import { useAction } from "gatefold/react"
import { Badge } from "../../components/Badge.tsx"
import { Button } from "../../components/Button.tsx"
import { Icon } from "../../components/Icon.tsx"
import { RelativeTime } from "../../components/RelativeTime.tsx"
import { Row } from "../../components/Row.tsx"
import { RowIcon } from "../../components/RowIcon.tsx"
import { formatDevice, isPhone } from "../../lib/deviceName.ts"
import { useReport } from "../../lib/useReport.ts"
import { useSignOut } from "../../lib/useSignOut.ts"
import { useWanted } from "../../lib/useWanted.ts"
import { useLanguage, useText } from "../../text/Text.tsx"

/** Such as "Berlin, Germany", as far as the service knows it. */
const formatPlace = ({ geoInfo }: Sessions.UserSession, language: string): string | undefined => {
  const { cityName, countryCode } = geoInfo ?? {}
  const country = countryCode && new Intl.DisplayNames(language, { type: "region", fallback: "none" }).of(countryCode)
  const parts = [cityName, country].filter(Boolean)
  return parts.length === 0 ? undefined : parts.join(", ")
}

/** Such as "Feb 27, 10:00 AM"; with the year if it is another one. */
const formatDate = (date: Date, language: string): string =>
  new Intl.DateTimeFormat(language, {
    year: date.getFullYear() === new Date().getFullYear() ? undefined : "numeric",
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit"
  }).format(date)

/**
 * One session. The service returns the place of other sessions, but not their device, so the time distinguishes them.
 */
export const SessionRow = ({ session }: { readonly session: Sessions.UserSession }) => {
  const t = useText()
  const { language } = useLanguage()
  const revoke = useAction(Sessions.revoke)
  const signOut = useSignOut()
  const report = useReport()
  const [isGone, setGone] = useWanted(false, async () => report(await revoke.run(session.id), t.sessions.revoked))
  const isCurrent = session.isCurrentSession === true
  const place = formatPlace(session, language)
  const { createdAt } = session
  const since = t.sessions.since({ date: formatDate(createdAt, language) })
  const { agentName } = session
  const agent = agentName === undefined || agentName === null ? undefined : t.sessions.agent({ name: agentName })
  const name = agent ?? (isCurrent ? (formatDevice(t, navigator.userAgent) ?? t.sessions.thisDevice) : (place ?? since))
  if (isGone) return null
  return (
    <Row
      label={name}
      icon={
        <RowIcon>
          <Icon
            name={
              agent !== undefined
                ? "terminal"
                : !isCurrent
                  ? "globe"
                  : isPhone(navigator.userAgent)
                    ? "phone"
                    : "device"
            }
          />
        </RowIcon>
      }
      title={agent === undefined ? name : <bdi>{name}</bdi>}
      badges={
        <>
          {isCurrent && <Badge>{t.sessions.thisDevice}</Badge>}
          {session.isImpersonation && <Badge tone="warning">{t.sessions.support}</Badge>}
        </>
      }
      description={
        <span className="gf-dots">
          {session.lastUsedAt !== undefined && <RelativeTime date={session.lastUsedAt} in={t.sessions.lastUsed} />}
          {name !== since && <RelativeTime date={createdAt} in={t.sessions.signedIn} />}
          {(isCurrent || agent !== undefined) && place !== undefined && <span>{place}</span>}
          {session.geoInfo?.ip !== undefined && <span>{session.geoInfo.ip}</span>}
        </span>
      }
      actions={
        <Button
          size="small"
          aria-label={t.sessions.signOutOf({ device: name })}
          onClick={isCurrent ? signOut : () => setGone(true)}
        >
          {t.common.signOut}
        </Button>
      }
    />
  )
}
