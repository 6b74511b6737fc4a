import { pages } from "../lib/pages.ts"
import { ButtonLink } from "./ButtonLink.tsx"
import { OutcomeCard } from "./OutcomeCard.tsx"

export const NotFound = () => (
  <OutcomeCard title="Page not found" actions={<ButtonLink to={pages.home}>Go to the home page</ButtonLink>}>
    There is nothing at this address.
  </OutcomeCard>
)
