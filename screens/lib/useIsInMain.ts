import { type RefObject, useLayoutEffect, useState } from "react"

const useClientLayoutEffect = typeof document === "undefined" ? () => undefined : useLayoutEffect

/** Whether an element is inside the `<main>` of the app: a page has one of them. */
export const useIsInMain = (element: RefObject<HTMLElement | null>): boolean => {
  const [isInMain, setInMain] = useState(false)
  useClientLayoutEffect(() => {
    setInMain((element.current?.parentElement?.closest("main, [role=main]") ?? null) !== null)
  }, [element])
  return isInMain
}
