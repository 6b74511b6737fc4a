import { Link, useNavigate } from "react-router"
import { ThemeToggle } from "../../../docs/examples/react/src/layout/ThemeToggle.tsx"
import { Badge } from "#screens/components/Badge"
import { Button } from "#screens/components/Button"
import { CreateProject } from "./CreateProject.tsx"
import { durationText } from "../lib/durations.ts"
import { useProjects } from "../lib/Projects.tsx"
import { useLive } from "../lib/useLive.ts"
import { forgetToken } from "../lib/token.ts"

/** The name, the project, and how the emulator is. */
export const Header = () => {
  const { choose, chosen, projects } = useProjects()
  const { offsetMillis, status } = useLive()
  const navigate = useNavigate()
  const change = (id: string) => {
    choose(id)
    void navigate(`/projects/${id}/users`)
  }
  return (
    <header className="header">
      <Link className="brand" to="/">
        <img src="/favicon.svg" alt="" width="22" height="22" />
        <span>Gatefold</span>
        <span className="brand-console">Console</span>
      </Link>
      <div className="project-switch">
        <select
          className="gf-input"
          aria-label="Project"
          value={chosen}
          onChange={({ currentTarget }) => change(currentTarget.value)}
        >
          {projects.map(({ displayName, id }) => (
            <option key={id} value={id}>
              {displayName === "" ? id : displayName}
            </option>
          ))}
        </select>
        <CreateProject onCreated={change} />
      </div>
      <div className="header-actions">
        {offsetMillis >= 1_000 && (
          <Link className="header-clock" to="/clock">
            <Badge tone="warning">{durationText(offsetMillis)} ahead</Badge>
          </Link>
        )}
        <span className={`connection connection-${status}`} role="status">
          <span className="connection-text">
            {status === "connected" ? "Live" : status === "lost" ? "No connection" : "Connecting"}
          </span>
        </span>
        <ThemeToggle />
        <Button size="small" variant="ghost" onClick={forgetToken}>
          Close
        </Button>
      </div>
    </header>
  )
}
