import { useAction } from "gatefold/react"
import { Button } from "#screens/components/Button"
import { Card } from "#screens/components/Card"
import { Facts } from "#screens/components/Facts"
import { Field } from "#screens/components/Field"
import { FormError } from "#screens/components/FormError"
import { onSubmit, readText } from "#screens/lib/form"
import type { UserDetails } from "../../../../../backend/AdminUsersContract.ts"
import * as Admin from "../Admin.ts"

/** Keeps a user out, tells them why, and lets them in again. */
export const UserRestriction = ({ details: { privateDetails, user } }: { readonly details: UserDetails }) => {
  const restrict = useAction(Admin.restrictUser)
  const release = useAction(Admin.releaseUser)
  return (
    <Card
      title="Restriction"
      description="A restricted user can sign in, but sees only the page that says what to do next."
    >
      <FormError error={restrict.error ?? release.error} />
      {user.isRestrictedByAdmin ? (
        <>
          <Facts
            facts={[
              ["Message to the user", user.restrictedByAdminReason ?? "Nothing"],
              ["Private details", privateDetails ?? "None"]
            ]}
          />
          <div className="gf-row">
            <Button isPending={release.isPending} onClick={() => void release.run({ userId: user.id })}>
              Lift the restriction
            </Button>
          </div>
        </>
      ) : (
        <form
          className="gf-stack"
          onSubmit={onSubmit((form) => {
            const privateDetails = readText(form, "privateDetails")
            void restrict.run({ userId: user.id, reason: readText(form, "reason"), privateDetails })
          })}
        >
          <Field label="Message to the user" name="reason" />
          <Field label="Private details" name="privateDetails" hint="For administrators. The user never sees them." />
          <div className="gf-row">
            <Button type="submit" isPending={restrict.isPending}>
              Restrict
            </Button>
          </div>
        </form>
      )}
    </Card>
  )
}
