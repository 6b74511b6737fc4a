import type { ReactNode } from "react"
import { OutcomeCard } from "../components/OutcomeCard.tsx"

/** The URL has no code: it was cut off, or the page was reloaded after the code was taken out of the URL. */
export const NoCodeCard = ({ actions }: { readonly actions?: ReactNode }) => (
  <OutcomeCard title="This link is not complete" tone="danger" actions={actions}>
    The code is missing. Open the link from the mail again; if it was used already, ask for a new one.
  </OutcomeCard>
)
