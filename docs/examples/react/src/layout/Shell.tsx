import { useProject } from "gatefold/react"
import { Suspense, useEffect, useRef, useState } from "react"
import { Outlet, useLocation } from "react-router"
import { ErrorBoundary } from "#screens/components/ErrorBoundary"
import { CardSkeleton, PageSkeleton } from "#screens/components/PageSkeleton"
import { TourBar } from "../tour/TourBar.tsx"
import { DeveloperPanel } from "./DeveloperPanel.tsx"
import { Header } from "./Header.tsx"

const key = "developer-panel"

/** From these widths on the panel is beside the page, and leaves it enough room. */
const isBeside = "(min-width: 64.0625rem)"
const isWide = "(min-width: 80rem)"

/** As it was left, but never over a page that was just opened. */
const isOpenAtFirst = (): boolean => {
  const left = localStorage.getItem(key)
  return left !== "closed" && matchMedia(left === "open" ? isBeside : isWide).matches
}

/** The frame around every page. */
export const Shell = () => {
  const { pathname } = useLocation()
  // Most pages need it. Reading it here means that none has to wait.
  useProject({ as: "result" })
  const main = useFocusOnNewPage(pathname)
  const [isPanelOpen, setPanelOpen] = useState(isOpenAtFirst)
  const togglePanel = () => {
    localStorage.setItem(key, isPanelOpen ? "closed" : "open")
    setPanelOpen(!isPanelOpen)
  }
  return (
    <div className="shell">
      <a className="skip-link gf-visually-hidden" href="#main">
        Skip to the content
      </a>
      <Header isPanelOpen={isPanelOpen} togglePanel={togglePanel} />
      <main id="main" className="main" ref={main} tabIndex={-1}>
        <ErrorBoundary key={pathname}>
          <Suspense fallback={pathname.startsWith("/handler/") ? <CardSkeleton /> : <PageSkeleton />}>
            <Outlet />
          </Suspense>
        </ErrorBoundary>
      </main>
      {isPanelOpen && <DeveloperPanel onClose={togglePanel} />}
      <TourBar isPanelOpen={isPanelOpen} togglePanel={togglePanel} />
    </div>
  )
}

/** Tells screen readers that the page has changed, as a page load would; not when the app starts. */
const useFocusOnNewPage = (pathname: string) => {
  const main = useRef<HTMLElement>(null)
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    window.scrollTo(0, 0)
    // A field of the page may have taken the focus already.
    if (main.current?.contains(document.activeElement) !== true) main.current?.focus({ preventScroll: true })
  }, [pathname])
  return main
}
