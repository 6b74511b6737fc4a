import { pages } from "../lib/pages.ts"
import { useAuthText } from "../text/AuthText.tsx"
import { ButtonLink } from "./ButtonLink.tsx"
import { OutcomeCard } from "./OutcomeCard.tsx"

export const NotFound = () => {
  const t = useAuthText()
  return (
    <OutcomeCard
      title={t.outcome.notFoundTitle}
      icon="search"
      actions={
        <ButtonLink variant="primary" block to={pages.home}>
          {t.outcome.goHome}
        </ButtonLink>
      }
    >
      {t.outcome.notFound}
    </OutcomeCard>
  )
}
