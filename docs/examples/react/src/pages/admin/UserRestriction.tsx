import { useAction } from "gatefold/react"
import type { UserDetails } from "../../../../backend/AdminContract.ts"
import { Button } from "../../components/Button.tsx"
import { Card } from "../../components/Card.tsx"
import { Facts } from "../../components/Facts.tsx"
import { Field } from "../../components/Field.tsx"
import { FormError } from "../../components/FormError.tsx"
import { onSubmit, text } from "../../lib/form.ts"
import * as Admin from "./Admin.ts"

/** Keeps a user out, tells them why, and lets them in again. */
export const UserRestriction = ({ details: { privateDetails, user } }: { readonly details: UserDetails }) => {
  const restrict = useAction(Admin.restrictUser)
  const release = useAction(Admin.releaseUser)
  return (
    <Card
      title="Restriction"
      description="A restricted user signs in as before, but sees only the page that says what they have to do."
    >
      <FormError error={restrict.error ?? release.error} />
      {user.isRestrictedByAdmin ? (
        <>
          <Facts
            facts={[
              ["What the user is told", user.restrictedByAdminReason ?? "Nothing"],
              ["Private details", privateDetails ?? "None"]
            ]}
          />
          <div className="row">
            <Button isPending={release.isPending} onClick={() => void release.run({ userId: user.id })}>
              Lift the restriction
            </Button>
          </div>
        </>
      ) : (
        <form
          className="stack"
          onSubmit={onSubmit((form) => {
            const privateDetails = text(form, "privateDetails")
            void restrict.run({ userId: user.id, reason: text(form, "reason"), privateDetails })
          })}
        >
          <Field label="What the user is told" name="reason" />
          <Field label="Private details" name="privateDetails" hint="For administrators; the user never sees them." />
          <div className="row">
            <Button type="submit" isPending={restrict.isPending}>
              Restrict
            </Button>
          </div>
        </form>
      )}
    </Card>
  )
}
