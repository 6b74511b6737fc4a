import type { ReactNode } from "react"
import { classNames } from "../lib/classNames.ts"
import { Icon, type IconName } from "./Icon.tsx"
import { PageTitle } from "./PageTitle.tsx"

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
  <div className="gf-auth-page">
    <div className="gf-auth-card">
      <div className="gf-auth-header" role={tone === "danger" ? "alert" : "status"}>
        <span className={classNames("gf-outcome-icon", tone !== "neutral" && `gf-outcome-${tone}`)}>
          <Icon name={icon ?? icons[tone]} />
        </span>
        <PageTitle>{title}</PageTitle>
        {children !== undefined && <p>{children}</p>}
      </div>
      {actions !== undefined && <div className="gf-stack-tight">{actions}</div>}
    </div>
  </div>
)
