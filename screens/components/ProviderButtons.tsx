import { OAuth } from "gatefold"
import { useAction, useProject } from "gatefold/react"
import { useState } from "react"
import { lastMethod, rememberMethod } from "../lib/lastMethod.ts"
import { inOrder, providerName } from "../lib/providers.ts"
import { useAuthText } from "../text/AuthText.tsx"
import { Button } from "./Button.tsx"
import { FormError } from "./FormError.tsx"
import { describedByLastUsed, LastUsed } from "./LastUsed.tsx"
import { ProviderIcon } from "./ProviderIcon.tsx"

/** How many providers show at first. */
const mostShown = 4

/** If there are more providers, each row has two buttons, which show only the provider's name. */
const mostRows = 3

/** A button for each provider that the project has enabled. New users get an account. */
export const ProviderButtons = () => {
  const t = useAuthText()
  const { enabledOAuthProviders } = useProject().config
  const start = useAction(OAuth.start)
  const [last] = useState(lastMethod)
  const [isAll, setAll] = useState(false)
  const [chosen, setChosen] = useState<string>()
  const ids = inOrder(
    enabledOAuthProviders.map(({ id }) => id),
    last
  )
  const shown = isAll ? ids : ids.slice(0, mostShown)
  const isGrid = ids.length > mostRows
  const go = (provider: string) => {
    setChosen(provider)
    rememberMethod(provider)
    void start.run({ provider })
  }
  if (ids.length === 0) return null
  return (
    <>
      <div className={isGrid ? "gf-providers gf-providers-grid" : "gf-providers"}>
        {shown.map((id) => {
          const label = t.signIn.continueWith({ provider: providerName(id) })
          return (
            <span key={id} className="gf-provider">
              <Button
                block
                aria-label={label}
                aria-describedby={describedByLastUsed(id === last)}
                isPending={start.isPending && chosen === id}
                onClick={() => go(id)}
              >
                <ProviderIcon provider={id} />
                {isGrid ? providerName(id) : label}
              </Button>
              {/* Not inside: what a button shows has to be part of its name. */}
              {id === last && <LastUsed />}
            </span>
          )
        })}
      </div>
      {shown.length < ids.length && (
        <button type="button" className="gf-link-button gf-link-button-quiet" onClick={() => setAll(true)}>
          {t.signIn.moreOptions}
        </button>
      )}
      <FormError error={start.error} />
    </>
  )
}
