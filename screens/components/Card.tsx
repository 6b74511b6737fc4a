import { type ReactNode, useId } from "react"
import { classNames } from "../lib/classNames.ts"

interface CardParts {
  readonly footer?: ReactNode
  readonly tone?: "danger" | "accent" | undefined
  readonly children?: ReactNode
}

interface TitledCard extends CardParts {
  readonly title: ReactNode
  readonly label?: undefined
  readonly description?: ReactNode
  /** Beside the title. */
  readonly actions?: ReactNode
}

interface LabeledCard extends CardParts {
  readonly title?: undefined
  readonly description?: undefined
  readonly actions?: undefined
  /** The name for screen readers of a card whose title is already that of the page. */
  readonly label: string
}

export type CardProps = TitledCard | LabeledCard

/** A part of a page that is about one thing; a region with a name for screen readers. */
export const Card = ({ actions, children, description, footer, label, title, tone }: CardProps) => {
  const id = useId()
  return (
    <section
      className={classNames("gf-card", tone && `gf-card-${tone}`)}
      aria-label={label}
      aria-labelledby={label === undefined ? id : undefined}
    >
      {label === undefined && (
        <div className="gf-card-header">
          <div>
            <h2 id={id}>{title}</h2>
            {description !== undefined && <p>{description}</p>}
          </div>
          {actions}
        </div>
      )}
      <div className="gf-card-body">{children}</div>
      {footer !== undefined && <div className="gf-card-footer">{footer}</div>}
    </section>
  )
}
