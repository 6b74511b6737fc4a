import { useCallback, useEffect, useState, useSyncExternalStore } from "react"
import { readVersion, onChange } from "./changes.ts"

/** The result of a read. It stays while the data is read again. */
export type Read<A> =
  | { readonly status: "pending" }
  | { readonly status: "failed"; readonly error: unknown; readonly retry: () => void }
  | { readonly status: "done"; readonly value: A }

type Outcome<A> = { readonly about: string } & ({ readonly value: A } | { readonly error: unknown })

/** Reads the data that `about` names, and again after each change. */
export const useRead = <A>(about: string, read: (signal: AbortSignal) => Promise<A>): Read<A> => {
  const version = useSyncExternalStore(onChange, readVersion)
  const [attempt, setAttempt] = useState(0)
  const [outcome, setOutcome] = useState<Outcome<A>>()
  const retry = useCallback(() => setAttempt((attempt) => attempt + 1), [])
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    read(signal).then(
      (value) => (signal.aborted ? undefined : setOutcome({ about, value })),
      (error: unknown) => (signal.aborted ? undefined : setOutcome({ about, error }))
    )
    return () => controller.abort()
    // `about` replaces `read` here, which is a new function on every render.
  }, [about, version, attempt])
  if (outcome?.about !== about) return { status: "pending" }
  return "value" in outcome
    ? { status: "done", value: outcome.value }
    : { status: "failed", error: outcome.error, retry }
}
