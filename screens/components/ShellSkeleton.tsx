import { CardsSkeleton } from "./CardsSkeleton.tsx"
import { Skeleton } from "./Skeleton.tsx"

export interface ShellSkeletonProps {
  /** How many links the navigation will have. */
  readonly links: number
}

/** Instead of the pages of an account or of teams, at the same places. */
export const ShellSkeleton = ({ links }: ShellSkeletonProps) => (
  <div className="gf-with-sidebar">
    <div className="gf-aside">
      <span className="gf-back">
        <span className="gf-skeleton gf-skeleton-word" />
      </span>
      <Skeleton kind="item" />
      <div className="gf-sidebar">
        {Array.from({ length: links }, (_, link) => (
          <span key={link} className="gf-sidebar-skeleton">
            <span className="gf-skeleton" />
          </span>
        ))}
      </div>
    </div>
    <div className="gf-page">
      <div className="gf-page-header-skeleton">
        <Skeleton kind="short" />
        <Skeleton />
      </div>
      <CardsSkeleton />
    </div>
  </div>
)
