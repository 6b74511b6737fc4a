import type { ReactNode } from "react"
import { NavLink } from "react-router"
import { Icon } from "#screens/components/Icon"
import type { ActiveFault } from "../../../src/emulator/faults/Faults.ts"
import { Glyph } from "../components/Glyph.tsx"
import { useMailSummaries } from "../lib/activity.ts"
import { call } from "../lib/control.ts"
import { useProjects } from "../lib/Projects.tsx"
import { useCurrentInView } from "../lib/useCurrentInView.ts"
import { useRead } from "../lib/useRead.ts"

interface Item {
  readonly to: string
  readonly label: string
  readonly icon: ReactNode
  readonly count?: number | undefined
}

/** The areas: the traffic and the data of the chosen project, and the emulator as a whole. */
export const Sidebar = () => {
  const { chosen } = useProjects()
  const areas = useCurrentInView()
  const mails = useMailSummaries()
  const faults = useRead("faults", (signal) => call<ReadonlyArray<ActiveFault>>("faults", { signal }))
  const mailCount =
    mails.status === "done"
      ? mails.value.filter(({ projectId }) => projectId === undefined || projectId === chosen).length
      : 0
  const faultCount = faults.status === "done" ? faults.value.length : 0
  const at = (path: string) => `/projects/${chosen}/${path}`
  return (
    <nav className="areas" aria-label="Areas" ref={areas}>
      <div className="areas-groups">
        <Group
          title="Traffic"
          items={[
            { to: at("timeline"), label: "Timeline", icon: <Glyph name="activity" /> },
            { to: at("mailbox"), label: "Mailbox", icon: <Icon name="mail" />, count: mailCount },
            { to: at("requests"), label: "Requests", icon: <Icon name="terminal" /> },
            { to: at("webhooks"), label: "Webhooks", icon: <Glyph name="hook" /> }
          ]}
        />
        <Group
          title="Project"
          items={[
            { to: at("users"), label: "Users", icon: <Icon name="user" /> },
            { to: at("teams"), label: "Teams", icon: <Icon name="team" /> },
            { to: at("permissions"), label: "Permissions", icon: <Icon name="shield" /> },
            { to: at("keys"), label: "API keys", icon: <Icon name="key" /> },
            { to: at("settings"), label: "Settings", icon: <Glyph name="sliders" /> }
          ]}
        />
        <Group
          title="Emulator"
          items={[
            { to: "/identities", label: "Identities", icon: <Glyph name="idBadge" /> },
            { to: "/faults", label: "Faults", icon: <Glyph name="bolt" />, count: faultCount },
            { to: "/clock", label: "Clock", icon: <Glyph name="clock" /> },
            { to: "/state", label: "State", icon: <Glyph name="database" /> }
          ]}
        />
      </div>
    </nav>
  )
}

const Group = ({ items, title }: { readonly title: string; readonly items: ReadonlyArray<Item> }) => (
  <div className="areas-group">
    <p className="areas-title">{title}</p>
    <div className="gf-sidebar">
      {items.map(({ count = 0, icon, label, to }) => (
        <div key={to} className="areas-item">
          <NavLink to={to}>
            {icon}
            {label}
          </NavLink>
          {count > 0 && (
            <span className="areas-count" aria-hidden>
              {count}
            </span>
          )}
        </div>
      ))}
    </div>
  </div>
)
