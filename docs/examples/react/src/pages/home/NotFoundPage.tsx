import { ButtonLink } from "../../components/ButtonLink.tsx"
import { OutcomeCard } from "../auth/OutcomeCard.tsx"

export default function NotFoundPage() {
  return (
    <OutcomeCard title="Page not found" actions={<ButtonLink to="/">Go to the home page</ButtonLink>}>
      There is nothing at this address.
    </OutcomeCard>
  )
}
