import { classNames } from "../lib/classNames.ts"
import { Icon, type IconName } from "./Icon.tsx"

export interface OutcomeIconProps {
  /** The subject of the page, such as `mail`. */
  readonly icon: IconName
  /** How it ended: a mark at the corner. */
  readonly tone?: "neutral" | "success" | "danger" | undefined
}

/** The picture of a page that says how something ended. */
export const OutcomeIcon = ({ icon, tone = "neutral" }: OutcomeIconProps) => (
  <span className="gf-outcome-icon" aria-hidden>
    <Icon name={icon} />
    {tone !== "neutral" && (
      <span className={classNames("gf-outcome-mark", `gf-outcome-${tone}`)}>
        <Icon name={tone === "success" ? "check" : "close"} />
      </span>
    )}
  </span>
)
