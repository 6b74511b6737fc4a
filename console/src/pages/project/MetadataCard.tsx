import { useState } from "react"
import { JsonField } from "../../../../docs/examples/react/src/pages/admin/users/JsonField.tsx"
import type { Users } from "gatefold/server"
import { Button } from "#screens/components/Button"
import { Card } from "#screens/components/Card"
import { onSubmit } from "#screens/lib/form"
import { Failure } from "../../components/Failure.tsx"
import { jsonOf } from "../../lib/forms.ts"
import { useAct } from "../../lib/useAct.ts"

type Json = Users.ServerUser["serverMetadata"]

interface Documents {
  readonly clientMetadata: Json
  readonly clientReadOnlyMetadata: Json
  readonly serverMetadata: Json
}

export interface MetadataCardProps {
  readonly values: Documents
  readonly save: (values: Documents) => Promise<unknown>
}

const textOf = (value: Json): string => (value === null ? "" : JSON.stringify(value, undefined, 2))

/** The metadata documents of a user or a team. */
export const MetadataCard = ({ save, values }: MetadataCardProps) => {
  const act = useAct()
  const [client, setClient] = useState(() => textOf(values.clientMetadata))
  const [readOnly, setReadOnly] = useState(() => textOf(values.clientReadOnlyMetadata))
  const [server, setServer] = useState(() => textOf(values.serverMetadata))
  const submit = () =>
    act.run(async () => {
      // Everything that `JSON.parse` returns is JSON.
      const [clientMetadata, clientReadOnlyMetadata, serverMetadata] = [client, readOnly, server].map(
        (text) => jsonOf(text) as Json
      ) as [Json, Json, Json]
      await save({ clientMetadata, clientReadOnlyMetadata, serverMetadata })
    }, "Metadata saved.")
  return (
    <Card title="Metadata" description="JSON documents of your app. An empty field is null.">
      <form className="gf-stack" onSubmit={onSubmit(() => void submit())}>
        <JsonField label="Client" hint="Clients can read and write it." value={client} onChange={setClient} />
        <JsonField label="Client, read-only" hint="Clients can read it." value={readOnly} onChange={setReadOnly} />
        <JsonField label="Server" hint="Only servers can read it." value={server} onChange={setServer} />
        <Failure error={act.error} />
        <div>
          <Button variant="primary" type="submit" isPending={act.isPending}>
            Save metadata
          </Button>
        </div>
      </form>
    </Card>
  )
}
