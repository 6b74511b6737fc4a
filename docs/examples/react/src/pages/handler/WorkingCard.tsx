import { AuthCard } from "../auth/AuthCard.tsx"

/** While a page does its work by itself. */
export const WorkingCard = ({ title }: { readonly title: string }) => (
  <AuthCard title={title}>
    <p className="working" role="status">
      <span className="spinner" aria-hidden />
      One moment …
    </p>
  </AuthCard>
)
