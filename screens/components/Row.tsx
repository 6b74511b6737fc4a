import type { ReactNode } from "react"

export interface RowProps {
  /** What it is, for screen readers, where its title does not say it. */
  readonly label?: string | undefined
  /** An `<Avatar>`, or a `<RowIcon>`. */
  readonly icon?: ReactNode
  readonly title: ReactNode
  /** Beside the title. */
  readonly badges?: ReactNode
  readonly description?: ReactNode
  /** At its end: a button, a switch or a `<RowMenu>`. */
  readonly actions?: ReactNode
  /** Below, such as a form in `gf-item-below`, or a dialog. */
  readonly children?: ReactNode
}

/** One of several things in a card, as an item of a `<ul className="gf-rows">`. */
export const Row = ({ actions, badges, children, description, icon, label, title }: RowProps) => (
  <li className="gf-item" aria-label={label}>
    {icon}
    <div className="gf-item-main">
      <div className="gf-item-title">
        <span className="gf-break">{title}</span>
        {badges}
      </div>
      {description !== undefined && <div className="gf-item-description">{description}</div>}
    </div>
    {actions !== undefined && <div className="gf-item-actions">{actions}</div>}
    {children}
  </li>
)
