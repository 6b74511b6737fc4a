import { type ReactNode, useEffect, useRef } from "react"
import { pages } from "../lib/pages.ts"
import { useSignOut } from "../lib/useSignOut.ts"
import { useText } from "../text/Text.tsx"
import { Icon } from "./Icon.tsx"
import { Link } from "./Link.tsx"

export interface ShellProps {
  /** The owner of these pages: an `<Identity>`, or a team. */
  readonly subject: ReactNode
  /** The target of the way back. Default: the app. */
  readonly back?: { readonly to: string; readonly label: string } | undefined
  /** The name of the navigation, for screen readers. */
  readonly label: string
  /** A page of the navigation, which is the current one; when it changes, its link scrolls into view. */
  readonly current: string
  /** The links of the navigation. */
  readonly links: ReactNode
  /** Whether to hide the sign-out, with which guests lose their account. */
  readonly isForGuest?: boolean | undefined
  readonly children: ReactNode
}

/** The frame of the pages of an account and of teams: a navigation beside the page, a way back and a way out. */
export const Shell = ({ back, children, current, isForGuest = false, label, links, subject }: ShellProps) => {
  const t = useText()
  const signOut = useSignOut()
  const nav = useRef<HTMLElement>(null)
  // Where it is narrow it scrolls, and the current page may be out of sight.
  useEffect(() => {
    const element = nav.current
    const link = element?.querySelector<HTMLElement>("[aria-current]")
    if (!element || !link) return
    element.scrollLeft = link.offsetLeft - (element.clientWidth - link.offsetWidth) / 2
  }, [current])
  return (
    <div className="gf-with-sidebar">
      <div className="gf-aside">
        <Link className="gf-back" to={back?.to ?? pages.home}>
          <Icon name="chevronBack" />
          {back?.label ?? t.shell.back}
        </Link>
        {subject}
        <nav ref={nav} className="gf-sidebar" aria-label={label}>
          {links}
        </nav>
        {!isForGuest && (
          <button type="button" className="gf-aside-out" onClick={signOut}>
            <Icon name="signOut" />
            {t.common.signOut}
          </button>
        )}
      </div>
      <div className="gf-page">{children}</div>
    </div>
  )
}
