import { useState } from "react"
import { Link, useLocation, useNavigate } from "react-router"
import { Badge } from "#screens/components/Badge"
import { Button } from "#screens/components/Button"
import { Icon } from "#screens/components/Icon"
import { ThemeToggle } from "../../../docs/examples/react/src/layout/ThemeToggle.tsx"
import { Glyph } from "../components/Glyph.tsx"
import { formatDuration } from "../lib/durations.ts"
import { useProjects } from "../lib/Projects.tsx"
import { forgetToken } from "../lib/token.ts"
import { useLive } from "../lib/useLive.ts"
import { CreateProject } from "./CreateProject.tsx"

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

const statusTexts = { connected: "Live", connecting: "Connecting", lost: "Disconnected" }

/** The area of a path within a project, such as "users": another project opens on the same one. */
const findArea = (pathname: string): string => /^\/projects\/[^/]+\/([^/]+)/.exec(pathname)?.[1] ?? ""

const newProject = "new"

/** The name, the project, the search, and the state of the connection. */
export const Header = ({ onSearch }: { readonly onSearch: () => void }) => {
  const { choose, chosen, projects } = useProjects()
  const { offsetMillis, status } = useLive()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const [isCreating, setCreating] = useState(false)
  const change = (id: string) => {
    choose(id)
    void navigate(`/projects/${id}/${findArea(pathname) || "timeline"}`)
  }
  return (
    <header className="header">
      <Link className="brand" to="/" aria-label="Gatefold console">
        <img src="/favicon.svg" alt="" width="22" height="22" />
        <span className="brand-name">Gatefold</span>
      </Link>
      <div className="project-switch">
        <select
          className="gf-input"
          aria-label="Project"
          value={chosen}
          onChange={({ currentTarget: { value } }) => (value === newProject ? setCreating(true) : change(value))}
        >
          {projects.map(({ displayName, id }) => (
            <option key={id} value={id}>
              {displayName === "" ? id : displayName}
            </option>
          ))}
          <option value={newProject}>New project…</option>
        </select>
      </div>
      {isCreating && <CreateProject onCreated={change} onClose={() => setCreating(false)} />}
      <button
        type="button"
        className="palette-button"
        aria-keyshortcuts={isMac ? "Meta+K" : "Control+K"}
        onClick={onSearch}
      >
        <Glyph name="search" />
        <span className="palette-text">Search or run an action</span>
        <kbd aria-hidden>{isMac ? "⌘" : "Ctrl"} K</kbd>
      </button>
      <div className="header-actions">
        {offsetMillis >= 1_000 && (
          <Link className="header-clock" to="/clock">
            <Badge tone="warning">{formatDuration(offsetMillis)} ahead</Badge>
          </Link>
        )}
        <span className={`connection connection-${status}`} role="status">
          <span className="connection-text">{statusTexts[status]}</span>
        </span>
        <ThemeToggle />
        <Button
          size="icon"
          variant="ghost"
          aria-label="Lock the console"
          title="Lock the console"
          onClick={forgetToken}
        >
          <Icon name="lock" />
        </Button>
      </div>
    </header>
  )
}
