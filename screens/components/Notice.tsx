import type { ReactNode } from "react"
import { classNames } from "../lib/classNames.ts"
import { Icon, type IconName } from "./Icon.tsx"

export type Tone = "neutral" | "success" | "warning" | "danger"

const icons: Readonly<Record<Tone, IconName>> = {
  neutral: "alert",
  success: "check",
  warning: "alert",
  danger: "alert"
}

export interface NoticeProps {
  readonly tone?: Tone | undefined
  readonly title?: ReactNode
  readonly children?: ReactNode
  /** `alert` interrupts, `status` waits for a pause; neither is for messages that are there from the start. */
  readonly role?: "alert" | "status" | undefined
}

/** A message in the flow of the page. */
export const Notice = ({ children, role, title, tone = "neutral" }: NoticeProps) => (
  <div className={classNames("gf-notice", tone !== "neutral" && `gf-notice-${tone}`)} role={role}>
    <Icon name={icons[tone]} />
    <div>
      {title !== undefined && <p className="gf-notice-title">{title}</p>}
      {children}
    </div>
  </div>
)
