import type { ReactNode } from "react"
import { NavLink, useSearchParams } from "react-router"

/** An entry of a list that opens beside it. Filters of the list stay. */
export const ListLink = ({ children, to }: { readonly to: string; readonly children: ReactNode }) => {
  const [params] = useSearchParams()
  return (
    <NavLink className="detail-link" data-row to={{ pathname: to, search: params.toString() }}>
      {children}
    </NavLink>
  )
}

/** Leads back to the list where there is only room for one of both. */
export const BackToList = ({ children, to }: { readonly to: string; readonly children: ReactNode }) => {
  const [params] = useSearchParams()
  return (
    <p className="back detail-back">
      <NavLink end to={{ pathname: to, search: params.toString() }}>
        ← {children}
      </NavLink>
    </p>
  )
}
