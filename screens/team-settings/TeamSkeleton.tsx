import { CardsSkeleton } from "../components/CardsSkeleton.tsx"
import { Skeleton } from "../components/Skeleton.tsx"

/** Instead of the teams, at the same places. */
export const TeamSkeleton = () => (
  <div className="gf-page">
    <div className="gf-page-header-skeleton">
      <Skeleton kind="short" />
      <Skeleton />
    </div>
    <CardsSkeleton />
  </div>
)
