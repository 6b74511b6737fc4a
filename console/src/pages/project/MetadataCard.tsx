import type { Users } from "gatefold/server"
import { useState } from "react"
import { Button } from "#screens/components/Button"
import { Card } from "#screens/components/Card"
import { onSubmit } from "#screens/lib/form"
import { JsonField, messageOfJson } from "../../../../docs/examples/react/src/pages/admin/users/JsonField.tsx"
import { Failure } from "../../components/Failure.tsx"
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

const formatJson = (value: Json): string => (value === null ? "" : JSON.stringify(value, undefined, 2))

/** The form cannot be sent with invalid JSON. */
const parseJson = (text: string): Json => (text.trim() === "" ? null : JSON.parse(text))

interface MetadataFieldProps {
  readonly label: string
  readonly hint: string
  readonly value: string
  readonly onChange: (text: string) => void
}

/** Shows an empty document as one line, and any other in an editor. */
const MetadataField = ({ hint, label, onChange, value }: MetadataFieldProps) => {
  const [isOpen, setOpen] = useState(value !== "")
  if (isOpen) return <JsonField label={label} hint={hint} value={value} onChange={onChange} />
  return (
    <div className="gf-row-between">
      <div>
        <p className="gf-label">{label}</p>
        <p className="gf-muted gf-small">{hint}</p>
      </div>
      <Button aria-label={`Add ${label}`} onClick={() => setOpen(true)}>
        Add
      </Button>
    </div>
  )
}

/** The metadata documents of a user or a team. */
export const MetadataCard = ({ save, values }: MetadataCardProps) => {
  const act = useAct()
  const [client, setClient] = useState(() => formatJson(values.clientMetadata))
  const [readOnly, setReadOnly] = useState(() => formatJson(values.clientReadOnlyMetadata))
  const [server, setServer] = useState(() => formatJson(values.serverMetadata))
  const isChanged =
    client !== formatJson(values.clientMetadata) ||
    readOnly !== formatJson(values.clientReadOnlyMetadata) ||
    server !== formatJson(values.serverMetadata)
  const isWrong = [client, readOnly, server].some((text) => messageOfJson(text) !== undefined)
  const submit = () =>
    act.run(async () => {
      await save({
        clientMetadata: parseJson(client),
        clientReadOnlyMetadata: parseJson(readOnly),
        serverMetadata: parseJson(server)
      })
    }, "Metadata saved.")
  return (
    <Card title="Metadata" description="Data that your app stores here, as JSON. Each document has other readers.">
      <form className="gf-stack" onSubmit={onSubmit(() => void submit())}>
        <MetadataField
          label="Client"
          hint="Clients read and write it. Never base permissions on it."
          value={client}
          onChange={setClient}
        />
        <MetadataField
          label="Client, read-only"
          hint="Clients read it, and only servers write it."
          value={readOnly}
          onChange={setReadOnly}
        />
        <MetadataField label="Server" hint="Only servers read and write it." value={server} onChange={setServer} />
        <Failure error={act.error} />
        <div>
          <Button variant="primary" type="submit" isPending={act.isPending} isOff={!isChanged} disabled={isWrong}>
            Save metadata
          </Button>
        </div>
      </form>
    </Card>
  )
}
