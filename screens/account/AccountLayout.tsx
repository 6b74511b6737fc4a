import type { CurrentUser } from "gatefold"
import { type ReactNode, Suspense, useEffect, useRef } from "react"
import { CardsSkeleton } from "../components/CardsSkeleton.tsx"
import { ErrorBoundary } from "../components/ErrorBoundary.tsx"
import { Icon } from "../components/Icon.tsx"
import { Identity } from "../components/Identity.tsx"
import { Link } from "../components/Link.tsx"
import { Notice } from "../components/Notice.tsx"
import { PageHeader } from "../components/PageHeader.tsx"
import { isGuest } from "../lib/nameOf.ts"
import { useText } from "../text/Text.tsx"
import { type PartName, parts } from "./parts.ts"

export interface AccountLayoutProps {
  readonly path: string
  readonly current: PartName
  readonly user: CurrentUser.CurrentUser
  readonly children: ReactNode
}

/** The navigation beside the parts of the account, and the heading of each. */
export const AccountLayout = ({ children, current, path, user }: AccountLayoutProps) => {
  const t = useText()
  const { name } = parts[current]
  return (
    <div className="gf-with-sidebar">
      <div className="gf-aside">
        <Identity user={user} />
        <Sidebar path={path} current={current} />
      </div>
      <div className="gf-page">
        <PageHeader title={t.account.parts[name]} description={t.account.hints[name]} />
        {/* The first part is where they can do something about it. */}
        {isGuest(user) && current !== "" && <GuestNotice path={path} />}
        <ErrorBoundary key={current}>
          <Suspense fallback={<CardsSkeleton />}>{children}</Suspense>
        </ErrorBoundary>
      </div>
    </div>
  )
}

const Sidebar = ({ current, path }: Pick<AccountLayoutProps, "current" | "path">) => {
  const t = useText()
  const nav = useRef<HTMLElement>(null)
  // Where it is narrow it scrolls, and the current page may be out of sight.
  useEffect(() => {
    const element = nav.current
    const link = element?.querySelector<HTMLElement>("[aria-current]")
    if (!element || !link) return
    element.scrollLeft = link.offsetLeft - (element.clientWidth - link.offsetWidth) / 2
  }, [current])
  return (
    <nav ref={nav} className="gf-sidebar" aria-label={t.account.label}>
      {Object.entries(parts).map(([part, { icon, name }]) => (
        <Link
          key={part}
          to={part === "" ? path : `${path}/${part}`}
          aria-current={part === current ? "page" : undefined}
        >
          <Icon name={icon} />
          {t.account.parts[name]}
        </Link>
      ))}
    </nav>
  )
}

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
