import type { CurrentUser } from "gatefold"
import { type ReactNode, Suspense, useEffect, useRef } from "react"
import { ErrorBoundary } from "../components/ErrorBoundary.tsx"
import { Icon } from "../components/Icon.tsx"
import { Link } from "../components/Link.tsx"
import { Notice } from "../components/Notice.tsx"
import { Skeleton } from "../components/Skeleton.tsx"
import { isGuest } from "../lib/nameOf.ts"
import { type PartName, parts } from "./parts.ts"

export interface AccountLayoutProps {
  readonly path: string
  readonly current: PartName
  readonly user: CurrentUser.CurrentUser
  readonly children: ReactNode
}

/** The navigation beside the parts of the account. */
export const AccountLayout = ({ children, current, path, user }: AccountLayoutProps) => (
  <div className="gf-with-sidebar">
    <Sidebar path={path} current={current} />
    <div className="gf-page">
      {/* the first part is where they can do something about it */}
      {isGuest(user) && current !== "" && <GuestNotice path={path} />}
      <ErrorBoundary key={current}>
        <Suspense fallback={<Skeleton kind="block" rows={2} />}>{children}</Suspense>
      </ErrorBoundary>
    </div>
  </div>
)

const Sidebar = ({ current, path }: Pick<AccountLayoutProps, "current" | "path">) => {
  const nav = useRef<HTMLElement>(null)
  // Where it is narrow it scrolls, and the current page may be out of sight.
  useEffect(() => {
    nav.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" })
  }, [current])
  return (
    <nav ref={nav} className="gf-sidebar" aria-label="Account">
      {Object.entries(parts).map(([name, { icon, label }]) => (
        <Link
          key={name}
          to={name === "" ? path : `${path}/${name}`}
          aria-current={name === current ? "page" : undefined}
        >
          <Icon name={icon} />
          {label}
        </Link>
      ))}
    </nav>
  )
}

const GuestNotice = ({ path }: { readonly path: string }) => (
  <Notice tone="warning" title="You are here as a guest">
    <p>
      When you sign out, there is no way back to this account. <Link to={path}>Keep it</Link> with an e-mail address and
      a password.
    </p>
  </Notice>
)
