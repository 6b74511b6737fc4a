import { classNames } from "../lib/classNames.ts"

export interface SkeletonProps {
  /** How many rows to expect. */
  readonly rows?: number | undefined
  readonly kind?: "row" | "block" | "short" | undefined
}

/** As large as what is being loaded, so that nothing jumps. */
export const Skeleton = ({ kind = "row", rows = 1 }: SkeletonProps) => (
  <div className="gf-stack-tight" role="status" aria-label="Loading">
    {Array.from({ length: rows }, (_, row) => (
      <span key={row} className={classNames("gf-skeleton", `gf-skeleton-${kind}`)} />
    ))}
  </div>
)
