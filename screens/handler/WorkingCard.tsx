import { AuthCard } from "../components/AuthCard.tsx"

/** While a page does its work by itself. */
export const WorkingCard = ({ title }: { readonly title: string }) => (
  <AuthCard title={title}>
    <p className="gf-working" role="status">
      <span className="gf-spinner" aria-hidden />
      One moment …
    </p>
  </AuthCard>
)
