import { useEffect } from "react"
import { ButtonLink } from "../components/ButtonLink.tsx"
import type { IconName } from "../components/Icon.tsx"
import { OutcomeCard } from "../components/OutcomeCard.tsx"
import { type Method, rememberMethod } from "../lib/lastMethod.ts"
import { pages } from "../lib/pages.ts"
import { useAuthText } from "../text/AuthText.tsx"

export interface SignedInProps {
  readonly title: string
  readonly icon?: IconName | undefined
  readonly method?: Method | undefined
}

/** For a moment, until the redirect to the page after a sign-in; for longer where that does not work. */
export const SignedIn = ({ icon = "user", method, title }: SignedInProps) => {
  const t = useAuthText()
  useEffect(() => {
    if (method !== undefined) rememberMethod(method)
  }, [method])
  return (
    <OutcomeCard
      title={title}
      icon={icon}
      tone="success"
      actions={
        <ButtonLink variant="primary" block to={pages.home}>
          {t.common.continue}
        </ButtonLink>
      }
    />
  )
}
