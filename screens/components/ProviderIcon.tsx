import { useSyncExternalStore } from "react"
import type { Mark } from "../lib/providerMarks.ts"
import { Icon } from "./Icon.tsx"

type Marks = Readonly<Record<string, Mark>>

/** The marks of all providers, which load when the first of them shows. */
let marks: Marks | undefined
let isLoading = false
const waiting = new Set<() => void>()

const load = async () => {
  isLoading = true
  marks = await import("../lib/providerMarks.ts").then(
    (file) => file.marks,
    () => ({})
  )
  for (const tell of waiting) tell()
}

const subscribe = (tell: () => void) => {
  waiting.add(tell)
  if (!isLoading) void load()
  return () => void waiting.delete(tell)
}

const useMarks = () =>
  useSyncExternalStore(
    subscribe,
    () => marks,
    () => undefined
  )

/** The mark of a provider, where this app knows it. Its place is empty until the marks are there. */
export const ProviderIcon = ({ provider }: { readonly provider: string }) => {
  const marks = useMarks()
  const mark = marks !== undefined && Object.hasOwn(marks, provider) ? marks[provider] : undefined
  if (marks !== undefined && mark === undefined) return <Icon name="link" />
  const size = mark?.size ?? 24
  return (
    <svg aria-hidden width="1.25em" height="1.25em" viewBox={`0 0 ${size} ${size}`} fill="currentColor">
      {mark?.shapes.map((shape) => (
        <path key={shape.d} {...shape} />
      ))}
    </svg>
  )
}
