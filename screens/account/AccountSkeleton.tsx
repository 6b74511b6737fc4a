import { CardsSkeleton } from "../components/CardsSkeleton.tsx"
import { Skeleton } from "../components/Skeleton.tsx"
import { parts } from "./parts.ts"

/** Instead of the account, at the same places. */
export const AccountSkeleton = () => (
  <div className="gf-with-sidebar">
    <div className="gf-aside">
      <Skeleton kind="item" />
      <div className="gf-sidebar">
        {Object.keys(parts).map((name) => (
          <span key={name} className="gf-sidebar-skeleton">
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
