// @vitest-environment happy-dom
/** How the copied screens follow the URL of the page, in whatever way a router changes it. */
import { act, cleanup, render } from "@testing-library/react"
import { useInsertionEffect } from "react"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { usePath, useSearch } from "../../screens/lib/url.ts"

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const navigation = new EventTarget()
const go = (url: string) => {
  history.pushState(null, "", url)
  navigation.dispatchEvent(new Event("currententrychange"))
}

const complaints: Array<unknown> = []

beforeEach(() => {
  complaints.length = 0
  vi.spyOn(console, "error").mockImplementation((text) => void complaints.push(text))
  vi.stubGlobal("navigation", navigation)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  history.replaceState(null, "", "/")
})

const Here = () => (
  <p>
    {usePath()}
    {useSearch()}
  </p>
)

describe("the page's URL in a copied screen", () => {
  it("follows the URL of the page", async () => {
    const { container } = render(<Here />)
    await act(async () => go("/account?tab=1"))
    expect(container.textContent).toBe("/account?tab=1")
  })

  /** As the router of Next.js writes the URL of what it has rendered. */
  const Router = ({ url }: { readonly url: string }) => {
    useInsertionEffect(() => go(url), [url])
    return <Here />
  }

  it("renders nothing while the router changes the URL during React's commit", async () => {
    const { container, rerender } = render(<Router url="/handler/sign-in" />)
    await act(async () => rerender(<Router url="/handler/sign-up" />))
    expect(container.textContent).toBe("/handler/sign-up")
    expect(complaints).toStrictEqual([])
  })
})
