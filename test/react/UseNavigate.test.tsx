// @vitest-environment happy-dom
/** Going to pages of the app from components. */
import * as Effect from "effect/Effect"
import { afterEach, describe, expect, it } from "vitest"
import * as Notifier from "../../src/platform/Notifier.ts"
import * as Navigation from "../../src/platform/page/Navigation.ts"
import { useNavigate } from "../../src/react/index.ts"
import { leave, makeDevice, makeService, settle, show } from "./renderedApp.tsx"

afterEach(leave)

/** Goes to a page, and answers what the notifier was told. */
const go = async (options: Parameters<typeof makeDevice>[2], to: string) => {
  const told: Array<unknown> = []
  const platform = Notifier.layerCustom((error) => Effect.sync(() => void told.push(error)))
  let navigate!: ReturnType<typeof useNavigate>
  const Page = () => {
    navigate = useNavigate()
    return null
  }
  await show(makeDevice(makeService(), undefined, { ...options, platform }), <Page />)
  navigate(to)
  await settle()
  return told
}

describe("useNavigate", () => {
  it("navigates to pages of this app, and reports other targets", async () => {
    const visited: Array<string> = []
    const navigation = Navigation.layerCustom((url) => void visited.push(url))
    expect(await go({ navigation }, "/teams?of=1")).toStrictEqual([])
    expect(visited).toStrictEqual([`${location.origin}/teams?of=1`])
    expect(await go({ navigation }, "https://elsewhere.example/")).toMatchObject([{ _tag: "UntrustedRedirect" }])
    expect(visited).toHaveLength(1)
  })

  it("says what is missing without a navigation", async () => {
    expect(await go({}, "/teams")).toMatchObject([{ _tag: "InvalidOption", option: "navigation" }])
  })
})
