import { reveal } from "gatefold"
import { useState } from "react"
import { Card } from "#screens/components/Card"
import { CheckField } from "#screens/components/CheckField"
import { Empty } from "#screens/components/Empty"
import { Field } from "#screens/components/Field"
import { readText } from "#screens/lib/form"
import { DialogButton } from "../../components/DialogButton.tsx"
import { Loaded } from "../../components/Loaded.tsx"
import { Page } from "../../components/Page.tsx"
import { Pre } from "../../components/Pre.tsx"
import { Secret } from "../../components/Secret.tsx"
import { day } from "../../lib/durations.ts"
import { isChecked } from "../../lib/forms.ts"
import { useProject } from "../../lib/Project.tsx"
import { useRead } from "../../lib/useRead.ts"
import { KeyTable } from "./KeyTable.tsx"

/** The keys that apps use to call the service. */
export const KeysPage = () => {
  const { id } = useProject()
  return (
    <Page title="API keys" description="Your app and your servers use them to call this project.">
      <Card title="Connection">
        <div className="gf-stack-tight">
          <p className="gf-label">API URL</p>
          <Secret text={location.origin} what="API URL" />
        </div>
        <div className="gf-stack-tight">
          <p className="gf-label">Project ID</p>
          <Secret text={id} what="project ID" />
        </div>
      </Card>
      <KeySets />
    </Page>
  )
}

const kinds = [
  { name: "publishableClientKey", variable: "PUBLISHABLE_CLIENT_KEY", label: "Client", prefix: "pck_" },
  { name: "secretServerKey", variable: "SECRET_SERVER_KEY", label: "Server", prefix: "ssk_" },
  { name: "superSecretAdminKey", variable: "SUPER_SECRET_ADMIN_KEY", label: "Admin", prefix: "sak_" }
] as const

type KeySet = Awaited<ReturnType<ReturnType<typeof useProject>["app"]["internalApiKeys"]["list"]>>[number]

/** The kinds of keys in a set, such as "Client, Server". */
const listKeys = (set: KeySet): string =>
  kinds
    .filter(({ name }) => set[name] !== undefined)
    .map(({ label }) => label)
    .join(", ")

const KeyCodes = ({ set }: { readonly set: KeySet }) => (
  <span className="gf-row">
    {kinds.map(({ label, name, prefix }) => {
      const key = set[name]
      return key === undefined ? null : (
        <code key={name} title={`${label} key`}>
          {prefix}…{key.lastFour}
        </code>
      )
    })}
  </span>
)

const KeySets = () => {
  const { app, id } = useProject()
  const [env, setEnv] = useState<string>()
  const read = useRead(`key sets ${id}`, (signal) => app.internalApiKeys.list({ signal }))
  const create = async (form: FormData) => {
    const created = await app.internalApiKeys.create({
      description: readText(form, "description"),
      expiresAt: new Date(Date.now() + 3650 * day),
      hasPublishableClientKey: isChecked(form, "publishableClientKey"),
      hasSecretServerKey: isChecked(form, "secretServerKey"),
      hasSuperSecretAdminKey: isChecked(form, "superSecretAdminKey")
    })
    const lines = kinds.flatMap(({ name, variable }) => {
      const key = created[name]
      return key === undefined ? [] : [`STACK_${variable}=${typeof key === "string" ? key : reveal(key)}`]
    })
    setEnv([`STACK_API_URL=${location.origin}`, `STACK_PROJECT_ID=${id}`, ...lines].join("\n"))
  }
  return (
    <Card
      title="Key sets"
      description="Copy new keys at once: the emulator stores only their hashes."
      actions={
        <DialogButton
          button="Create keys"
          size="small"
          title="Create keys"
          submit="Create keys"
          done="Keys created. Copy them now."
          act={create}
        >
          <Field label="Description" name="description" required autoFocus autoComplete="off" />
          {kinds.map(({ label, name, prefix }) => (
            <CheckField key={name} label={`${label} key (${prefix}…)`} name={name} defaultChecked />
          ))}
        </DialogButton>
      }
    >
      {env !== undefined && <Pre text={env} what="environment variables" />}
      <Loaded read={read}>
        {(sets) =>
          sets.length === 0 ? (
            <Empty title="No keys yet">Create keys, then copy the environment variables into your app.</Empty>
          ) : (
            <KeyTable
              label="Key sets"
              keys={sets}
              noun="keys"
              keyLabel="Keys"
              showKey={(set, { isBrief }) => (isBrief ? listKeys(set) : <KeyCodes set={set} />)}
              revoke={({ id }) => app.internalApiKeys.revoke(id)}
              consequence="Apps and servers that use these keys can no longer call this project."
            />
          )
        }
      </Loaded>
    </Card>
  )
}
