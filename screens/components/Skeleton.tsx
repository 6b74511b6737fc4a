import { classNames } from "../lib/classNames.ts"
import { useLoadedText } from "../text/AuthText.tsx"

export interface SkeletonProps {
  /** How many rows to expect. */
  readonly rows?: number | undefined
  /** An `item` is as high as a row of a card. */
  readonly kind?: "row" | "block" | "short" | "item" | undefined
}

/** As large as what is being loaded, so that nothing jumps. */
export const Skeleton = ({ kind = "row", rows = 1 }: SkeletonProps) => (
  <div
    className={kind === "item" ? "gf-rows" : "gf-stack-tight"}
    role="status"
    aria-label={useLoadedText()?.common.loading}
  >
    {Array.from({ length: rows }, (_, row) =>
      kind === "item" ? (
        <div key={row} className="gf-item">
          <span className="gf-skeleton gf-skeleton-icon" />
          <div className="gf-item-main">
            <span className="gf-skeleton gf-skeleton-short" />
            <span className="gf-skeleton gf-skeleton-line" />
          </div>
        </div>
      ) : (
        <span key={row} className={classNames("gf-skeleton", `gf-skeleton-${kind}`)} />
      )
    )}
  </div>
)
