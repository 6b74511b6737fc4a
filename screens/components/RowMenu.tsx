import type { ReactNode } from "react"
import { useText } from "../text/Text.tsx"
import { buttonClass } from "./Button.tsx"
import { Icon } from "./Icon.tsx"
import { Menu } from "./Menu.tsx"

export interface RowMenuProps {
  /** The name of the item that its actions apply to, such as an email address. */
  readonly what: string
  readonly children: ReactNode
}

/** The actions of a row, behind three dots. */
export const RowMenu = ({ children, what }: RowMenuProps) => {
  const t = useText()
  return (
    <Menu
      label={t.parts.actionsFor({ what })}
      className={buttonClass({ variant: "ghost", size: "icon" })}
      button={<Icon name="dots" />}
    >
      {children}
    </Menu>
  )
}
