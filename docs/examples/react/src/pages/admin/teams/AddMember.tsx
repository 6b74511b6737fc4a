import { useAction, useResource } from "gatefold/react"
import { useState } from "react"
import { Button } from "#screens/components/Button"
import { FormError } from "#screens/components/FormError"
import { Loaded } from "#screens/components/Loaded"
import type { Team } from "../../../../../backend/AdminTeamsContract.ts"
import type { User } from "../../../../../backend/AdminUsersContract.ts"
import { useKept } from "../../../lib/useKept.ts"
import * as Admin from "../Admin.ts"
import { userName } from "../users/userName.ts"
import { UserSearch } from "../users/UserSearch.tsx"

export interface AddMemberProps {
  readonly team: Team
  readonly memberIds: ReadonlyArray<User["id"]>
}

/** Searches for users, and adds them to a team. */
export const AddMember = ({ memberIds, team }: AddMemberProps) => {
  const [query, setQuery] = useState("")
  const add = useAction(Admin.addTeamMember)
  return (
    <div className="gf-stack">
      <UserSearch label="Add member" query={query} onSearch={setQuery} />
      <FormError error={add.error} />
      {query !== "" && (
        <Matches
          query={query}
          memberIds={memberIds}
          isPending={add.isPending}
          onAdd={(userId) => void add.run({ teamId: team.id, userId })}
        />
      )}
    </div>
  )
}

interface MatchesProps {
  readonly query: string
  readonly memberIds: ReadonlyArray<User["id"]>
  readonly isPending: boolean
  readonly onAdd: (userId: User["id"]) => void
}

const Matches = ({ isPending, memberIds, onAdd, query }: MatchesProps) => {
  const found = useKept(
    useResource(Admin.listUsers, { query, limit: 5, orderBy: "signedUpAt", desc: true }, { as: "result" })
  )
  return (
    <Loaded read={found} rows={2}>
      {({ items }) =>
        items.length === 0 ? (
          <p className="gf-muted">No user's name, email or ID contains this.</p>
        ) : (
          <ul className="gf-list" aria-label="Users found" aria-busy={found.isOld}>
            {items.map((user) => (
              <li key={user.id}>
                <span className="gf-list-main">
                  {userName(user)}
                  {user.displayName !== null && <span className="gf-muted gf-small">{user.primaryEmail}</span>}
                </span>
                {memberIds.includes(user.id) ? (
                  <span className="gf-muted gf-small">Is a member</span>
                ) : (
                  <Button
                    size="small"
                    isPending={isPending}
                    aria-label={`Add ${userName(user)}`}
                    onClick={() => onAdd(user.id)}
                  >
                    Add
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  )
}
