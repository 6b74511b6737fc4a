import { type Ids, reveal } from "gatefold"
import { useState } from "react"
import { Link } from "react-router"
import { Card } from "#screens/components/Card"
import { Empty } from "#screens/components/Empty"
import { Field } from "#screens/components/Field"
import { SecretOnce } from "#screens/components/SecretOnce"
import { readText } from "#screens/lib/form"
import { DialogButton } from "../../components/DialogButton.tsx"
import { Loaded } from "../../components/Loaded.tsx"
import { When } from "../../components/When.tsx"
import { useProject } from "../../lib/Project.tsx"
import { useRead } from "../../lib/useRead.ts"
import { KeyTable } from "./KeyTable.tsx"

/** The owner of the keys. */
export type KeyOwner = { readonly userId: Ids.UserId } | { readonly teamId: Ids.TeamId }

const isOff = (error: unknown): boolean =>
  error instanceof Error &&
  "_tag" in error &&
  (error._tag === "UserApiKeysNotEnabled" || error._tag === "TeamApiKeysNotEnabled")

/** The API keys of a user or of a team. */
export const ApiKeys = ({ owner }: { readonly owner: KeyOwner }) => {
  const { app, to } = useProject()
  const [value, setValue] = useState<string>()
  const about = "teamId" in owner ? owner.teamId : owner.userId
  const read = useRead(`api keys ${about}`, async (signal) =>
    "teamId" in owner
      ? (await app.apiKeys.listOfTeam(owner.teamId, { signal })).map((key) => ({ ...key, ref: key }))
      : (await app.apiKeys.listOfUser(owner.userId, { signal })).map((key) => ({ ...key, ref: { id: key.id } }))
  )
  // A setting of the project, not a failure.
  if (read.status === "failed" && isOff(read.error)) {
    return (
      <Card title="API keys" description="Programs use them to call your API.">
        <Empty title="API keys are off" action={<Link to={to("settings")}>Open the settings</Link>}>
          {"teamId" in owner ? "Turn on “Team API keys” to create some." : "Turn on “User API keys” to create some."}
        </Empty>
      </Card>
    )
  }
  const create = async (form: FormData) => {
    const key = { description: readText(form, "description"), expiresAt: null }
    const created =
      "teamId" in owner
        ? await app.apiKeys.createForTeam({ ...key, teamId: owner.teamId })
        : await app.apiKeys.createForUser({ ...key, userId: owner.userId })
    setValue(reveal(created.value))
  }
  return (
    <Card
      title="API keys"
      description="Programs use them to call your API."
      actions={
        <DialogButton button="Create key" size="small" title="Create API key" submit="Create key" act={create}>
          <Field label="Description" name="description" required autoFocus autoComplete="off" />
        </DialogButton>
      }
    >
      {value !== undefined && <SecretOnce what="API key" secret={value} />}
      <Loaded read={read}>
        {(keys) =>
          keys.length === 0 ? (
            <Empty title="No API keys yet">
              Create one to call your API as this {"teamId" in owner ? "team" : "user"}.
            </Empty>
          ) : (
            <KeyTable<(typeof keys)[number]>
              label="API keys"
              param="keys"
              keys={keys}
              noun="key"
              keyLabel="Key"
              showKey={({ value }) => <code>…{value.lastFour}</code>}
              initialSort="-created"
              more={[
                {
                  id: "expires",
                  label: "Expires",
                  isMinor: true,
                  by: ({ expiresAt }) => Number(expiresAt ?? Infinity),
                  cell: ({ expiresAt }) => (expiresAt === undefined ? "Never" : <When at={expiresAt} />)
                }
              ]}
              revoke={({ ref }) => app.apiKeys.revoke(ref)}
              consequence="Programs that use this key can no longer call your API."
            />
          )
        }
      </Loaded>
    </Card>
  )
}
