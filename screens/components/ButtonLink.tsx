import { buttonClass, type ButtonLook } from "./Button.tsx"
import { Link, type LinkProps } from "./Link.tsx"

/** A link that looks like a button. */
export const ButtonLink = ({ block, size, variant, ...props }: LinkProps & ButtonLook) => (
  <Link {...props} className={buttonClass({ block, size, variant })} />
)
