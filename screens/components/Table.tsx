import type { ReactNode } from "react"
import { useText } from "../text/Text.tsx"

export interface TableProps {
  /** The name of the table, for screen readers. */
  readonly label: string
  /** The headings; an empty one is for actions. */
  readonly columns: ReadonlyArray<string>
  /** Rows: `<tr>` with `<th scope="row">` first. */
  readonly children: ReactNode
}

/** A table that scrolls on its own when the page is narrow. */
export const Table = ({ children, columns, label }: TableProps) => {
  const t = useText()
  return (
    // Focusable, so that it can be scrolled without a mouse.
    <div className="gf-table-scroll" role="region" aria-label={label} tabIndex={0}>
      <table className="gf-table">
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column === "" ? <span className="gf-visually-hidden">{t.parts.actions}</span> : column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}
