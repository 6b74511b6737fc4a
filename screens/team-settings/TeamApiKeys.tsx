import { ApiKeys } from "gatefold"
import { useAction, useApiKeys } from "gatefold/react"
import { KeysCard } from "../components/KeysCard.tsx"
import { useToast } from "../components/Toaster.tsx"
import type { TeamProps } from "../lib/Team.ts"
import { useText } from "../text/Text.tsx"
import { TabHeader } from "./TabHeader.tsx"

/** Keys with which programs act for a team; for those with `$manage_api_keys`. */
export const TeamApiKeys = ({ team }: TeamProps) => {
  const t = useText()
  const keys = useApiKeys({ teamId: team.id }, { as: "result" })
  const create = useAction(ApiKeys.createForTeam)
  const revoke = useAction(ApiKeys.revoke)
  const tell = useToast()
  return (
    <KeysCard
      header={(create) => <TabHeader title={t.team.apiKeys} description={t.apiKeys.teamHint} actions={create} />}
      keys={keys}
      emptyHint={t.apiKeys.emptyTeamHint}
      create={create}
      onCreate={(key) => void create.run({ ...key, teamId: team.id })}
      revoke={revoke}
      onRevoke={async ({ id }) => {
        const { ok } = await revoke.run({ id, teamId: team.id })
        if (ok) tell(t.apiKeys.wasRevoked)
        return ok
      }}
    />
  )
}
