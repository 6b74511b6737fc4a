import { ApiKey, type ApiKeys } from "gatefold"
import type { ResourceResult } from "gatefold/react"
import { type ReactNode, useState } from "react"
import type { AppFailure } from "../lib/AppFailure.ts"
import { useText } from "../text/Text.tsx"
import { Button } from "./Button.tsx"
import { Card } from "./Card.tsx"
import { ConfirmDialog } from "./ConfirmDialog.tsx"
import { Empty } from "./Empty.tsx"
import { Icon } from "./Icon.tsx"
import { KeyRow } from "./KeyRow.tsx"
import { Loaded } from "./Loaded.tsx"
import { NewKeyDialog, type NewKeyDialogProps } from "./NewKeyDialog.tsx"
import { Skeleton } from "./Skeleton.tsx"

/** An action for the card: its state, and what starts it over. */
interface State {
  readonly isPending: boolean
  readonly error: AppFailure | undefined
  readonly reset: () => void
}

export interface KeysCardProps {
  readonly keys: ResourceResult<ReadonlyArray<ApiKey.ApiKey>, AppFailure>
  /** The heading of the page, with the button for a new key. */
  readonly header: (create: ReactNode) => ReactNode
  /** Says what a key is for. */
  readonly emptyHint: string
  readonly create: State & { readonly value: NewKeyDialogProps["created"] }
  readonly onCreate: (key: ApiKeys.NewApiKey) => void
  readonly revoke: State
  /** Returns whether the key was revoked. */
  readonly onRevoke: (key: ApiKey.ApiKey) => Promise<boolean>
}

const sortUsableFirst = (keys: ReadonlyArray<ApiKey.ApiKey>) => {
  const rank = (key: ApiKey.ApiKey) => (ApiKey.whyInvalid(key, new Date()) === null ? 0 : 1)
  return [...keys].sort((a, b) => rank(a) - rank(b))
}

/** API keys of a user or of a team, with a dialog for a new one. */
export const KeysCard = ({ create, emptyHint, header, keys, onCreate, onRevoke, revoke }: KeysCardProps) => {
  const t = useText()
  const [isCreating, setCreating] = useState(false)
  const [revoking, setRevoking] = useState<ApiKey.ApiKey>()
  const closeCreate = () => {
    setCreating(false)
    // Drops the created key, so that it cannot be shown again.
    create.reset()
  }
  const closeRevoke = () => {
    setRevoking(undefined)
    revoke.reset()
  }
  const button = (
    <Button size="small" variant="primary" onClick={() => setCreating(true)}>
      <Icon name="plus" />
      {t.apiKeys.create}
    </Button>
  )
  return (
    <>
      {header(keys.value?.length === 0 ? <span className="gf-card-room" /> : button)}
      <Card
        label={t.apiKeys.title}
        footer={keys.value === undefined || keys.value.length === 0 ? undefined : t.apiKeys.note}
      >
        <Loaded read={keys} loading={<Skeleton kind="item" rows={3} />}>
          {(keys) =>
            keys.length === 0 ? (
              <Empty icon="key" title={t.apiKeys.emptyTitle} action={button}>
                {emptyHint}
              </Empty>
            ) : (
              <ul className="gf-rows" aria-label={t.apiKeys.title}>
                {sortUsableFirst(keys).map((key) => (
                  <KeyRow key={key.id} apiKey={key} onRevoke={() => setRevoking(key)} />
                ))}
              </ul>
            )
          }
        </Loaded>
        {isCreating && (
          <NewKeyDialog
            created={create.value}
            isPending={create.isPending}
            error={create.error}
            onCreate={onCreate}
            onClose={closeCreate}
          />
        )}
        {revoking !== undefined && (
          <ConfirmDialog
            title={t.apiKeys.revokeTitle({ key: revoking.description })}
            confirm={t.apiKeys.revokeSubmit}
            isPending={revoke.isPending}
            error={revoke.error}
            onConfirm={() => void onRevoke(revoking).then((isDone) => (isDone ? closeRevoke() : undefined))}
            onClose={closeRevoke}
          >
            {t.apiKeys.revokeHint}
          </ConfirmDialog>
        )}
      </Card>
    </>
  )
}
