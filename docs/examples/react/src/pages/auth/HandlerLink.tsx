import type { ReactNode } from "react"
import { Link, useLocation } from "react-router"

export interface HandlerLinkProps {
  readonly to: string
  readonly children: ReactNode
}

/** A link between the sign-in pages: where to return to afterwards stands in the query, and goes along. */
export const HandlerLink = ({ children, to }: HandlerLinkProps) => {
  const { search } = useLocation()
  return <Link to={{ pathname: to, search }}>{children}</Link>
}
