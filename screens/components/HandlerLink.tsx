import { useSearch } from "../lib/url.ts"
import type { ButtonLook } from "./Button.tsx"
import { ButtonLink } from "./ButtonLink.tsx"
import { Link, type LinkProps } from "./Link.tsx"

/** A link between the sign-in pages. It passes on the query, which says where to return to afterwards. */
export const HandlerLink = ({ to, ...props }: LinkProps) => <Link {...props} to={to + useSearch()} />

/** The same as a button. */
export const HandlerButton = ({ to, ...props }: LinkProps & ButtonLook) => (
  <ButtonLink {...props} to={to + useSearch()} />
)
