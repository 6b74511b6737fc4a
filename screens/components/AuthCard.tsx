import type { ReactNode } from "react"
import type { IconName } from "./Icon.tsx"
import { OutcomeIcon, type OutcomeIconProps } from "./OutcomeIcon.tsx"
import { PageTitle } from "./PageTitle.tsx"

export interface AuthCardProps {
  readonly title: string
  readonly description?: ReactNode
  /** Above the title. */
  readonly icon?: IconName | undefined
  readonly tone?: OutcomeIconProps["tone"]
  /** Announces the title and the description to screen readers at once: for changes while users are on the page. */
  readonly role?: "alert" | "status" | undefined
  /** Below the card, such as a link to the sign-up page. */
  readonly footer?: ReactNode
  readonly children?: ReactNode
}

/** A page with one card in its middle: signing in, and everything around that. */
export const AuthCard = ({ children, description, footer, icon, role, title, tone }: AuthCardProps) => (
  <div className="gf-auth-page">
    <div className="gf-auth-card">
      <header className="gf-auth-header" role={role}>
        {icon !== undefined && <OutcomeIcon icon={icon} tone={tone} />}
        <PageTitle>{title}</PageTitle>
        {description !== undefined && <p>{description}</p>}
      </header>
      {children}
      {footer !== undefined && <p className="gf-auth-footer">{footer}</p>}
    </div>
  </div>
)
