import { useAction } from "gatefold/react"
import { AuthCard } from "#screens/components/AuthCard"
import { Button } from "#screens/components/Button"
import { FormError } from "#screens/components/FormError"
import { adminPermission } from "../../../../backend/AdminPermission.ts"
import * as Developer from "../../panel/Developer.ts"

/** Shows users who aren't admins how to become one. Only the demo makes it this easy. */
export const BecomeAdmin = () => {
  const makeMeAdmin = useAction(Developer.makeMeAdmin)
  return (
    <AuthCard
      title="For admins only"
      description={
        <>
          This needs the project permission <code>{adminPermission}</code>, which you do not have. In your own app, your
          server grants it. Here you can grant it to yourself.
        </>
      }
    >
      <FormError error={makeMeAdmin.error} />
      <Button variant="primary" block isPending={makeMeAdmin.isPending} onClick={() => void makeMeAdmin.run()}>
        Make me an admin
      </Button>
    </AuthCard>
  )
}
