import type { ReactNode } from "react"
import { PageTitle } from "./PageTitle.tsx"

export interface AuthCardProps {
  readonly title: string
  readonly description?: ReactNode
  /** Below the card, such as the way to the sign-up page. */
  readonly footer?: ReactNode
  readonly children: ReactNode
}

/** A page with one card in its middle: signing in, and everything around that. */
export const AuthCard = ({ children, description, footer, title }: AuthCardProps) => (
  <div className="gf-auth-page">
    <div className="gf-auth-card">
      <header className="gf-auth-header">
        <PageTitle>{title}</PageTitle>
        {description !== undefined && <p>{description}</p>}
      </header>
      {children}
    </div>
    {footer !== undefined && <p className="gf-auth-footer">{footer}</p>}
  </div>
)
