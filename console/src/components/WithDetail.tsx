import { type ReactNode, useRef } from "react"
import { useListKeys } from "../lib/useListKeys.ts"

export interface WithDetailProps {
  readonly label: string
  /** The entries: `<li>` with a `ListLink`. */
  readonly list: ReactNode
  /** Whether something of the list is open: phones show it in place of the list. */
  readonly isOpen: boolean
  readonly children: ReactNode
}

/** A list, and beside it the entry that was chosen. */
export const WithDetail = ({ children, isOpen, label, list }: WithDetailProps) => {
  const element = useRef<HTMLUListElement>(null)
  useListKeys(element)
  return (
    <div className="with-detail" data-open={isOpen || undefined}>
      <ul ref={element} className="detail-list" aria-label={label}>
        {list}
      </ul>
      <div className="detail">{children}</div>
    </div>
  )
}
