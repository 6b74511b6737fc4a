import type { CurrentUser } from "gatefold"
import { useRef, useState } from "react"
import { Button } from "../../components/Button.tsx"
import { Icon } from "../../components/Icon.tsx"
import { OnOff } from "../../components/OnOff.tsx"
import { RecentSignIn } from "../../components/RecentSignIn.tsx"
import { Row } from "../../components/Row.tsx"
import { RowIcon } from "../../components/RowIcon.tsx"
import { isGuest } from "../../lib/userName.ts"
import { useText } from "../../text/Text.tsx"
import { ChangePasswordForm } from "./ChangePasswordForm.tsx"
import { SetPasswordForm } from "./SetPasswordForm.tsx"

/** The password, with the form that changes or sets it. */
export const PasswordRow = ({ user }: { readonly user: CurrentUser.CurrentUser }) => {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  const set = <SetPasswordForm onClose={close} />
  return (
    <Row
      icon={
        <RowIcon>
          <Icon name="lock" />
        </RowIcon>
      }
      title={t.security.password}
      description={user.hasPassword ? t.security.passwordSet : t.security.passwordNone}
      state={<OnOff isOn={user.hasPassword} />}
      actions={
        <Button
          ref={button}
          size="small"
          aria-label={user.hasPassword ? t.security.changePassword : undefined}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {user.hasPassword ? t.security.change : t.security.setPassword}
        </Button>
      }
    >
      {isOpen && (
        <div className="gf-item-below">
          {user.hasPassword ? (
            <ChangePasswordForm user={user} onClose={close} />
          ) : isGuest(user) ? (
            set
          ) : (
            <RecentSignIn>{set}</RecentSignIn>
          )}
        </div>
      )}
    </Row>
  )
}
