import { type RefObject, useEffect } from "react"

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** How far a key moves: j and k from anywhere on the page, the arrows from within the list. */
const findStep = (key: string, isInside: boolean): number => {
  if (key === "j" || (isInside && key === "ArrowDown")) return 1
  return key === "k" || (isInside && key === "ArrowUp") ? -1 : 0
}

/** Moves the focus between the entries of a list, which are links with `data-row`. Enter opens them, as any link. */
export const useListKeys = (list: RefObject<HTMLElement | null>) => {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { current } = list
      if (current === null || event.metaKey || event.ctrlKey || event.altKey || event.defaultPrevented) return
      if (isTyping(event.target) || document.querySelector("dialog[open]") !== null) return
      const step = findStep(event.key, current.contains(document.activeElement))
      if (step === 0) return
      const entries = [...current.querySelectorAll<HTMLElement>("[data-row]")]
      const at = entries.findIndex((entry) => entry === document.activeElement)
      const marked = entries.findIndex((entry) => entry.getAttribute("aria-current") === "page")
      const from = at === -1 ? marked : at
      const next = entries[Math.max(0, Math.min(entries.length - 1, from + step))]
      if (next === undefined) return
      event.preventDefault()
      next.focus()
      next.scrollIntoView({ block: "nearest" })
    }
    document.addEventListener("keydown", onKey)
    return () => document.removeEventListener("keydown", onKey)
  }, [list])
}
