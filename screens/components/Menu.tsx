import { type ReactNode, useEffect, useRef, useState } from "react"

export interface MenuProps {
  /** What the button says to screen readers. */
  readonly label: string
  readonly className: string
  /** What the button shows. */
  readonly button: ReactNode
  readonly children: ReactNode
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
