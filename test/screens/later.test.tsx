// @vitest-environment happy-dom
/** What pages load later: when it is needed, once, and with something to show if it does not come. */
import * as fs from "node:fs"
import * as path from "node:path"
import { act, cleanup, render } from "@testing-library/react"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { waitMillis } from "../support/patience.ts"

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const screens = path.resolve(import.meta.dirname, "../../screens")

/** The files of the screens that are loaded with some of them. */
const loadedWith = (...files: ReadonlyArray<string>): ReadonlyArray<string> => {
  const found = new Set(files.map((file) => path.join(screens, file)))
  for (const file of found) {
    for (const [, imported] of fs
      .readFileSync(file, "utf8")
      .matchAll(/^(?:import|export(?= [{*])) (?!type)[^"]*?(?:from )?"(\.[^"]+)"/gm)) {
      found.add(path.resolve(path.dirname(file), imported!))
    }
  }
  return [...found].map((file) => path.relative(screens, file)).toSorted()
}

describe("an app without a screen", () => {
  it("loads neither texts nor icons", () => {
    expect(loadedWith("components/ErrorBoundary.tsx", "components/Toaster.tsx", "lib/url.ts")).toStrictEqual([
      "components/ErrorBoundary.tsx",
      "components/Root.tsx",
      "components/Toaster.tsx",
      "lib/classNames.ts",
      "lib/url.ts",
      "lib/useWhenOnline.ts",
      "text/Language.ts",
      "text/languages.ts"
    ])
  })
})

const Failing = (): never => {
  throw new Error("The list did not come.")
}

const whenShown = (container: HTMLElement, selector: string) =>
  vi.waitFor(() => expect(container.querySelector(selector)).not.toBeNull(), waitMillis)

beforeEach(() => {
  vi.resetModules()
  // React tells of the error that the boundary catches.
  vi.spyOn(console, "error").mockImplementation(() => undefined)
})

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.doUnmock("../../screens/components/FatalError.tsx")
  vi.doUnmock("../../screens/components/ToastContent.tsx")
})

const offline = (): never => {
  throw new TypeError("Failed to fetch dynamically imported module")
}

describe("what failed", () => {
  const show = async () => {
    const { ErrorBoundary } = await import("../../screens/components/ErrorBoundary.tsx")
    return act(async () =>
      render(
        <ErrorBoundary>
          <Failing />
        </ErrorBoundary>
      )
    )
  }

  it("is shown by a card, which loads then", async () => {
    const { container } = await show()
    await whenShown(container, ".gf-auth-card")
    expect(container.querySelector("button")?.textContent).toBe("Try again")
  })

  it("is shown in plain text if the card does not load", async () => {
    vi.doMock("../../screens/components/FatalError.tsx", offline)
    const { container } = await show()
    await whenShown(container, "[role=alert]")
    expect(container.textContent).toBe("The list did not come.")
  })
})

describe("a message", () => {
  const show = async () => {
    const { Toaster, useToast } = await import("../../screens/components/Toaster.tsx")
    const Saying = () => {
      const tell = useToast()
      return <button onClick={() => tell("Saved")}>Save</button>
    }
    const shown = await act(async () =>
      render(
        <Toaster>
          <Saying />
        </Toaster>
      )
    )
    await act(async () => shown.getByText("Save").click())
    return shown
  }

  it("can be closed", async () => {
    const { container } = await show()
    await whenShown(container, ".gf-toast svg")
    await act(async () => container.querySelector<HTMLElement>(".gf-toast button")!.click())
    expect(container.querySelector(".gf-toast")).toBeNull()
  })

  it("is shown without icons if they do not load", async () => {
    vi.doMock("../../screens/components/ToastContent.tsx", offline)
    const { container } = await show()
    await act(async () => undefined)
    expect(container.querySelector(".gf-toast")?.textContent).toBe("Saved")
    expect(container.querySelector(".gf-toast svg")).toBeNull()
  })
})
