import type { ReactNode } from "react"
import { classNames } from "../../lib/classNames.ts"
import { Icon, type IconName } from "../../components/Icon.tsx"
import { PageTitle } from "../../components/PageTitle.tsx"

export interface OutcomeCardProps {
  readonly title: string
  readonly tone?: "neutral" | "success" | "danger" | undefined
  readonly icon?: IconName | undefined
  /** What it means for the user. */
  readonly children?: ReactNode
  /** What they can do now. */
  readonly actions?: ReactNode
}

const icons = { neutral: "mail", success: "check", danger: "alert" } as const

/** A page that says how something ended. Screen readers are told at once. */
export const OutcomeCard = ({ actions, children, icon, title, tone = "neutral" }: OutcomeCardProps) => (
  <div className="auth-page">
    <div className="auth-card">
      <div className="auth-header" role={tone === "danger" ? "alert" : "status"}>
        <span className={classNames("outcome-icon", tone !== "neutral" && `outcome-${tone}`)}>
          <Icon name={icon ?? icons[tone]} />
        </span>
        <PageTitle>{title}</PageTitle>
        {children !== undefined && <p>{children}</p>}
      </div>
      {actions !== undefined && <div className="stack-tight">{actions}</div>}
    </div>
  </div>
)
