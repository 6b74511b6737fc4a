import { useAction } from "gatefold/react"
import type { UserDetails } from "../../../../backend/AdminContract.ts"
import { Button } from "../../components/Button.tsx"
import { Card } from "../../components/Card.tsx"
import { Field } from "../../components/Field.tsx"
import { FormError } from "../../components/FormError.tsx"
import { onSubmit, text } from "../../lib/form.ts"
import * as Admin from "./Admin.ts"

/** Keeps a user out, tells them why, and lets them in again. */
export const UserRestriction = ({ details: { user } }: { readonly details: UserDetails }) => {
  const restrict = useAction(Admin.restrictUser)
  const release = useAction(Admin.releaseUser)
  return (
    <Card
      title="Restriction"
      description="A restricted user signs in as before, but sees only the page that says what they have to do."
    >
      <FormError error={restrict.error ?? release.error} />
      {user.isRestrictedByAdmin ? (
        <div className="row">
          <Button isPending={release.isPending} onClick={() => void release.run({ userId: user.id })}>
            Lift the restriction
          </Button>
          <span className="muted">{user.restrictedByAdminReason ?? "No reason was given."}</span>
        </div>
      ) : (
        <form
          className="inline-form"
          onSubmit={onSubmit((form) => void restrict.run({ userId: user.id, reason: text(form, "reason") }))}
        >
          <Field label="What the user is told" name="reason" />
          <Button type="submit" isPending={restrict.isPending}>
            Restrict
          </Button>
        </form>
      )}
    </Card>
  )
}
