import { Skeleton } from "./Skeleton.tsx"

/** Instead of a page with a card in its middle. */
export const CardSkeleton = () => (
  <div className="gf-auth-page">
    <div className="gf-auth-card">
      <Skeleton kind="short" />
      <Skeleton rows={5} />
    </div>
  </div>
)

/** Instead of a page that is on its way. */
export const PageSkeleton = () => (
  <div className="gf-page">
    <Skeleton kind="short" />
    <Skeleton kind="block" rows={2} />
  </div>
)
