import type { ReactNode } from "react"
import { NavLink, useSearchParams } from "react-router"

/** An entry of a list that opens beside it; what narrows the list stays. */
export const ListLink = ({ children, to }: { readonly to: string; readonly children: ReactNode }) => {
  const [params] = useSearchParams()
  return (
    <NavLink className="detail-link" to={{ pathname: to, search: params.toString() }}>
      {children}
    </NavLink>
  )
}

/** Back to the list, where there is room for one of both only. */
export const BackToList = ({ children, to }: { readonly to: string; readonly children: ReactNode }) => {
  const [params] = useSearchParams()
  return (
    <p className="back detail-back">
      <NavLink end to={{ pathname: to, search: params.toString() }}>
        {children}
      </NavLink>
    </p>
  )
}
