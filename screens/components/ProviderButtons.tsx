import { OAuth } from "gatefold"
import { useAction, useProject } from "gatefold/react"
import { type ReactNode, useState } from "react"
import { classNames } from "../lib/classNames.ts"
import { readLastMethod, rememberMethod } from "../lib/lastMethod.ts"
import { sortProviders, listProviders, formatProvider } from "../lib/providers.ts"
import { useAuthText } from "../text/AuthText.tsx"
import { Button } from "./Button.tsx"
import { FormError } from "./FormError.tsx"
import { Icon } from "./Icon.tsx"
import { lastUsedDescriptionId, LastUsed } from "./LastUsed.tsx"
import { ProviderIcon } from "./ProviderIcon.tsx"

/** How many providers show at first. */
const mostShown = 4

/** If there are more providers, each row has two buttons, which show only the provider's name. */
const mostRows = 3

const moreId = "gf-more-providers"

export interface ProviderButtonsProps {
  /** Another method, above the rest of the providers. */
  readonly children?: ReactNode
}

/** A button for each provider that the project has enabled, and for your custom ones. New users get an account. */
export const ProviderButtons = ({ children }: ProviderButtonsProps) => {
  const t = useAuthText()
  const { enabledOAuthProviders } = useProject().config
  const start = useAction(OAuth.start)
  const [last] = useState(readLastMethod)
  const [isAll, setAll] = useState(false)
  const [chosen, setChosen] = useState<string>()
  const ids = sortProviders(listProviders(enabledOAuthProviders), last)
  const isGrid = ids.length > mostRows
  // The one that was used last fills a row: there are as many rows as without it.
  const shown = isAll ? ids : ids.slice(0, isGrid && ids[0] === last ? mostShown - 1 : mostShown)
  const go = (provider: string) => {
    setChosen(provider)
    rememberMethod(provider)
    void start.run({ provider })
  }
  if (ids.length === 0) return children
  return (
    <>
      <div id={moreId} className={isGrid ? "gf-providers gf-providers-grid" : "gf-providers"}>
        {shown.map((id) => {
          const label = t.signIn.continueWith({ provider: formatProvider(id) })
          const isShort = isGrid && id !== last
          return (
            <div key={id} className={classNames(isGrid && !isShort && "gf-provider-wide")}>
              <Button
                block
                aria-label={isShort ? label : undefined}
                aria-describedby={lastUsedDescriptionId(id === last)}
                isPending={start.isPending && chosen === id}
                onClick={() => go(id)}
              >
                <ProviderIcon provider={id} />
                {isShort ? formatProvider(id) : label}
                {id === last && <LastUsed />}
              </Button>
            </div>
          )
        })}
      </div>
      {children}
      {(isAll || shown.length < ids.length) && (
        <Button
          variant="ghost"
          size="small"
          block
          aria-expanded={isAll}
          aria-controls={moreId}
          onClick={() => setAll(!isAll)}
        >
          {isAll ? t.signIn.fewerOptions : t.signIn.moreOptions}
          <Icon name="chevronDown" />
        </Button>
      )}
      <FormError error={start.error} />
    </>
  )
}
