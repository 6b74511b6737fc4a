import type { ReactNode } from "react"
import { NavLink, useSearchParams } from "react-router"
import { Glyph } from "./Glyph.tsx"

interface ListLinkProps {
  readonly to: string
  /** Whether its details are beside the list, though it was not opened. */
  readonly isShown?: boolean
  readonly children: ReactNode
}

/** An entry of a list that opens beside it. Filters of the list stay. */
export const ListLink = ({ children, isShown, to }: ListLinkProps) => {
  const [params] = useSearchParams()
  return (
    <NavLink
      className="detail-link"
      data-row
      data-shown={isShown || undefined}
      to={{ pathname: to, search: params.toString() }}
    >
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
        <Glyph name="arrowLeft" />
        {children}
      </NavLink>
    </p>
  )
}
