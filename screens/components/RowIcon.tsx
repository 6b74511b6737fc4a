import type { ReactNode } from "react"

/** The picture of a row that is no person. */
export const RowIcon = ({ children }: { readonly children: ReactNode }) => (
  <span className="gf-list-icon" aria-hidden>
    {children}
  </span>
)
