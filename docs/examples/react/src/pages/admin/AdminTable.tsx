import type { ReactNode } from "react"

/** A column: its heading, which is empty for actions, and whether phones leave it out. */
export type AdminColumn = string | { readonly minor: string }

export interface AdminTableProps {
  /** The name of the table, for screen readers. */
  readonly label: string
  readonly columns: ReadonlyArray<AdminColumn>
  /** Rows: `<tr>` with `<th scope="row">` first. Cells of minor columns have `data-minor`. */
  readonly children: ReactNode
}

/** A table in a card. Phones show its major columns only. */
export const AdminTable = ({ children, columns, label }: AdminTableProps) => (
  <div className="admin-table">
    <table className="gf-table" aria-label={label}>
      <thead>
        <tr>
          {columns.map((column) =>
            typeof column === "string" ? (
              <th key={column} scope="col">
                {column === "" ? <span className="gf-visually-hidden">Actions</span> : column}
              </th>
            ) : (
              <th key={column.minor} scope="col" data-minor>
                {column.minor}
              </th>
            )
          )}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </div>
)
