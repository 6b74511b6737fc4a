import type { ReactNode } from "react"
import { Icon } from "#screens/components/Icon"
import { Glyph, type GlyphName } from "./Glyph.tsx"

export interface TeachProps {
  readonly icon: GlyphName | "mail" | "team" | "user"
  readonly title: string
  readonly children: ReactNode
  /** Whether there is nothing to search or filter yet. */
  readonly isFirst?: boolean
  /** The first step. */
  readonly action?: ReactNode
}

/** An empty page that says what will appear there, and offers the first step. */
export const Teach = ({ action, children, icon, isFirst, title }: TeachProps) => (
  <section className="teach" data-first={isFirst || undefined}>
    <span className="teach-icon">
      {icon === "mail" || icon === "team" || icon === "user" ? <Icon name={icon} /> : <Glyph name={icon} />}
    </span>
    <h2>{title}</h2>
    <div className="teach-text">{children}</div>
    {action !== undefined && <div className="gf-row teach-actions">{action}</div>}
  </section>
)
