"use client"
import { useNavigate } from "gatefold/react"
import type { ComponentProps } from "react"

export type LinkProps = Omit<ComponentProps<"a">, "href"> & {
  /** A page of this app, such as `/account`. */
  readonly to: string
}

/** A link to a page of this app, followed by the `navigation` of its options; the browser itself opens new tabs. */
export const Link = ({ onClick, to, ...props }: LinkProps) => {
  const navigate = useNavigate()
  return (
    <a
      {...props}
      href={to}
      onClick={(event) => {
        onClick?.(event)
        const { altKey, button, ctrlKey, metaKey, shiftKey } = event
        if (event.defaultPrevented || button !== 0 || altKey || ctrlKey || metaKey || shiftKey) return
        event.preventDefault()
        navigate(to)
      }}
    />
  )
}
