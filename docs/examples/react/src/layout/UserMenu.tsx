import type { CurrentUser } from "gatefold"
import { useEffect, useRef, useState } from "react"
import { Link } from "react-router"
import { Avatar } from "../components/Avatar.tsx"
import { Icon } from "../components/Icon.tsx"
import { nameOf } from "../lib/nameOf.ts"
import { useSignOut } from "../lib/useSignOut.ts"

/** The user's picture, which opens the way to the account and out. */
export const UserMenu = ({ user }: { readonly user: CurrentUser.CurrentUser }) => {
  const [isOpen, setOpen] = useState(false)
  const menu = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const signOut = useSignOut()
  useEffect(() => {
    if (!isOpen) return
    const closeOutside = ({ target }: Event) => {
      if (!(target instanceof Node) || menu.current?.contains(target) !== true) setOpen(false)
    }
    const closeByKey = ({ key }: KeyboardEvent) => {
      if (key !== "Escape") return
      setOpen(false)
      button.current?.focus()
    }
    document.addEventListener("pointerdown", closeOutside)
    document.addEventListener("focusin", closeOutside)
    document.addEventListener("keydown", closeByKey)
    return () => {
      document.removeEventListener("pointerdown", closeOutside)
      document.removeEventListener("focusin", closeOutside)
      document.removeEventListener("keydown", closeByKey)
    }
  }, [isOpen])
  return (
    <div className="menu" ref={menu}>
      <button
        ref={button}
        type="button"
        className="user-button"
        aria-label="Your account"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Avatar name={nameOf(user)} image={user.profileImageUrl} />
      </button>
      {isOpen && (
        <div className="menu-popup">
          <div className="menu-heading">
            <strong className="truncate">{nameOf(user)}</strong>
            <span className="muted small truncate">{user.primaryEmail ?? "No e-mail address"}</span>
          </div>
          <Link to="/account" onClick={() => setOpen(false)}>
            <Icon name="user" /> Account settings
          </Link>
          <Link to="/teams" onClick={() => setOpen(false)}>
            <Icon name="team" /> Teams
          </Link>
          <button type="button" onClick={signOut}>
            <Icon name="signOut" /> Sign out
          </button>
        </div>
      )}
    </div>
  )
}
