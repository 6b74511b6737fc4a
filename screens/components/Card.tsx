import { type ReactNode, useId } from "react"
import { classNames } from "../lib/classNames.ts"

export interface CardProps {
  readonly title: ReactNode
  readonly description?: ReactNode
  /** Beside the title. */
  readonly actions?: ReactNode
  readonly footer?: ReactNode
  readonly tone?: "danger" | undefined
  readonly children?: ReactNode
}

/** A part of a page that is about one thing; a region with a name for screen readers. */
export const Card = ({ actions, children, description, footer, title, tone }: CardProps) => {
  const id = useId()
  return (
    <section className={classNames("gf-card", tone && `gf-card-${tone}`)} aria-labelledby={id}>
      <div className="gf-card-header">
        <div>
          <h2 id={id}>{title}</h2>
          {description !== undefined && <p>{description}</p>}
        </div>
        {actions}
      </div>
      <div className="gf-card-body">{children}</div>
      {footer !== undefined && <div className="gf-card-footer">{footer}</div>}
    </section>
  )
}
