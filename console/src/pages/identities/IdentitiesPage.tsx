import { Avatar } from "#screens/components/Avatar"
import { Badge } from "#screens/components/Badge"
import { Empty } from "#screens/components/Empty"
import { ProviderIcon } from "#screens/components/ProviderIcon"
import { readText } from "#screens/lib/form"
import { formatProvider } from "#screens/lib/providers"
import { ActButton } from "../../components/ActButton.tsx"
import { type Column, DataTable } from "../../components/DataTable.tsx"
import { DialogButton } from "../../components/DialogButton.tsx"
import { Failure } from "../../components/Failure.tsx"
import { Loaded } from "../../components/Loaded.tsx"
import { Page } from "../../components/Page.tsx"
import { RowActions } from "../../components/RowActions.tsx"
import { Search } from "../../components/Search.tsx"
import { Teach } from "../../components/Teach.tsx"
import { call } from "../../lib/control.ts"
import { useAct } from "../../lib/useAct.ts"
import { useQuery } from "../../lib/useQuery.ts"
import { useRead } from "../../lib/useRead.ts"
import { Answers } from "./Answers.tsx"
import { type Identity, parseIdentity } from "./identity.ts"
import { IdentityFields, ProviderField } from "./IdentityFields.tsx"
import { addSamplePeople } from "./samplePeople.ts"

/** The people at the built-in identity provider, and how it answers sign-ins. */
export const IdentitiesPage = () => {
  const [query, search] = useQuery("q")
  const read = useRead("identities", (signal) => call<ReadonlyArray<Identity>>("identities", { signal }))
  const count = read.status === "done" ? read.value.length : 0
  return (
    <Page
      title="Identities"
      count={count > 0 ? count : undefined}
      description="Accounts at Google, GitHub and the other providers, which the emulator simulates."
      actions={<NewIdentity />}
      tools={count > 0 && <Search label="Filter identities" value={query} onChange={search} />}
    >
      <Loaded read={read}>
        {(identities) => {
          const term = query.trim().toLowerCase()
          const matches = identities.filter((identity) =>
            `${formatIdentity(identity)} ${identity.email ?? ""} ${identity.provider} ${identity.accountId}`
              .toLowerCase()
              .includes(term)
          )
          return identities.length === 0 ? (
            <NoIdentities />
          ) : (
            <section className="sheet" aria-label="Identities">
              {matches.length === 0 ? (
                <Empty title="No identity found" />
              ) : (
                <DataTable
                  label="Identities"
                  rows={matches}
                  keyOf={({ accountId, provider }) => `${provider} ${accountId}`}
                  initialSort="provider"
                  columns={columns}
                />
              )}
            </section>
          )
        }}
      </Loaded>
      <Answers />
    </Page>
  )
}

const formatIdentity = ({ accountId, displayName }: Identity): string => displayName ?? accountId

const columns: ReadonlyArray<Column<Identity>> = [
  {
    id: "name",
    label: "Name",
    by: formatIdentity,
    cell: (identity) => (
      <span className="cell-user">
        <Avatar name={formatIdentity(identity)} image={identity.profileImageUrl} />
        <span className="gf-list-main">
          <span className="gf-truncate">{formatIdentity(identity)}</span>
          <span className="gf-muted gf-small gf-truncate">
            <span className="only-phone">{formatProvider(identity.provider)} · </span>
            {identity.email ?? "No email address"}
          </span>
        </span>
      </span>
    )
  },
  {
    id: "provider",
    label: "Provider",
    isMinor: true,
    by: ({ provider }) => formatProvider(provider),
    cell: ({ provider }) => (
      <span className="cell-provider">
        <ProviderIcon provider={provider} />
        {formatProvider(provider)}
      </span>
    )
  },
  {
    id: "verified",
    label: "Email",
    isMinor: true,
    by: ({ emailVerified }) => Number(emailVerified),
    cell: ({ email, emailVerified }) =>
      email === null ? (
        <Badge>None</Badge>
      ) : emailVerified ? (
        <Badge tone="success">Verified</Badge>
      ) : (
        <Badge tone="warning">Not verified</Badge>
      )
  },
  {
    id: "actions",
    label: "",
    cell: (identity) => (
      <RowActions
        what={formatIdentity(identity)}
        actions={[
          {
            icon: "pencil",
            label: "Edit",
            title: "Edit identity",
            submit: "Save",
            act: (form) =>
              call("identities", {
                method: "POST",
                body: { provider: identity.provider, ...parseIdentity(form), accountId: identity.accountId }
              }),
            children: <IdentityFields identity={identity} />
          },
          {
            icon: "trash",
            label: "Delete",
            title: `Delete ${formatIdentity(identity)}?`,
            submit: "Delete identity",
            tone: "danger",
            done: "Identity deleted.",
            act: () =>
              call(
                `identities/${encodeURIComponent(identity.accountId)}?provider=${encodeURIComponent(identity.provider)}`,
                { method: "DELETE" }
              ),
            children: <p>Nobody can sign in with this identity afterwards.</p>
          }
        ]}
      />
    )
  }
]

const NewIdentity = () => (
  <DialogButton
    button="Create identity"
    variant="primary"
    title="Create identity"
    submit="Create identity"
    done="Identity created. The provider’s page offers it."
    act={(form) =>
      call("identities", { method: "POST", body: { provider: readText(form, "provider"), ...parseIdentity(form) } })
    }
  >
    <ProviderField />
    <IdentityFields />
  </DialogButton>
)

const NoIdentities = () => {
  const act = useAct()
  return (
    <Teach
      icon="idBadge"
      title="No identities yet"
      action={
        <ActButton variant="primary" act={act} run={addSamplePeople} done="Sample people added.">
          Add sample people
        </ActButton>
      }
    >
      <p>
        People that you type on a provider’s page appear here. Sample people include one without an email address and
        one whose address is not verified.
      </p>
      <Failure error={act.error} />
    </Teach>
  )
}
