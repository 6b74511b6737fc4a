import type { Ids } from "gatefold"
import { Link } from "react-router"
import { Badge } from "#screens/components/Badge"
import { Button } from "#screens/components/Button"
import { SelectField } from "#screens/components/SelectField"
import { onSubmit, readText } from "#screens/lib/form"
import { Failure } from "../../components/Failure.tsx"
import { Loaded } from "../../components/Loaded.tsx"
import { useProject } from "../../lib/Project.tsx"
import { useAct } from "../../lib/useAct.ts"
import { useRead } from "../../lib/useRead.ts"

export interface GrantsProps {
  readonly userId: Ids.UserId
  /** Omit it for project permissions. */
  readonly teamId?: Ids.TeamId
}

/** Grants and revokes permissions of a user. */
export const Grants = ({ teamId, userId }: GrantsProps) => {
  const { app, to } = useProject()
  const act = useAct()
  const scope = { userId, ...(teamId !== undefined && { teamId }) }
  const read = useRead(`grants ${userId} ${teamId}`, async (signal) => {
    const [held, direct, definitions] = await Promise.all([
      app.permissions.list(scope, { signal }),
      app.permissions.list({ ...scope, recursive: false }, { signal }),
      app.permissionDefinitions.list(teamId === undefined ? "project" : "team", { signal })
    ])
    const directIds = new Set<string>(direct.map(({ id }) => id))
    return {
      direct: [...directIds],
      contained: held.map(({ id }): string => id).filter((id) => !directIds.has(id)),
      others: definitions.map(({ id }): string => id).filter((id) => !directIds.has(id))
    }
  })
  return (
    <Loaded read={read}>
      {({ contained, direct, others }) => (
        <>
          <Failure error={act.error} />
          {direct.length === 0 ? (
            <p className="gf-muted gf-small">
              {others.length > 0 ? (
                "No permissions yet. Grant the first one below."
              ) : (
                <>
                  Nothing to grant yet. <Link to={to("permissions?scope=project")}>Define a project permission</Link>{" "}
                  first.
                </>
              )}
            </p>
          ) : (
            <ul className="chips">
              {direct.map((id) => (
                <li key={id} className="chip">
                  <code>{id}</code>
                  <button
                    type="button"
                    aria-label={`Revoke ${id}`}
                    disabled={act.isPending}
                    onClick={() => void act.run(() => app.permissions.revoke({ ...scope, permissionId: id }))}
                  >
                    ×
                  </button>
                </li>
              ))}
            </ul>
          )}
          {contained.length > 0 && (
            <p className="gf-row gf-small gf-muted">
              Includes:
              {contained.map((id) => (
                <Badge key={id}>{id}</Badge>
              ))}
            </p>
          )}
          {others.length > 0 && (
            <form
              className="gf-inline-form"
              onSubmit={onSubmit(
                (form) =>
                  void act.run(() => app.permissions.grant({ ...scope, permissionId: readText(form, "permission") }))
              )}
            >
              <SelectField label="Grant" name="permission">
                {others.map((id) => (
                  <option key={id}>{id}</option>
                ))}
              </SelectField>
              <Button type="submit" isPending={act.isPending}>
                Grant
              </Button>
            </form>
          )}
        </>
      )}
    </Loaded>
  )
}
