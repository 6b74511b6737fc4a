import { useState, useTransition } from "react"
import { Button } from "../../components/Button.tsx"

export interface Pages {
  /** Where the page starts; undefined for the first one. */
  readonly cursor: string | undefined
  readonly number: number
  readonly isPending: boolean
  readonly next: (cursor: string) => void
  readonly previous: () => void
}

/** Goes through a list whose pages only know where the next one starts. The old page stays until the new one is there. */
export const usePages = (): Pages => {
  const [cursors, setCursors] = useState<ReadonlyArray<string>>([])
  const [isPending, startTransition] = useTransition()
  return {
    cursor: cursors.at(-1),
    number: cursors.length + 1,
    isPending,
    next: (cursor) => startTransition(() => setCursors([...cursors, cursor])),
    previous: () => startTransition(() => setCursors(cursors.slice(0, -1)))
  }
}

export interface PagerProps {
  readonly pages: Pages
  readonly nextCursor: string | null
}

/** The way to the next page and back; nothing when there is only one. */
export const Pager = ({ nextCursor, pages }: PagerProps) => {
  if (nextCursor === null && pages.number === 1) return null
  return (
    <nav className="row-between" aria-label="Pages">
      <Button size="small" disabled={pages.number === 1} isPending={pages.isPending} onClick={pages.previous}>
        Previous
      </Button>
      <span className="muted small">Page {pages.number}</span>
      <Button
        size="small"
        disabled={nextCursor === null}
        isPending={pages.isPending}
        onClick={() => (nextCursor === null ? undefined : pages.next(nextCursor))}
      >
        Next
      </Button>
    </nav>
  )
}
