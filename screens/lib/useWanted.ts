import { useEffect, useState } from "react"

/**
 * A value that shows a change before the service has answered, and the stored value again if that did not work.
 * One change at a time: others are ignored meanwhile.
 */
export const useWanted = <A>(
  value: A,
  change: (wanted: A) => Promise<boolean>
): readonly [shown: A, want: (wanted: A) => void] => {
  const [wanted, setWanted] = useState<{ readonly value: A; readonly isPending: boolean }>()
  // The page has read it again.
  useEffect(() => setWanted(undefined), [value])
  const want = async (next: A) => {
    if (wanted?.isPending === true) return
    setWanted({ value: next, isPending: true })
    const isDone = await change(next)
    setWanted((now) => (isDone && now !== undefined ? { value: next, isPending: false } : undefined))
  }
  return [wanted === undefined ? value : wanted.value, (next) => void want(next)]
}
