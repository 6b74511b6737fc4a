import { Suspense, useEffect, useRef } from "react"
import { Link, NavLink, Outlet, useLocation } from "react-router"
import { Icon, type IconName } from "../../components/Icon.tsx"
import { Notice } from "../../components/Notice.tsx"
import { Skeleton } from "../../components/Skeleton.tsx"

const pages: ReadonlyArray<{ readonly to: string; readonly label: string; readonly icon: IconName }> = [
  { to: "/account", label: "Profile", icon: "user" },
  { to: "/account/emails", label: "E-mail addresses", icon: "mail" },
  { to: "/account/security", label: "Security", icon: "shield" },
  { to: "/account/sessions", label: "Sessions", icon: "device" },
  { to: "/account/api-keys", label: "API keys", icon: "key" },
  { to: "/account/connections", label: "Connections", icon: "link" }
]

/** The navigation beside the pages of the account. */
export const AccountLayout = ({ isGuest }: { readonly isGuest: boolean }) => (
  <div className="with-sidebar">
    <Sidebar />
    <div className="page">
      {isGuest && <GuestNotice />}
      <Suspense fallback={<Skeleton kind="block" rows={2} />}>
        <Outlet />
      </Suspense>
    </div>
  </div>
)

const Sidebar = () => {
  const { pathname } = useLocation()
  const nav = useRef<HTMLElement>(null)
  // Where it is narrow it scrolls, and the current page may be out of sight.
  useEffect(() => {
    nav.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" })
  }, [pathname])
  return (
    <nav ref={nav} className="sidebar" aria-label="Account">
      {pages.map(({ icon, label, to }) => (
        <NavLink key={to} to={to} end>
          <Icon name={icon} />
          {label}
        </NavLink>
      ))}
    </nav>
  )
}

/** Everywhere but on the page that it leads to. */
const GuestNotice = () => {
  const { pathname } = useLocation()
  if (pathname === pages[0]?.to) return null
  return (
    <Notice tone="warning" title="You are here as a guest">
      <p>
        When you sign out, there is no way back to this account. <Link to="/account">Keep it</Link> with an e-mail
        address and a password.
      </p>
    </Notice>
  )
}
