import { lazy, Suspense } from "react"
import type { Mark } from "../lib/providerMarks.ts"
import { Icon } from "./Icon.tsx"

interface ProviderIconProps {
  readonly provider: string
}

const iconFrom =
  (marks: Readonly<Record<string, Mark>>) =>
  ({ provider }: ProviderIconProps) => {
    const mark = Object.hasOwn(marks, provider) ? marks[provider] : undefined
    if (mark === undefined) return <Icon name="link" />
    return (
      <svg aria-hidden width="1.25em" height="1.25em" viewBox={`0 0 ${mark.size} ${mark.size}`} fill="currentColor">
        {mark.shapes.map((shape) => (
          <path key={shape.d} {...shape} />
        ))}
      </svg>
    )
  }

/** The marks load when the first of them shows. */
const Loaded = lazy(() =>
  import("../lib/providerMarks.ts").then(
    ({ marks }) => ({ default: iconFrom(marks) }),
    () => ({ default: iconFrom({}) })
  )
)

/** The mark of a provider, where this app knows it. Its place is empty until the marks are there. */
export const ProviderIcon = (props: ProviderIconProps) => (
  <Suspense fallback={<svg aria-hidden width="1.25em" height="1.25em" />}>
    <Loaded {...props} />
  </Suspense>
)
