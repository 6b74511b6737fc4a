import { PageTitle } from "../components/PageTitle.tsx"

/** Shown while a page works without the user's input. */
export const WorkingCard = ({ title }: { readonly title: string }) => (
  <div className="gf-auth-page">
    <div className="gf-auth-card">
      <div className="gf-auth-header" role="status">
        <span className="gf-outcome-icon">
          <span className="gf-spinner" aria-hidden />
        </span>
        <PageTitle>{title}</PageTitle>
      </div>
    </div>
  </div>
)
