// @vitest-environment happy-dom
/** Parts of the package that load when a page needs them. */
import { act, cleanup, render } from "@testing-library/react"
import { Component, type ReactNode, StrictMode } from "react"
import { afterEach, describe, expect, it, vi } from "vitest"
import { lazy } from "../../src/platform/Lazy.ts"
import { useLazy } from "../../src/react/internal/UseLazy.ts"

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

class Boundary extends Component<{ readonly children: ReactNode }, { readonly error: unknown }> {
  override state = { error: undefined }
  static getDerivedStateFromError(error: unknown) {
    return { error }
  }
  override render() {
    const error = this.state.error as Error | undefined
    return error === undefined ? (
      this.props.children
    ) : (
      <button onClick={() => this.setState({ error: undefined })}>{error.message}</button>
    )
  }
}

const show = (load: () => Promise<string>) => {
  const part = lazy(load)
  const Page = () => useLazy(part) ?? "working"
  return act(async () =>
    render(
      <StrictMode>
        <Boundary>
          <Page />
          <Page />
        </Boundary>
      </StrictMode>
    )
  )
}

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe("a part that loads lazy", () => {
  it("loads once for all components", async () => {
    let come!: (part: string) => void
    const load = vi.fn(() => new Promise<string>((resolve) => (come = resolve)))
    const { container } = await show(load)
    expect(container.textContent).toBe("workingworking")
    await act(async () => come("here "))
    expect(container.textContent).toBe("here here ")
    expect(load).toHaveBeenCalledTimes(1)
  })

  it("fails with a typed error without a connection, and loads at the next try", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined)
    vi.stubGlobal("navigator", { onLine: false })
    const load = vi.fn(() => Promise.reject<string>(new TypeError("Failed to fetch dynamically imported module")))
    const { container, getByRole } = await show(load)
    expect(container.textContent).toContain("you appear to be offline")
    load.mockImplementation(() => Promise.resolve("here "))
    await act(async () => getByRole("button").click())
    expect(container.textContent).toBe("here here ")
  })

  it("fails with the bundler's error if there is a connection", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined)
    const { container } = await show(() => Promise.reject(new TypeError("Failed to fetch /assets/a.js")))
    expect(container.textContent).toBe("Failed to fetch /assets/a.js")
  })
})
