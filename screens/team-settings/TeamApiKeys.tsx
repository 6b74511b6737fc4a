import { ApiKeys, reveal } from "gatefold"
import { useAction, useApiKeys } from "gatefold/react"
import { Card } from "../components/Card.tsx"
import { FormError } from "../components/FormError.tsx"
import { Loaded } from "../components/Loaded.tsx"
import { SecretOnce } from "../components/SecretOnce.tsx"
import { ApiKeyForm } from "./ApiKeyForm.tsx"
import { ApiKeyList } from "./ApiKeyList.tsx"
import type { TeamProps } from "../lib/Team.ts"

/** Keys with which programs act for a team; for those with `$manage_api_keys`. */
export const TeamApiKeys = ({ team }: TeamProps) => {
  const keys = useApiKeys({ teamId: team.id }, { as: "result" })
  const create = useAction(ApiKeys.createForTeam)
  const revoke = useAction(ApiKeys.revoke)
  return (
    <Card title="API keys" description="Programs use them to act for the team.">
      <FormError error={create.error} />
      <ApiKeyForm
        isPending={create.isPending}
        onCreate={async (key) => (await create.run({ ...key, teamId: team.id })).ok}
      />
      {create.data !== undefined && <SecretOnce what="API key" secret={reveal(create.data.value)} />}
      <FormError error={revoke.error} />
      <Loaded read={keys} rows={1}>
        {(keys) => (
          <ApiKeyList
            keys={keys}
            isPending={revoke.isPending}
            onRevoke={({ id }) => void revoke.run({ id, teamId: team.id })}
          />
        )}
      </Loaded>
    </Card>
  )
}
