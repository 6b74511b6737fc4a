import { useAuthText } from "../text/AuthText.tsx"
import { Icon } from "./Icon.tsx"

export interface EmailChipProps {
  readonly email: string
  readonly onChange: () => void
}

/** The address of a form's second step, and the way back to change it. Password managers find it in its field. */
export const EmailChip = ({ email, onChange }: EmailChipProps) => {
  const t = useAuthText()
  return (
    <div className="gf-chip">
      <Icon name="user" />
      <bdi className="gf-truncate">{email}</bdi>
      <button
        type="button"
        className="gf-link-button"
        aria-label={t.signIn.changeEmail}
        title={t.signIn.changeEmail}
        onClick={onChange}
      >
        <Icon name="pencil" />
      </button>
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
    </div>
  )
}
