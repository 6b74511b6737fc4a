import type { ReactNode } from "react"
import { Link } from "react-router"
import { Icon, type IconName } from "#screens/components/Icon"

export interface LinkTileProps {
  readonly to: string
  readonly icon: IconName
  readonly title: string
  readonly children: ReactNode
}

/** A part of the app to go to. */
export const LinkTile = ({ children, icon, title, to }: LinkTileProps) => (
  <Link className="tile" to={to}>
    <Icon name={icon} />
    <h2>{title}</h2>
    <p>{children}</p>
  </Link>
)
