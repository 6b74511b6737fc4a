import { useState } from "react"
import { Button } from "#screens/components/Button"

export interface Pages {
  /** Where the page starts; undefined for the first one. */
  readonly cursor: string | undefined
  readonly number: number
  readonly next: (cursor: string) => void
  readonly previous: () => void
}

/** Goes through a list whose pages only know where the next one starts. */
export const usePages = (): Pages => {
  const [cursors, setCursors] = useState<ReadonlyArray<string>>([])
  return {
    cursor: cursors.at(-1),
    number: cursors.length + 1,
    next: (cursor) => setCursors([...cursors, cursor]),
    previous: () => setCursors(cursors.slice(0, -1))
  }
}

/** The paging input of a procedure. */
export const pageOf = ({ cursor }: Pages, limit: number) => ({ limit, ...(cursor !== undefined && { cursor }) })

export interface PagerProps {
  readonly pages: Pages
  readonly nextCursor: string | null
  /** Whether the page is still being read. */
  readonly isPending: boolean
}

/** The way to the next page and back; nothing when there is only one. */
export const Pager = ({ isPending, nextCursor, pages }: PagerProps) => {
  if (nextCursor === null && pages.number === 1) return null
  return (
    <nav className="gf-row-between" aria-label="Pages">
      <Button size="small" disabled={pages.number === 1} isPending={isPending} onClick={pages.previous}>
        Previous
      </Button>
      <span className="gf-muted gf-small">Page {pages.number}</span>
      <Button
        size="small"
        disabled={nextCursor === null}
        isPending={isPending}
        onClick={() => (nextCursor === null ? undefined : pages.next(nextCursor))}
      >
        Next
      </Button>
    </nav>
  )
}
