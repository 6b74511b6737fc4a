import { type ReactNode, useEffect, useRef, useState } from "react"

export interface MenuProps {
  /** What the button says to screen readers. */
  readonly label: string
  readonly className: string
  /** What the button shows. */
  readonly button: ReactNode
  readonly children: ReactNode
}

/** How far from the edge of the window the list stays. */
const margin = 8

/**
 * Puts the list below its button, or above where there is no room below. It begins or ends with the button, whichever
 * edge of the window is farther, and is never cut off.
 */
const inWindow = (list: HTMLElement | null) => {
  const menu = list?.parentElement
  if (!list || !menu) return
  const place = () => {
    const button = menu.getBoundingClientRect()
    const { clientHeight, clientWidth } = document.documentElement
    const isRight = button.left + button.right > clientWidth
    const wanted = isRight ? button.right - list.offsetWidth : button.left
    const left = Math.max(margin, Math.min(wanted, clientWidth - margin - list.offsetWidth))
    list.style.left = `${left - button.left}px`
    const height = list.offsetHeight + margin
    const isAbove = button.bottom + height > clientHeight && button.top > height
    list.style.top = `${isAbove ? -height : button.height + margin}px`
  }
  place()
  addEventListener("resize", place)
  return () => removeEventListener("resize", place)
}

/** A button that opens a small list of links and buttons; each of them closes it. */
export const Menu = ({ button, children, className, label }: MenuProps) => {
  const [isOpen, setOpen] = useState(false)
  const menu = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!isOpen) return
    const closeOutside = ({ target }: Event) => {
      if (!(target instanceof Node) || menu.current?.contains(target) !== true) setOpen(false)
    }
    const closeByKey = ({ key }: KeyboardEvent) => {
      if (key !== "Escape") return
      setOpen(false)
      opener.current?.focus()
    }
    document.addEventListener("pointerdown", closeOutside)
    document.addEventListener("focusin", closeOutside)
    document.addEventListener("keydown", closeByKey)
    return () => {
      document.removeEventListener("pointerdown", closeOutside)
      document.removeEventListener("focusin", closeOutside)
      document.removeEventListener("keydown", closeByKey)
    }
  }, [isOpen])
  return (
    <div className="gf-menu" ref={menu}>
      <button
        ref={opener}
        type="button"
        className={className}
        aria-label={label}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {button}
      </button>
      {isOpen && (
        <div
          ref={inWindow}
          className="gf-menu-popup"
          onClick={({ target }) => {
            if (target instanceof Element && target.closest("a, button") !== null) setOpen(false)
          }}
        >
          {children}
        </div>
      )}
    </div>
  )
}
