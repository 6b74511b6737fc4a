import { type RefObject, useEffect, useRef } from "react"
import { useLocation } from "react-router"

/** Scrolls a line of links to the current one: phones show only a part of the line. */
export const useCurrentInView = (): RefObject<HTMLElement | null> => {
  const line = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  useEffect(() => {
    line.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" })
  }, [pathname])
  return line
}
