import type { ReactNode } from "react"
import { classNames } from "../lib/classNames.ts"

export interface BadgeProps {
  readonly tone?: "neutral" | "accent" | "success" | "warning" | "danger" | undefined
  readonly children: ReactNode
}

export const Badge = ({ children, tone = "neutral" }: BadgeProps) => (
  <span className={classNames("gf-badge", tone !== "neutral" && `gf-badge-${tone}`)}>{children}</span>
)
