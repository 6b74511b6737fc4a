import type { ReactNode } from "react"
import { classNames } from "../lib/classNames.ts"

export interface RowProps {
  /** The label for screen readers, if the title is not enough. */
  readonly label?: string | undefined
  /** No longer usable, such as an expired key. */
  readonly isOff?: boolean | undefined
  /** An `<Avatar>`, or a `<RowIcon>`: only where it distinguishes rows. */
  readonly icon?: ReactNode
  readonly title: ReactNode
  /** Beside the title: a state that is not the usual one. */
  readonly badges?: ReactNode
  readonly description?: ReactNode
  /** Its state, in a word or two, such as a role or `<OnOff>`. */
  readonly state?: ReactNode
  /** At its end: a button, a switch or a `<RowMenu>`. */
  readonly actions?: ReactNode
  /** Below, such as a form in `gf-item-below`, or a dialog. */
  readonly children?: ReactNode
}

/** One of several things in a card, as an item of a `<ul className="gf-rows">`. */
export const Row = ({ actions, badges, children, description, icon, isOff = false, label, state, title }: RowProps) => (
  <li className={classNames("gf-item", isOff && "gf-item-off")} aria-label={label}>
    {icon}
    <div className="gf-item-main">
      <div className="gf-item-title">
        <span className="gf-break">{title}</span>
        {badges}
      </div>
      {description !== undefined && <div className="gf-item-description">{description}</div>}
    </div>
    {(state !== undefined || actions !== undefined) && (
      <div className="gf-item-actions">
        {state !== undefined && <span className="gf-item-state">{state}</span>}
        {actions}
      </div>
    )}
    {children}
  </li>
)
