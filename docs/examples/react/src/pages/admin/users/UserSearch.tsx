import { useEffect, useRef, useState } from "react"
import { Field } from "#screens/components/Field"

export interface UserSearchProps {
  readonly label?: string | undefined
  readonly query: string
  readonly onSearch: (query: string) => void
}

const pauseMillis = 250

/** A field that searches when typing pauses. */
export const UserSearch = ({ label = "Search", onSearch, query }: UserSearchProps) => {
  const [text, setText] = useState(query)
  const searched = useRef(query)
  // the back button has led to another search
  useEffect(() => {
    if (query === searched.current) return
    searched.current = query
    setText(query)
  }, [query])
  useEffect(() => {
    const wanted = text.trim()
    if (wanted === searched.current) return
    const timer = setTimeout(() => {
      searched.current = wanted
      onSearch(wanted)
    }, pauseMillis)
    return () => clearTimeout(timer)
    // only what was typed counts, not who listens
  }, [text])
  return (
    <Field
      label={label}
      type="search"
      placeholder="Name, email or ID"
      value={text}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
    />
  )
}
