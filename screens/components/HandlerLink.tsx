import { useSearch } from "../lib/url.ts"
import { Link, type LinkProps } from "./Link.tsx"

/** A link between the sign-in pages: where to return to afterwards stands in the query, and goes along. */
export const HandlerLink = ({ to, ...props }: LinkProps) => <Link {...props} to={to + useSearch()} />
