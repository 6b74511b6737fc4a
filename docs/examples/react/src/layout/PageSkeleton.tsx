import { Skeleton } from "../components/Skeleton.tsx"

/** Instead of a page that is on its way. */
export const PageSkeleton = () => (
  <div className="page">
    <Skeleton kind="short" />
    <Skeleton kind="block" rows={2} />
  </div>
)
