import type { ReactNode } from "react"

export interface TabHeaderProps {
  readonly title: string
  readonly description?: ReactNode
  readonly actions?: ReactNode
}

/** The heading of a part of the page of a team, whose first heading is the team's name. */
export const TabHeader = ({ actions, description, title }: TabHeaderProps) => (
  <div className="gf-page-header">
    <div>
      <h2 className="gf-tab-title">{title}</h2>
      {description !== undefined && <p>{description}</p>}
    </div>
    {actions}
  </div>
)
