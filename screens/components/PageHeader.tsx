import type { ReactNode } from "react"
import { PageTitle } from "./PageTitle.tsx"

export interface PageHeaderProps {
  readonly title: string
  readonly description?: ReactNode
  readonly actions?: ReactNode
}

/** The heading of a page. */
export const PageHeader = ({ actions, description, title }: PageHeaderProps) => (
  <div className="gf-page-header">
    <div>
      <PageTitle>{title}</PageTitle>
      {description !== undefined && <p>{description}</p>}
    </div>
    {actions}
  </div>
)
