import type { CurrentUser } from "gatefold"
import { type ReactNode, Suspense } from "react"
import { CardsSkeleton } from "../components/CardsSkeleton.tsx"
import { ErrorBoundary } from "../components/ErrorBoundary.tsx"
import { Icon } from "../components/Icon.tsx"
import { Identity } from "../components/Identity.tsx"
import { Link } from "../components/Link.tsx"
import { Notice } from "../components/Notice.tsx"
import { Shell } from "../components/Shell.tsx"
import { isGuest } from "../lib/userName.ts"
import { useText } from "../text/Text.tsx"
import { PartHeader } from "./PartHeader.tsx"
import { type PartName, parts } from "./parts.ts"

export interface AccountLayoutProps {
  readonly path: string
  /** Undefined if the path belongs to none of the parts. */
  readonly current: PartName | undefined
  readonly user: CurrentUser.CurrentUser
  readonly children: ReactNode
}

/** The navigation beside the parts of the account. */
export const AccountLayout = ({ children, current, path, user }: AccountLayoutProps) => {
  const t = useText()
  return (
    <Shell
      subject={<Identity user={user} />}
      label={t.account.label}
      current={current ?? ""}
      isForGuest={isGuest(user)}
      links={Object.entries(parts).map(([part, { icon, name }]) => (
        <Link
          key={part}
          to={part === "" ? path : `${path}/${part}`}
          aria-current={part === current ? "page" : undefined}
        >
          <Icon name={icon} />
          {t.account.parts[name]}
        </Link>
      ))}
    >
      {/* The first part is where they can do something about it. */}
      {isGuest(user) && current !== "" && <GuestNotice path={path} />}
      <ErrorBoundary key={current}>
        <Suspense fallback={<PartSkeleton current={current} />}>{children}</Suspense>
      </ErrorBoundary>
    </Shell>
  )
}

const PartSkeleton = ({ current }: Pick<AccountLayoutProps, "current">) => (
  <>
    {current !== undefined && <PartHeader name={parts[current].name} />}
    <CardsSkeleton />
  </>
)

const GuestNotice = ({ path }: { readonly path: string }) => {
  const t = useText()
  return (
    <Notice tone="warning" title={t.account.guestTitle}>
      <p>
        {t.account.guestHint} <Link to={path}>{t.account.guestKeep}</Link>
      </p>
    </Notice>
  )
}
