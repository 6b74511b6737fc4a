import { type ReactNode, useRef } from "react"
import { useNavigate } from "react-router"
import { useListKeys } from "../lib/useListKeys.ts"
import { useQuery } from "../lib/useQuery.ts"
import { Glyph } from "./Glyph.tsx"

export interface Column<Row> {
  /** Its name in the URL. */
  readonly id: string
  /** An empty one is for actions. */
  readonly label: string
  /** Returns the sort key. Without it, the column cannot be sorted. */
  readonly by?: (row: Row) => string | number
  /** The widths of phones have no room for it. */
  readonly isMinor?: boolean
  readonly cell: (row: Row) => ReactNode
}

export interface DataTableProps<Row> {
  /** The name of the table for screen readers. */
  readonly label: string
  /** The first one names the row. */
  readonly columns: ReadonlyArray<Column<Row>>
  readonly rows: ReadonlyArray<Row>
  readonly keyOf: (row: Row) => string
  /** Where a row leads. Its first cell needs a link with `data-row` to the same page. */
  readonly toOf?: (row: Row) => string
  /** The column to sort by at first, with "-" in front for descending. */
  readonly initialSort?: string
  /** The name of the sort order in the URL. Two tables of a page need two. */
  readonly param?: string
}

const sortRows = <Row,>(rows: ReadonlyArray<Row>, columns: ReadonlyArray<Column<Row>>, sort: string) => {
  const isDescending = sort.startsWith("-")
  const by = columns.find(({ id }) => id === sort.replace(/^-/, ""))?.by
  if (by === undefined) return rows
  const compare = (a: Row, b: Row): number => {
    const [left, right] = [by(a), by(b)]
    return typeof left === "number" && typeof right === "number"
      ? left - right
      : String(left).localeCompare(String(right), "en", { sensitivity: "base", numeric: true })
  }
  return rows.toSorted((a, b) => (isDescending ? compare(b, a) : compare(a, b)))
}

/** A table whose header stays in sight, with a sort order in the URL and rows that keys reach. */
export const DataTable = <Row,>(props: DataTableProps<Row>) => {
  const { columns, initialSort = "", keyOf, label, param = "sort", rows, toOf } = props
  const [chosenSort, setSort] = useQuery(param)
  const sort = chosenSort === "" ? initialSort : chosenSort
  const table = useRef<HTMLTableElement>(null)
  const navigate = useNavigate()
  useListKeys(table)
  const change = (id: string) => {
    const next = sort === id ? `-${id}` : id
    setSort(next === initialSort ? "" : next)
  }
  return (
    <div className="data-table">
      <table ref={table} className="gf-table" aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <Heading key={column.id} column={column} sort={sort} onSort={change} />
            ))}
          </tr>
        </thead>
        <tbody>
          {sortRows(rows, columns, sort).map((row) => (
            <tr
              key={keyOf(row)}
              data-to={toOf?.(row)}
              onClick={({ target }) => {
                const isOther = target instanceof Element && target.closest("a, button, input, select, label") !== null
                if (toOf !== undefined && !isOther && getSelection()?.isCollapsed !== false) void navigate(toOf(row))
              }}
            >
              {columns.map(({ cell, id, isMinor, label }, index) =>
                index === 0 ? (
                  <th key={id} scope="row">
                    {cell(row)}
                  </th>
                ) : (
                  <td key={id} data-minor={isMinor} className={label === "" ? "gf-cell-actions" : undefined}>
                    {cell(row)}
                  </td>
                )
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface HeadingProps<Row> {
  readonly column: Column<Row>
  readonly sort: string
  readonly onSort: (id: string) => void
}

const Heading = <Row,>({ column: { by, id, isMinor, label }, onSort, sort }: HeadingProps<Row>) => {
  const isSorted = sort.replace(/^-/, "") === id
  const direction = sort.startsWith("-") ? "descending" : "ascending"
  return (
    <th scope="col" data-minor={isMinor} aria-sort={by === undefined ? undefined : isSorted ? direction : "none"}>
      {label === "" ? (
        <span className="gf-visually-hidden">Actions</span>
      ) : by === undefined ? (
        label
      ) : (
        <button
          type="button"
          className="sort"
          data-direction={isSorted ? direction : undefined}
          onClick={() => onSort(id)}
        >
          {label}
          <Glyph name="chevronDown" />
        </button>
      )}
    </th>
  )
}
