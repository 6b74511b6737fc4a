import type { ReactNode } from "react"
import { type AppFailure, describeError, requestIdOf } from "../lib/describeError.ts"
import { useAuthText } from "../text/AuthText.tsx"
import { AuthCard } from "./AuthCard.tsx"
import type { IconName } from "./Icon.tsx"

export interface OutcomeCardProps {
  readonly title: string
  readonly tone?: "neutral" | "success" | "danger" | undefined
  readonly icon?: IconName | undefined
  /**
   * The error to describe, if you pass no text. It includes the request ID, by which support finds the request.
   */
  readonly error?: AppFailure | undefined
  /** Says what it means for the user, in one sentence. */
  readonly children?: ReactNode
  /** Next steps: one primary button, and optionally a quiet one. */
  readonly actions?: ReactNode
}

const icons = { neutral: "mail", success: "check", danger: "alert" } as const

/** A page that says how something ended. Screen readers say it at once. */
export const OutcomeCard = ({ actions, children, error, icon, title, tone = "neutral" }: OutcomeCardProps) => {
  const t = useAuthText()
  const requestId = requestIdOf(error)
  return (
    <AuthCard
      title={title}
      icon={icon ?? icons[tone]}
      tone={tone}
      role={tone === "danger" ? "alert" : "status"}
      description={children ?? (error === undefined ? undefined : describeError(t, error))}
    >
      {actions !== undefined && <div className="gf-auth-actions">{actions}</div>}
      {requestId !== undefined && (
        <p className="gf-request-id">
          {t.common.requestId} <code>{requestId}</code>
        </p>
      )}
    </AuthCard>
  )
}
