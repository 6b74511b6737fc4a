import type { ReactNode } from "react"

/** The icon of a row that does not show a person, where it distinguishes rows. */
export const RowIcon = ({ children }: { readonly children: ReactNode }) => (
  <span className="gf-list-icon" aria-hidden>
    {children}
  </span>
)
