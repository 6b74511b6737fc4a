import { Skeleton } from "./Skeleton.tsx"

/** Instead of a card with rows. */
export const CardsSkeleton = ({ rows = 3 }: { readonly rows?: number | undefined }) => (
  <div className="gf-card">
    <div className="gf-card-body">
      <Skeleton kind="item" rows={rows} />
    </div>
  </div>
)
