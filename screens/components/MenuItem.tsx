import { classNames } from "../lib/classNames.ts"
import { Icon, type IconName } from "./Icon.tsx"

export interface MenuItemProps {
  readonly icon: IconName
  readonly label: string
  /** For what takes something away. */
  readonly isDanger?: boolean | undefined
  readonly onSelect: () => void
}

/** Something that a menu does. */
export const MenuItem = ({ icon, isDanger = false, label, onSelect }: MenuItemProps) => (
  <button type="button" className={classNames(isDanger && "gf-menu-danger")} onClick={onSelect}>
    <Icon name={icon} />
    {label}
  </button>
)
