import { ApiKeys } from "gatefold"
import { useAction, useApiKeys, useProject } from "gatefold/react"
import { Card } from "../../components/Card.tsx"
import { Empty } from "../../components/Empty.tsx"
import { KeysCard } from "../../components/KeysCard.tsx"
import { useToast } from "../../components/Toaster.tsx"
import { useText } from "../../text/Text.tsx"
import { PartHeader } from "../PartHeader.tsx"

export const ApiKeysPage = () => {
  const t = useText()
  const { allowUserApiKeys } = useProject().config
  return allowUserApiKeys ? (
    <Keys />
  ) : (
    <>
      <PartHeader name="apiKeys" />
      <Card label={t.apiKeys.title}>
        <Empty icon="key" title={t.apiKeys.notEnabledTitle}>
          {t.apiKeys.notEnabled}
        </Empty>
      </Card>
    </>
  )
}

const Keys = () => {
  const t = useText()
  const keys = useApiKeys({}, { as: "result" })
  const create = useAction(ApiKeys.create)
  const revoke = useAction(ApiKeys.revoke)
  const tell = useToast()
  return (
    <KeysCard
      header={(create) => <PartHeader name="apiKeys" actions={create} />}
      keys={keys}
      emptyHint={t.apiKeys.emptyHint}
      create={create}
      onCreate={(key) => void create.run(key)}
      revoke={revoke}
      onRevoke={async ({ id }) => {
        const { ok } = await revoke.run({ id })
        if (ok) tell(t.apiKeys.wasRevoked)
        return ok
      }}
    />
  )
}
