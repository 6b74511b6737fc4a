import { CurrentUser } from "gatefold"
import { useAction } from "gatefold/react"
import { Badge } from "../../components/Badge.tsx"
import { Button } from "../../components/Button.tsx"
import { Card } from "../../components/Card.tsx"
import { FormError } from "../../components/FormError.tsx"

/** Whether the user may sign in with a mailed link. */
export const MailedLinkCard = ({ user }: { readonly user: CurrentUser.CurrentUser }) => {
  const update = useAction(CurrentUser.update)
  const { otpAuthEnabled } = user
  return (
    <Card
      title="E-mail link"
      description="Sign in with a link or a code that we mail you."
      actions={otpAuthEnabled ? <Badge tone="success">On</Badge> : <Badge>Off</Badge>}
    >
      <div>
        <Button isPending={update.isPending} onClick={() => void update.run({ otpAuthEnabled: !otpAuthEnabled })}>
          {otpAuthEnabled ? "Turn off e-mail links" : "Turn on e-mail links"}
        </Button>
      </div>
      <FormError error={update.error} />
    </Card>
  )
}
