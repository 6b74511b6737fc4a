// @vitest-environment happy-dom
/**
 * The language of the screens at run time: of the page, of a provider, with texts of the app, and before it is there.
 */
import { act, cleanup, render } from "@testing-library/react"
import { afterEach, describe, expect, it, vi } from "vitest"
import { Root } from "../../screens/components/Root.tsx"
import { useAuthText } from "../../screens/text/AuthText.tsx"
import { languages } from "../../screens/text/languages.ts"
import { type Overrides, Texts, useText } from "../../screens/text/Text.tsx"
import { waitMillis } from "../support/patience.ts"

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const Label = () => <p>{useAuthText().common.signIn}</p>
const Account = () => <p>{useText().account.label}</p>

const shown = async (container: HTMLElement, text: string) => {
  await vi.waitFor(() => expect(container.textContent).toBe(text), waitMillis)
  const root = container.querySelector(".gf")
  return { lang: root?.getAttribute("lang"), dir: root?.getAttribute("dir") }
}

afterEach(() => {
  cleanup()
  document.documentElement.removeAttribute("lang")
})

describe("the language", () => {
  it("is that of the page, also when it changes, and English where there is no other", async () => {
    const { container } = await act(async () =>
      render(
        <Root>
          <Label />
        </Root>
      )
    )
    expect(await shown(container, "Sign in")).toStrictEqual({ lang: "en", dir: "ltr" })
    await act(async () => document.documentElement.setAttribute("lang", "de-AT"))
    expect(await shown(container, "Anmelden")).toStrictEqual({ lang: "de-AT", dir: "ltr" })
    await act(async () => document.documentElement.setAttribute("lang", "ar"))
    expect(await shown(container, "تسجيل الدخول")).toStrictEqual({ lang: "ar", dir: "rtl" })
    await act(async () => document.documentElement.setAttribute("lang", "tlh"))
    expect(await shown(container, "Sign in")).toStrictEqual({ lang: "en", dir: "ltr" })
  })

  it("is that of the nearest provider, for the sign-in pages and the others", async () => {
    const { container } = await act(async () =>
      render(
        <Texts language="fr">
          <Root>
            <Label />
            <Texts language="de">
              <Account />
            </Texts>
          </Root>
        </Texts>
      )
    )
    expect(await shown(container, "Se connecterKonto")).toStrictEqual({ lang: "fr", dir: "ltr" })
  })

  it("has texts of the app instead of its own, from the outside in", async () => {
    const outer: Overrides = { common: { signIn: "Come in" }, account: { label: "Yours" } }
    const inner: Overrides = { account: { label: "Mine" } }
    for (const [language, expected] of [
      ["en", "Come inMineYours"],
      ["es", "Come inMineYours"]
    ] as const) {
      const { container } = await act(async () =>
        render(
          <Texts language={language} overrides={outer}>
            <Root>
              <Texts overrides={inner}>
                <Label />
                <Account />
              </Texts>
              <Account />
            </Root>
          </Texts>
        )
      )
      await shown(container, expected)
      cleanup()
    }
  })

  it("is English when its file cannot be loaded", async () => {
    const { ja } = languages
    Object.assign(languages, { ja: () => Promise.reject(new Error("offline")) })
    try {
      const { container } = await act(async () =>
        render(
          <Texts language="ja">
            <Root>
              <Label />
              <Account />
            </Root>
          </Texts>
        )
      )
      await shown(container, "Sign inAccount")
    } finally {
      Object.assign(languages, { ja })
    }
  })
})
