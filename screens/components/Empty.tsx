import type { ReactNode } from "react"

export interface EmptyProps {
  readonly title: string
  readonly children?: ReactNode
  /** What to do about it. */
  readonly action?: ReactNode
}

/** Instead of a list without entries. */
export const Empty = ({ action, children, title }: EmptyProps) => (
  <div className="gf-empty">
    <h3>{title}</h3>
    {children !== undefined && <p>{children}</p>}
    {action}
  </div>
)
