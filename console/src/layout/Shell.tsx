import { useEffect, useRef } from "react"
import { Navigate, Route, Routes, useLocation } from "react-router"
import { Empty } from "#screens/components/Empty"
import { ErrorBoundary } from "#screens/components/ErrorBoundary"
import { ProjectOfPath } from "../lib/Project.tsx"
import { useProjects } from "../lib/Projects.tsx"
import { ClockPage } from "../pages/ClockPage.tsx"
import { FaultsPage } from "../pages/faults/FaultsPage.tsx"
import { IdentitiesPage } from "../pages/identities/IdentitiesPage.tsx"
import { KeysPage } from "../pages/project/KeysPage.tsx"
import { MailboxPage } from "../pages/mailbox/MailboxPage.tsx"
import { PermissionsPage } from "../pages/project/PermissionsPage.tsx"
import { RequestsPage } from "../pages/requests/RequestsPage.tsx"
import { SettingsPage } from "../pages/project/SettingsPage.tsx"
import { StatePage } from "../pages/state/StatePage.tsx"
import { TeamPage } from "../pages/teams/TeamPage.tsx"
import { TeamsPage } from "../pages/teams/TeamsPage.tsx"
import { UserPage } from "../pages/users/UserPage.tsx"
import { UsersPage } from "../pages/users/UsersPage.tsx"
import { WebhooksPage } from "../pages/WebhooksPage.tsx"
import { Header } from "./Header.tsx"
import { Sidebar } from "./Sidebar.tsx"

/** What is around every page, and which page is at which address. */
export const Shell = () => {
  const { pathname } = useLocation()
  const { chosen } = useProjects()
  const main = useFocusOnNewPage(pathname)
  return (
    <div className="shell">
      <a
        className="skip-link gf-visually-hidden"
        href="#main"
        onClick={(event) => {
          // the fragment is the address of the page
          event.preventDefault()
          main.current?.focus()
        }}
      >
        Skip to the content
      </a>
      <Header />
      <Sidebar />
      <main className="main" ref={main} tabIndex={-1}>
        <ErrorBoundary key={pathname}>
          <Routes>
            <Route index element={<Navigate replace to={`/projects/${chosen}/users`} />} />
            <Route path="projects/:projectId/*" element={<ProjectPages />} />
            <Route path="mailbox/:mailId?" element={<MailboxPage />} />
            <Route path="requests/:requestId?" element={<RequestsPage />} />
            <Route path="identities" element={<IdentitiesPage />} />
            <Route path="faults" element={<FaultsPage />} />
            <Route path="webhooks" element={<WebhooksPage />} />
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

const NotFound = () => (
  <>
    <h1 className="gf-visually-hidden">Nothing here</h1>
    <Empty title="There is nothing at this address">It may have been deleted, or be of another start.</Empty>
  </>
)

/** Tells screen readers that the page has changed, as a page load would; not when the console starts. */
const useFocusOnNewPage = (pathname: string) => {
  const main = useRef<HTMLElement>(null)
  const shown = useRef(pathname)
  useEffect(() => {
    const [before, now] = [shown.current, pathname].map((path) => path.split("/").slice(0, 4).join("/"))
    shown.current = pathname
    // the details beside a list are a part of its page
    if (before === now || /^\/(mailbox|requests)\//.test(pathname)) return
    scrollTo(0, 0)
    // a field of the page may have taken the focus already
    if (main.current?.contains(document.activeElement) !== true) main.current?.focus({ preventScroll: true })
  }, [pathname])
  return main
}
