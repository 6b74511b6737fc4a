import type { ReactNode } from "react"
import { classNames } from "../lib/classNames.ts"
import { Icon, type IconName } from "./Icon.tsx"
import { PageTitle } from "./PageTitle.tsx"

export interface AuthCardProps {
  readonly title: string
  readonly description?: ReactNode
  /** Above the title. */
  readonly icon?: IconName | undefined
  readonly tone?: "neutral" | "success" | "danger" | undefined
  /** Says the title and the description to screen readers at once: for what has happened while they were here. */
  readonly role?: "alert" | "status" | undefined
  /** Below the card, such as a link to the sign-up page. */
  readonly footer?: ReactNode
  readonly children?: ReactNode
}

/** A page with one card in its middle: signing in, and everything around that. */
export const AuthCard = ({ children, description, footer, icon, role, title, tone = "neutral" }: AuthCardProps) => (
  <div className="gf-auth-page">
    <div className="gf-auth-card">
      <header className="gf-auth-header" role={role}>
        {icon !== undefined && (
          <span className={classNames("gf-outcome-icon", tone !== "neutral" && `gf-outcome-${tone}`)}>
            <Icon name={icon} />
          </span>
        )}
        <PageTitle>{title}</PageTitle>
        {description !== undefined && <p>{description}</p>}
      </header>
      {children}
      {footer !== undefined && <p className="gf-auth-footer">{footer}</p>}
    </div>
  </div>
)
