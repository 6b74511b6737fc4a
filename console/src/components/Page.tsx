import { type ReactNode, useEffect } from "react"
import { Link } from "react-router"

export interface PageProps {
  readonly title: string
  readonly description?: ReactNode
  readonly actions?: ReactNode
  /** The list that it is a part of. */
  readonly back?: { readonly to: string; readonly label: string }
  readonly children: ReactNode
}

/** A page, its heading, and the title of the tab. */
export const Page = ({ actions, back, children, description, title }: PageProps) => {
  useEffect(() => {
    document.title = `${title} · Gatefold console`
  }, [title])
  return (
    <div className="gf-page">
      <header className="gf-page-header">
        <div>
          {back !== undefined && (
            <p className="back">
              <Link to={back.to}>{back.label}</Link>
            </p>
          )}
          <h1 className="gf-break">{title}</h1>
          {description !== undefined && <p>{description}</p>}
        </div>
        {actions !== undefined && <div className="gf-row">{actions}</div>}
      </header>
      {children}
    </div>
  )
}
