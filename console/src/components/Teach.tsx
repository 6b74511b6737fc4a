import type { ReactNode } from "react"
import { Glyph, type GlyphName } from "./Glyph.tsx"

export interface TeachProps {
  readonly icon: GlyphName
  readonly title: string
  readonly children: ReactNode
  /** The first step. */
  readonly action?: ReactNode
}

/** An empty page that says what will appear there, and offers the first step. */
export const Teach = ({ action, children, icon, title }: TeachProps) => (
  <section className="teach">
    <span className="teach-icon">
      <Glyph name={icon} />
    </span>
    <h2>{title}</h2>
    <div className="teach-text">{children}</div>
    {action !== undefined && <div className="gf-row teach-actions">{action}</div>}
  </section>
)
