import { usePermissions } from "gatefold/react"
import { Badge } from "../components/Badge.tsx"
import { Card } from "../components/Card.tsx"
import { Loaded } from "../components/Loaded.tsx"
import type { TeamProps } from "../lib/Team.ts"

/** What the user may do in a team. The page shows and hides its parts by this; the service decides for itself. */
export const TeamPermissions = ({ team }: TeamProps) => {
  const permissions = usePermissions({ teamId: team.id }, { as: "result" })
  return (
    <Card title="Your permissions" description="Those that others contain are among them.">
      <Loaded read={permissions} rows={1}>
        {(permissions) =>
          permissions.length === 0 ? (
            <p className="gf-muted">None.</p>
          ) : (
            <ul className="gf-row" aria-label="Your permissions in this team">
              {permissions.map(({ id }) => (
                <li key={id}>
                  <Badge>
                    <span className="gf-mono">{id}</span>
                  </Badge>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  )
}
