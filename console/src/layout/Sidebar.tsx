import { useEffect, useRef } from "react"
import { NavLink, useLocation } from "react-router"
import { Icon, type IconName } from "#screens/components/Icon"
import { useProjects } from "../lib/Projects.tsx"

interface Item {
  readonly to: string
  readonly label: string
  readonly icon: IconName
}

const ofProject = (id: string): ReadonlyArray<Item> => [
  { to: `/projects/${id}/users`, label: "Users", icon: "user" },
  { to: `/projects/${id}/teams`, label: "Teams", icon: "team" },
  { to: `/projects/${id}/permissions`, label: "Permissions", icon: "shield" },
  { to: `/projects/${id}/keys`, label: "API keys", icon: "key" },
  { to: `/projects/${id}/settings`, label: "Settings", icon: "panel" }
]

const ofEmulator: ReadonlyArray<Item> = [
  { to: "/mailbox", label: "Mailbox", icon: "mail" },
  { to: "/requests", label: "Requests", icon: "terminal" },
  { to: "/identities", label: "Identities", icon: "lock" },
  { to: "/faults", label: "Faults", icon: "alert" },
  { to: "/webhooks", label: "Webhooks", icon: "link" },
  { to: "/clock", label: "Clock", icon: "sun" },
  { to: "/state", label: "State", icon: "device" }
]

/** The areas: of the chosen project, and of the emulator as a whole. */
export const Sidebar = () => {
  const { chosen } = useProjects()
  const { pathname } = useLocation()
  const areas = useRef<HTMLElement>(null)
  // on a phone they are one line, of which a part is in sight
  useEffect(() => {
    areas.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" })
  }, [pathname])
  return (
    <nav className="areas" aria-label="Areas" ref={areas}>
      <div className="areas-groups">
        <Group title="Project" items={ofProject(chosen)} />
        <Group title="Emulator" items={ofEmulator} />
      </div>
    </nav>
  )
}

const Group = ({ items, title }: { readonly title: string; readonly items: ReadonlyArray<Item> }) => (
  <div className="areas-group">
    <p className="areas-title">{title}</p>
    <div className="gf-sidebar">
      {items.map(({ icon, label, to }) => (
        <NavLink key={to} to={to}>
          <Icon name={icon} />
          {label}
        </NavLink>
      ))}
    </div>
  </div>
)
