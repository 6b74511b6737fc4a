/** What `mounts.ts` runs when there is a document. */
import * as Layer from "effect/Layer"
import { act, Suspense } from "react"
import { createRoot } from "react-dom/client"
import { CurrentUser } from "../../../src/index.ts"
import { AuthProvider, useAction, useTeams, useUser } from "../../../src/react/index.ts"
import * as MemoryTokenStore from "../../../src/token/MemoryTokenStore.ts"
import { TokenStore } from "../../../src/token/TokenStore.ts"
import type { Verdict } from "../../support/verdicts.ts"
import { makePeople } from "./makePeople.ts"
import { growth, usage } from "./Usage.ts"

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const Profile = () => {
  const user = useUser({ or: "throw" })
  const teams = useTeams()
  const rename = useAction(CurrentUser.setDisplayName)
  return (
    <button disabled={rename.isPending} onClick={() => rename.run("Ann")}>
      {`${user.displayName} is in ${teams.length} teams`}
    </button>
  )
}

const turn = () => act(() => new Promise<void>((resolve) => void setImmediate(resolve)))

export const mounted = async (count: number): Promise<ReadonlyArray<Verdict>> => {
  const { dispose, forget, options, tokens } = await makePeople()
  // One for all of them, as cookies are in a page, so that what still listens to it stays.
  const tokenStore = Layer.succeed(TokenStore, MemoryTokenStore.make(tokens))
  const mount = async () => {
    const place = document.createElement("div")
    document.body.append(place)
    const root = createRoot(place)
    await act(() =>
      root.render(
        <AuthProvider options={{ ...options, tokenStore }}>
          <Suspense fallback="…">
            <Profile />
          </Suspense>
        </AuthProvider>
      )
    )
    for (let turns = 0; !place.textContent.includes("Ann is in 0 teams"); turns++) {
      if (turns > 10_000) throw new Error(`the page shows ${place.innerHTML}`)
      await turn()
    }
    await act(() => root.unmount())
    place.remove()
  }
  for (let i = 0; i < Math.ceil(count / 3); i++) await mount()
  await forget()
  const before = await usage()
  for (let i = 0; i < count; i++) await mount()
  await forget()
  const verdict = growth(
    "providers and hooks of React, mounted and taken away",
    `${count} mounts`,
    before,
    await usage()
  )
  await dispose()
  return [verdict]
}
