import { useAction } from "gatefold/react"
import { useState } from "react"
import { Button } from "#screens/components/Button"
import { Card } from "#screens/components/Card"
import { FormError } from "#screens/components/FormError"
import { useToast } from "#screens/components/Toaster"
import { onSubmit } from "#screens/lib/form"
import type { Metadata, UserDetails } from "../../../../../backend/AdminUsersContract.ts"
import * as Admin from "../Admin.ts"
import { JsonField, messageOfJson } from "./JsonField.tsx"

type Texts = Readonly<Record<keyof Metadata, string>>

const fields = [
  ["client", "Client metadata", "The user reads and writes it."],
  ["clientReadOnly", "Client read-only metadata", "The user reads it, and only your server writes it."],
  ["server", "Server metadata", "Only your server sees it."]
] as const

const textOf = (value: Metadata["client"]): string => (value === null ? "" : JSON.stringify(value, null, 2))

const textsOf = ({ client, clientReadOnly, server }: Metadata): Texts => ({
  client: textOf(client),
  clientReadOnly: textOf(clientReadOnly),
  server: textOf(server)
})

const valueOf = (text: string): Metadata["client"] => (text.trim() === "" ? null : JSON.parse(text))

/** The app's data about a user. */
export const UserMetadata = ({ details: { metadata, user } }: { readonly details: UserDetails }) => {
  const update = useAction(Admin.updateUser)
  const tell = useToast()
  const [texts, setTexts] = useState(() => textsOf(metadata))
  const isWrong = Object.values(texts).some((text) => messageOfJson(text) !== undefined)
  const run = async () => {
    if (isWrong) return
    const { client, clientReadOnly, server } = texts
    const values = { client: valueOf(client), clientReadOnly: valueOf(clientReadOnly), server: valueOf(server) }
    const result = await update.run({ userId: user.id, metadata: values })
    if (!result.ok) return
    setTexts(textsOf(result.value.metadata))
    tell("The metadata was changed.")
  }
  return (
    <Card title="Metadata" description="Any JSON. Leave a field empty for no value.">
      <form className="gf-stack" onSubmit={onSubmit(() => void run())}>
        <FormError error={update.error} />
        {fields.map(([name, label, hint]) => (
          <JsonField
            key={name}
            label={label}
            hint={hint}
            value={texts[name]}
            onChange={(value) => setTexts({ ...texts, [name]: value })}
          />
        ))}
        <div>
          <Button type="submit" variant="primary" disabled={isWrong} isPending={update.isPending}>
            Save
          </Button>
        </div>
      </form>
    </Card>
  )
}
