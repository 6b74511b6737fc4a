import type { ReactNode } from "react"
import { Icon, type IconName } from "./Icon.tsx"

export interface EmptyProps {
  readonly title: string
  readonly icon?: IconName | undefined
  /** Says what will appear here. */
  readonly children?: ReactNode
  /** The first step. */
  readonly action?: ReactNode
}

/** Instead of a list without entries. */
export const Empty = ({ action, children, icon, title }: EmptyProps) => (
  <div className="gf-empty">
    {icon !== undefined && (
      <span className="gf-empty-icon">
        <Icon name={icon} />
      </span>
    )}
    <h3>{title}</h3>
    {children !== undefined && <p>{children}</p>}
    {action}
  </div>
)
