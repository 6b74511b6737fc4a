import { useEffect, useRef, useState } from "react"
import { Navigate, Route, Routes, useLocation, useParams } from "react-router"
import { ErrorBoundary } from "#screens/components/ErrorBoundary"
import { Teach } from "../components/Teach.tsx"
import { ProjectOfPath } from "../lib/Project.tsx"
import { useProjects } from "../lib/Projects.tsx"
import { ClockPage } from "../pages/ClockPage.tsx"
import { FaultsPage } from "../pages/faults/FaultsPage.tsx"
import { IdentitiesPage } from "../pages/identities/IdentitiesPage.tsx"
import { MailboxPage } from "../pages/mailbox/MailboxPage.tsx"
import { KeysPage } from "../pages/project/KeysPage.tsx"
import { PermissionsPage } from "../pages/project/PermissionsPage.tsx"
import { SettingsPage } from "../pages/project/SettingsPage.tsx"
import { RequestsPage } from "../pages/requests/RequestsPage.tsx"
import { StatePage } from "../pages/state/StatePage.tsx"
import { TeamPage } from "../pages/teams/TeamPage.tsx"
import { TeamsPage } from "../pages/teams/TeamsPage.tsx"
import { TimelinePage } from "../pages/timeline/TimelinePage.tsx"
import { UserPage } from "../pages/users/UserPage.tsx"
import { UsersPage } from "../pages/users/UsersPage.tsx"
import { WebhooksPage } from "../pages/webhooks/WebhooksPage.tsx"
import { Palette } from "../palette/Palette.tsx"
import { Header } from "./Header.tsx"
import { Sidebar } from "./Sidebar.tsx"

/** The frame around every page, and the URL of each page. */
export const Shell = () => {
  const { pathname } = useLocation()
  const { chosen } = useProjects()
  const main = useFocusOnNewPage(pathname)
  const [isSearching, setSearching] = useState(false)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.metaKey || event.ctrlKey) || event.altKey) return
      event.preventDefault()
      // Another dialog is open: the palette would cover what it asks.
      if (document.querySelector("dialog[open]:not(.palette)") === null) setSearching((isOpen) => !isOpen)
    }
    document.addEventListener("keydown", onKey)
    return () => document.removeEventListener("keydown", onKey)
  }, [])
  return (
    <div className="shell">
      <a
        className="skip-link gf-visually-hidden"
        href="#main"
        onClick={(event) => {
          // The fragment is the URL of the page.
          event.preventDefault()
          main.current?.focus()
        }}
      >
        Skip to content
      </a>
      <Header onSearch={() => setSearching(true)} />
      <Sidebar />
      {isSearching && <Palette onClose={() => setSearching(false)} />}
      <main className="main" ref={main} tabIndex={-1}>
        <ErrorBoundary key={pathname}>
          <Routes>
            <Route index element={<Navigate replace to={`/projects/${chosen}/timeline`} />} />
            <Route path="projects/:projectId/*" element={<ProjectPages />} />
            {["mailbox", "requests", "webhooks", "timeline"].map((area) => (
              <Route key={area} path={`${area}/:id?`} element={<ToChosen area={area} />} />
            ))}
            <Route path="identities" element={<IdentitiesPage />} />
            <Route path="faults" element={<FaultsPage />} />
            <Route path="clock" element={<ClockPage />} />
            <Route path="state" element={<StatePage />} />
            <Route path="*" element={<NotFound />} />
          </Routes>
        </ErrorBoundary>
      </main>
    </div>
  )
}

const ProjectPages = () => (
  <ProjectOfPath otherwise={<NotFound />}>
    <Routes>
      <Route path="timeline" element={<TimelinePage />} />
      <Route path="mailbox/:mailId?" element={<MailboxPage />} />
      <Route path="requests/:requestId?" element={<RequestsPage />} />
      <Route path="webhooks/:messageId?" element={<WebhooksPage />} />
      <Route path="users" element={<UsersPage />} />
      <Route path="users/:userId/:part?" element={<UserPage />} />
      <Route path="teams" element={<TeamsPage />} />
      <Route path="teams/:teamId" element={<TeamPage />} />
      <Route path="permissions" element={<PermissionsPage />} />
      <Route path="keys" element={<KeysPage />} />
      <Route path="settings" element={<SettingsPage />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  </ProjectOfPath>
)

/** Short links, such as `#/mailbox`, open in the chosen project. */
const ToChosen = ({ area }: { readonly area: string }) => {
  const { chosen } = useProjects()
  const { id } = useParams()
  const { search } = useLocation()
  const path = id === undefined ? area : `${area}/${encodeURIComponent(id)}`
  return <Navigate replace to={{ pathname: `/projects/${chosen}/${path}`, search }} />
}

const NotFound = () => (
  <>
    <h1 className="gf-visually-hidden">Page not found</h1>
    <Teach icon="search" title="This page does not exist">
      <p>It was deleted, or belongs to another start of the emulator.</p>
    </Teach>
  </>
)

/** The list that a page belongs to: details beside a list are a part of its page. */
const toListPath = (pathname: string): string => pathname.replace(/\/(mailbox|requests|webhooks)\/[^/]+$/, "/$1")

/** Tells screen readers that the page has changed, as a page load would, except when the console starts. */
const useFocusOnNewPage = (pathname: string) => {
  const main = useRef<HTMLElement>(null)
  const shown = useRef(pathname)
  useEffect(() => {
    const [before, now] = [shown.current, pathname].map((path) => toListPath(path).split("/").slice(0, 5).join("/"))
    shown.current = pathname
    if (before === now) return
    scrollTo(0, 0)
    // A field of the page may have taken the focus already.
    if (main.current?.contains(document.activeElement) !== true) main.current?.focus({ preventScroll: true })
  }, [pathname])
  return main
}
