import { classNames } from "../lib/classNames.ts"
import { Icon, type IconName } from "./Icon.tsx"

export interface MenuItemProps {
  readonly icon: IconName
  readonly label: string
  /** For actions that remove something. */
  readonly isDanger?: boolean | undefined
  readonly onSelect: () => void
}

/** An action of a menu. */
export const MenuItem = ({ icon, isDanger = false, label, onSelect }: MenuItemProps) => (
  <button type="button" className={classNames(isDanger && "gf-menu-danger")} onClick={onSelect}>
    <Icon name={icon} />
    {label}
  </button>
)
