import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from "react"

export interface MenuProps {
  /** The label of the button for screen readers. */
  readonly label: string
  readonly className: string
  /** The content of the button. */
  readonly button: ReactNode
  readonly children: ReactNode
}

/** How far from the edge of the window the list stays. */
const margin = 8

/**
 * Places the list below its button, or above if it does not fit below. The list aligns with the start or the end of the
 * button, toward the farther edge of the window. Its position is relative to the page, not the window, so that it
 * scrolls with its button.
 */
const place = (button: HTMLElement, list: HTMLElement): void => {
  const box = button.getBoundingClientRect()
  const { clientHeight, clientWidth } = document.documentElement
  const isRight = box.left + box.right > clientWidth
  const wanted = isRight ? box.right - list.offsetWidth : box.left
  const left = Math.max(margin, Math.min(wanted, clientWidth - margin - list.offsetWidth))
  const height = list.offsetHeight + margin
  const isAbove = box.bottom + height > clientHeight && box.top > height
  list.style.left = `${left + scrollX}px`
  list.style.top = `${(isAbove ? box.top - height : box.bottom + margin / 2) + scrollY}px`
}

/** Keeps the list at its button, above everything that would cut it off. */
const keepAt = (button: HTMLElement | null, list: HTMLElement | null) => {
  if (!button || !list) return
  // Browsers from before 2024 do not have popovers: there the list is in front of the page, unless an element clips it.
  if (typeof list.showPopover === "function") list.showPopover()
  // In each frame: the page can scroll, or move when something else on it has loaded.
  let frame = 0
  const follow = () => {
    place(button, list)
    frame = requestAnimationFrame(follow)
  }
  follow()
  return () => cancelAnimationFrame(frame)
}

const listItems = (list: HTMLElement | null): ReadonlyArray<HTMLElement> =>
  Array.from(list?.querySelectorAll<HTMLElement>("a[href], button:not(:disabled)") ?? [])

/** Moves the focus forward or back, and around at the ends. */
const moveFocus = (list: HTMLElement | null, step: 1 | -1): void => {
  const items = listItems(list)
  const current = items.findIndex((item) => item === document.activeElement)
  const next = current === -1 ? (step > 0 ? 0 : -1) : (current + step) % items.length
  items.at(next)?.focus()
}

/** Moves the focus to the item that begins with a word. A single letter moves to the next of several. */
const focusWord = (list: HTMLElement | null, word: string): void => {
  const items = listItems(list)
  const current = items.findIndex((item) => item === document.activeElement)
  const from = word.length === 1 ? current + 1 : Math.max(current, 0)
  const inOrder = [...items.slice(from), ...items.slice(0, from)]
  inOrder.find((item) => item.innerText.trim().toLowerCase().startsWith(word))?.focus()
}

/** Calls `close` when the pointer or the focus goes outside of an element. Returns a function that stops. */
const onOutside = (element: HTMLElement | null, close: () => void): (() => void) => {
  const check = ({ target }: Event) => {
    if (!(target instanceof Node) || element?.contains(target) !== true) close()
  }
  document.addEventListener("pointerdown", check)
  document.addEventListener("focusin", check)
  return () => {
    document.removeEventListener("pointerdown", check)
    document.removeEventListener("focusin", check)
  }
}

/** Letters that follow each other faster than this are one word. */
const wordMillis = 700

/**
 * A button that opens a list of links and buttons; each of them closes it. Arrow keys, Home, End and letters move in
 * it.
 */
export const Menu = ({ button, children, className, label }: MenuProps) => {
  const [isOpen, setOpen] = useState(false)
  const menu = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const first = useRef<"first" | "last" | "list">("list")
  const typed = useRef({ word: "", at: 0 })
  const id = useId()

  // Before the browser paints, else the list shows at the corner of the page first.
  useLayoutEffect(() => {
    if (!isOpen) return
    const release = keepAt(opener.current, list.current)
    const items = listItems(list.current)
    const target = first.current === "list" ? list.current : first.current === "first" ? items[0] : items.at(-1)
    target?.focus({ preventScroll: true })
    const stop = onOutside(menu.current, () => setOpen(false))
    return () => {
      release?.()
      stop()
    }
  }, [isOpen])

  const open = (focus: typeof first.current) => {
    first.current = focus
    setOpen(true)
  }
  const close = () => {
    setOpen(false)
    opener.current?.focus()
  }

  const typeAhead = (letter: string, at: number): void => {
    const isNew = at - typed.current.at > wordMillis
    const word = (isNew ? "" : typed.current.word) + letter.toLowerCase()
    typed.current = { word, at }
    focusWord(list.current, word)
  }

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const { altKey, ctrlKey, key, metaKey, timeStamp } = event
    if (altKey || ctrlKey || metaKey) return
    if (!isOpen) {
      if (key !== "ArrowDown" && key !== "ArrowUp") return
      open(key === "ArrowDown" ? "first" : "last")
    } else if (key === "Escape") close()
    else if (key === "ArrowDown") moveFocus(list.current, 1)
    else if (key === "ArrowUp") moveFocus(list.current, -1)
    else if (key === "Home") listItems(list.current)[0]?.focus()
    else if (key === "End") listItems(list.current).at(-1)?.focus()
    else if (key.length === 1 && (key !== " " || timeStamp - typed.current.at <= wordMillis)) typeAhead(key, timeStamp)
    else return
    // Neither scrolls the page nor closes a dialog around it.
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div className="gf-menu" ref={menu} onKeyDown={onKeyDown}>
      <button
        ref={opener}
        type="button"
        className={className}
        aria-label={label}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        // A click without a pointer is one of the keyboard.
        onClick={({ detail }) => (isOpen ? setOpen(false) : open(detail === 0 ? "first" : "list"))}
      >
        {button}
      </button>
      {isOpen && (
        <div
          ref={list}
          id={id}
          className="gf-menu-popup"
          popover="manual"
          role="group"
          aria-label={label}
          tabIndex={-1}
          onClick={({ target }) => {
            if (target instanceof Element && target.closest("a, button") !== null) close()
          }}
        >
          {children}
        </div>
      )}
    </div>
  )
}
