import { type ReactNode, useEffect } from "react"
import { Link } from "react-router"
import { Glyph } from "./Glyph.tsx"

export interface PageProps {
  readonly title: string
  /** How many items the list has, after its title. */
  readonly count?: string | number | undefined
  readonly description?: ReactNode
  readonly actions?: ReactNode
  /** The list that the page belongs to. */
  readonly back?: { readonly to: string; readonly label: string }
  /** Replaces the usual heading, and includes an `<h1>`. */
  readonly header?: ReactNode
  /** Search and filters, above the content. */
  readonly tools?: ReactNode
  readonly children: ReactNode
}

/** A page with its heading, which is also the title of the tab. */
export const Page = ({ actions, back, children, count, description, header, title, tools }: PageProps) => {
  useEffect(() => {
    document.title = `${title} · Gatefold console`
  }, [title])
  return (
    <div className="gf-page">
      <div className="page-top">
        {back !== undefined && (
          <p className="back">
            <Link to={back.to}>
              <Glyph name="arrowLeft" />
              {back.label}
            </Link>
          </p>
        )}
        {header ?? (
          <header className="gf-page-header">
            <div>
              <div className="list-title">
                <h1 className="gf-break">{title}</h1>
                {count !== undefined && <span className="count">{count}</span>}
              </div>
              {description !== undefined && <p>{description}</p>}
            </div>
            {actions !== undefined && <div className="gf-row">{actions}</div>}
          </header>
        )}
      </div>
      {tools !== undefined && tools !== false && <div className="tools">{tools}</div>}
      {children}
    </div>
  )
}
