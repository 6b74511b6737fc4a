import type { ReactNode } from "react"
import { OutcomeCard } from "../components/OutcomeCard.tsx"
import { useAuthText } from "../text/AuthText.tsx"

/** The URL has no code: it was cut off, or the page was loaded again after the code was taken out of the URL. */
export const NoCodeCard = ({ actions }: { readonly actions?: ReactNode }) => {
  const t = useAuthText()
  return (
    <OutcomeCard title={t.outcome.noCodeTitle} icon="link" tone="danger" actions={actions}>
      {t.outcome.noCode}
    </OutcomeCard>
  )
}
