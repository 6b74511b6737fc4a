import { Badge } from "#screens/components/Badge"
import { Button } from "#screens/components/Button"
import { Card } from "#screens/components/Card"
import { Empty } from "#screens/components/Empty"
import { ProviderIcon } from "#screens/components/ProviderIcon"
import { providerName } from "#screens/lib/providers"
import { text } from "#screens/lib/form"
import { DialogButton } from "../../components/DialogButton.tsx"
import { Failure } from "../../components/Failure.tsx"
import { Loaded } from "../../components/Loaded.tsx"
import { Page } from "../../components/Page.tsx"
import { call } from "../../lib/control.ts"
import { useAct } from "../../lib/useAct.ts"
import { useRead } from "../../lib/useRead.ts"
import { Answers } from "./Answers.tsx"
import { type Identity, identityOf } from "./identity.ts"
import { IdentityFields, ProviderField } from "./IdentityFields.tsx"

/** The people at the built-in identity provider, and what it answers without asking. */
export const IdentitiesPage = () => {
  const act = useAct()
  const read = useRead("identities", (signal) => call<ReadonlyArray<Identity>>("identities", { signal }))
  const remove = ({ accountId, provider }: Identity) =>
    act.run(
      () =>
        call(`identities/${encodeURIComponent(accountId)}?provider=${encodeURIComponent(provider)}`, {
          method: "DELETE"
        }),
      "The identity was deleted."
    )
  return (
    <Page
      title="Identities"
      description="Who there is at Google, GitHub and the others, which the emulator plays itself."
      actions={
        <DialogButton
          button="New identity"
          variant="primary"
          title="New identity"
          submit="Create identity"
          done="The identity is there."
          act={(form) =>
            call("identities", { method: "POST", body: { provider: text(form, "provider"), ...identityOf(form) } })
          }
        >
          <ProviderField />
          <IdentityFields />
        </DialogButton>
      }
    >
      <Answers />
      <Card title="People" description="The page of a provider offers them.">
        <Failure error={act.error} />
        <Loaded read={read}>
          {(identities) =>
            identities.length === 0 ? (
              <Empty title="Nobody yet">Whoever signs in with a provider for the first time is kept here.</Empty>
            ) : (
              <ul className="gf-list">
                {identities.map((identity) => (
                  <li key={`${identity.provider} ${identity.accountId}`}>
                    <span className="gf-list-icon">
                      <ProviderIcon provider={identity.provider} />
                    </span>
                    <span className="gf-list-main">
                      <span>{identity.displayName ?? identity.accountId}</span>
                      <span className="gf-muted gf-small gf-truncate">
                        {providerName(identity.provider)} · {identity.email ?? "no address"}
                      </span>
                    </span>
                    {identity.email !== null && !identity.emailVerified && <Badge tone="warning">Not verified</Badge>}
                    <DialogButton
                      button="Edit"
                      label={`Edit ${identity.displayName ?? identity.accountId}`}
                      size="small"
                      title="Edit identity"
                      submit="Save"
                      act={(form) =>
                        call("identities", {
                          method: "POST",
                          body: {
                            provider: identity.provider,
                            ...identityOf(form),
                            accountId: identity.accountId
                          }
                        })
                      }
                    >
                      <IdentityFields identity={identity} />
                    </DialogButton>
                    <Button
                      size="small"
                      aria-label={`Delete ${identity.displayName ?? identity.accountId}`}
                      isPending={act.isPending}
                      onClick={() => void remove(identity)}
                    >
                      Delete
                    </Button>
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
      </Card>
    </Page>
  )
}
