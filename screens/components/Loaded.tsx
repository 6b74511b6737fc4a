import type { ResourceResult } from "gatefold/react"
import type { ReactNode } from "react"
import { type AppFailure, describeError, findFaultId } from "../lib/describeError.ts"
import { useWhenOnline } from "../lib/useWhenOnline.ts"
import { useText } from "../text/Text.tsx"
import { Button } from "./Button.tsx"
import { Notice } from "./Notice.tsx"
import { RequestId } from "./RequestId.tsx"
import { Skeleton } from "./Skeleton.tsx"

export interface LoadedProps<A> {
  readonly read: ResourceResult<A, AppFailure>
  /** How many rows to expect. */
  readonly rows?: number | undefined
  /** Shown while loading. Make it as tall as the expected content. */
  readonly loading?: ReactNode
  readonly children: (value: A) => ReactNode
}

/** Shows a value, a placeholder while it loads, or the reason why it cannot be shown. */
export const Loaded = <A,>({ children, loading, read, rows = 2 }: LoadedProps<A>) => {
  if (read.status === "pending") return loading ?? <Skeleton rows={rows} />
  if (read.status === "success") return children(read.value)
  return <NotLoaded error={read.error} retry={() => void read.refetch()} />
}

const NotLoaded = ({ error, retry }: { readonly error: AppFailure; readonly retry: () => void }) => {
  const t = useText()
  useWhenOnline(retry)
  return (
    <Notice tone="danger" role="alert">
      <p>{describeError(t, error)}</p>
      <p>
        <Button size="small" onClick={retry}>
          {t.common.tryAgain}
        </Button>
      </p>
      <RequestId id={findFaultId(error)} />
    </Notice>
  )
}
