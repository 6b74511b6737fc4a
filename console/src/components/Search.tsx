import { useEffect, useRef } from "react"
import { Glyph } from "./Glyph.tsx"

export interface SearchProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
}

/** Filters a list. The key "/" leads here, and Escape clears it. */
export const Search = ({ label, onChange, value }: SearchProps) => {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { target } = event
      const isTyping = target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)
      if (event.key !== "/" || isTyping || document.querySelector("dialog[open]") !== null) return
      event.preventDefault()
      input.current?.focus()
    }
    document.addEventListener("keydown", onKey)
    return () => document.removeEventListener("keydown", onKey)
  }, [])
  return (
    <div className="search">
      <Glyph name="search" />
      <input
        ref={input}
        type="search"
        className="gf-input"
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        onKeyDown={({ key }) => (key === "Escape" ? onChange("") : undefined)}
      />
      <kbd aria-hidden>/</kbd>
    </div>
  )
}
