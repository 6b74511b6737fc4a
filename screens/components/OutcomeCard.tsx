import type { ReactNode } from "react"
import { type AppFailure, describeError, findRequestId } from "../lib/describeError.ts"
import { useAuthText } from "../text/AuthText.tsx"
import { AuthCard } from "./AuthCard.tsx"
import type { IconName } from "./Icon.tsx"
import type { OutcomeIconProps } from "./OutcomeIcon.tsx"
import { RequestId } from "./RequestId.tsx"

export interface OutcomeCardProps {
  readonly title: string
  /** The subject of the page, so that no two of them look alike. */
  readonly icon: IconName
  /** How it ended. */
  readonly tone?: OutcomeIconProps["tone"]
  /** The error to describe, if you pass no text. Its request ID is shown for support. */
  readonly error?: AppFailure | undefined
  /** Says what it means for the user, in one sentence. */
  readonly children?: ReactNode
  /** Next steps: one primary button, and optionally a quiet one. */
  readonly actions?: ReactNode
}

/** A page that says how something ended. Screen readers say it at once. */
export const OutcomeCard = ({ actions, children, error, icon, title, tone }: OutcomeCardProps) => {
  const t = useAuthText()
  return (
    <AuthCard
      title={title}
      icon={icon}
      tone={tone}
      role={tone === "danger" ? "alert" : "status"}
      description={children ?? (error === undefined ? undefined : describeError(t, error))}
    >
      {actions !== undefined && <div className="gf-auth-actions">{actions}</div>}
      <RequestId id={findRequestId(error)} />
    </AuthCard>
  )
}
