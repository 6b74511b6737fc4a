import type { ComponentProps } from "react"
import { classNames } from "../lib/classNames.ts"

export type ButtonVariant = "primary" | "secondary" | "ghost" | "danger" | "danger-quiet"

export interface ButtonLook {
  readonly variant?: ButtonVariant | undefined
  readonly size?: "small" | "icon" | undefined
  /** As wide as its container. */
  readonly block?: boolean | undefined
}

export const buttonClass = ({ block, size, variant = "secondary" }: ButtonLook): string =>
  classNames("gf-button", `gf-button-${variant}`, size && `gf-button-${size}`, block && "gf-button-block")

export type ButtonProps = ComponentProps<"button"> &
  ButtonLook & {
    /** Its action is under way: it does nothing, but keeps the focus. */
    readonly isPending?: boolean | undefined
    /** Disabled for now, such as "Save" without a change: it does nothing, but keeps the focus. */
    readonly isOff?: boolean | undefined
  }

export const Button = ({
  block,
  children,
  isOff = false,
  isPending = false,
  onClick,
  size,
  variant,
  ...props
}: ButtonProps) => (
  <button
    type="button"
    {...props}
    className={buttonClass({ block, size, variant })}
    aria-busy={isPending || undefined}
    aria-disabled={isPending || isOff || undefined}
    // Preventing the click also keeps a form from being sent twice.
    onClick={isPending || isOff ? (event) => event.preventDefault() : onClick}
  >
    {isPending && <span className="gf-spinner" aria-hidden />}
    {children}
  </button>
)
