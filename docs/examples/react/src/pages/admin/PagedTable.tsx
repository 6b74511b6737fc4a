import type { ReactNode } from "react"
import { Loaded } from "#screens/components/Loaded"
import type { AppFailure } from "#screens/lib/describeError"
import type { Kept } from "../../lib/useKept.ts"
import { type AdminColumn, AdminTable } from "./AdminTable.tsx"
import { Pager, type Pages } from "./Pager.tsx"

interface Page<Item> {
  readonly items: ReadonlyArray<Item>
  readonly nextCursor: string | null
}

export interface PagedTableProps<Item> {
  readonly label: string
  readonly columns: ReadonlyArray<AdminColumn>
  readonly read: Kept<Page<Item>, AppFailure>
  readonly pages: Pages
  /** Instead of a table without rows. */
  readonly empty: ReactNode
  readonly row: (item: Item) => ReactNode
}

/** A page of a list as a table. The old page stays until the new one is there. */
export const PagedTable = <Item,>({ columns, empty, label, pages, read, row }: PagedTableProps<Item>) => (
  <Loaded read={read} rows={5}>
    {({ items, nextCursor }) =>
      items.length === 0 ? (
        empty
      ) : (
        <>
          <div aria-busy={read.isOld} className="paged">
            <AdminTable label={label} columns={columns}>
              {items.map(row)}
            </AdminTable>
          </div>
          <Pager pages={pages} nextCursor={nextCursor} isPending={read.isOld} />
        </>
      )
    }
  </Loaded>
)
