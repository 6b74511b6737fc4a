import { usePermissions } from "gatefold/react"
import { Badge } from "../components/Badge.tsx"
import { Card } from "../components/Card.tsx"
import { Icon } from "../components/Icon.tsx"
import { describePermission, roles } from "../lib/permissionName.ts"
import type { TeamProps } from "../lib/Team.ts"
import { useText } from "../text/Text.tsx"

/**
 * The user's permissions in a team. The page uses them to show and hide its parts; the service checks every request
 * itself.
 */
export const TeamPermissions = ({ team }: TeamProps) => {
  const t = useText()
  const permissions = usePermissions({ teamId: team.id }).map(({ id }) => id)
  const actions = permissions.filter((id) => !roles.includes(id))
  return (
    <Card
      title={t.team.permissionsTitle}
      description={t.team.permissionsHint}
      actions={permissions
        .filter((id) => roles.includes(id))
        .slice(0, 1)
        .map((id) => (
          <Badge key={id}>{describePermission(t, id)}</Badge>
        ))}
    >
      {actions.length === 0 ? (
        <p className="gf-muted">{t.team.noPermissions}</p>
      ) : (
        <ul className="gf-checks" aria-label={t.team.permissionsHint}>
          {actions.map((id) => (
            <li key={id}>
              <Icon name="check" />
              {describePermission(t, id)}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
