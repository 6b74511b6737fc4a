import type { ReactNode } from "react"
import { Card } from "./Card.tsx"
import { Icon, type IconName } from "./Icon.tsx"
import { PageTitle } from "./PageTitle.tsx"

export interface EmptyPageProps {
  readonly icon: IconName
  readonly title: string
  /** Says why there is nothing here. */
  readonly children: ReactNode
  /** The next step. */
  readonly action: ReactNode
}

/** Instead of a page in a `<Shell>`, such as one of a team that does not exist. */
export const EmptyPage = ({ action, children, icon, title }: EmptyPageProps) => (
  <Card label={title}>
    <div className="gf-empty gf-empty-page" role="status">
      <span className="gf-empty-icon">
        <Icon name={icon} />
      </span>
      <PageTitle>{title}</PageTitle>
      <p>{children}</p>
      {action}
    </div>
  </Card>
)
