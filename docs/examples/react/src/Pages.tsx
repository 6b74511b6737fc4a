import { lazy } from "react"
import { Route, Routes } from "react-router"
import { NotFound } from "#screens/components/NotFound"
import { Handler } from "#screens/handler/Handler"
import { Shell } from "./layout/Shell.tsx"
import { TeamNotes } from "./notes/TeamNotes.tsx"
import { HomePage } from "./pages/home/HomePage.tsx"

// Each page is a separate chunk, except for the entry pages.
const Account = lazy(async () => ({ default: (await import("#screens/account/Account")).Account }))
const TeamSettings = lazy(async () => ({
  default: (await import("#screens/team-settings/TeamSettings")).TeamSettings
}))
const AdminPage = lazy(() => import("./pages/admin/AdminPage.tsx"))
const OnboardingPage = lazy(() => import("./pages/onboarding/OnboardingPage.tsx"))
const TerminalPage = lazy(() => import("./pages/cli/TerminalPage.tsx"))

/** The routes of the pages. */
export const Pages = () => (
  <Routes>
    <Route element={<Shell />}>
      <Route index element={<HomePage />} />
      <Route path="account/*" element={<Account />} />
      <Route path="onboarding" element={<OnboardingPage />} />
      <Route path="teams/*" element={<TeamSettings>{(team) => <TeamNotes team={team} />}</TeamSettings>} />
      <Route path="admin/*" element={<AdminPage />} />
      <Route path="terminal/*" element={<TerminalPage />} />
      <Route path="handler/*" element={<Handler />} />
      <Route path="*" element={<NotFound />} />
    </Route>
  </Routes>
)
