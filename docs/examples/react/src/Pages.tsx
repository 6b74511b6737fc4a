import { lazy } from "react"
import { Route, Routes } from "react-router"
import { Shell } from "./layout/Shell.tsx"
import HandlerPage from "./pages/handler/HandlerPage.tsx"
import { HomePage } from "./pages/home/HomePage.tsx"

// Each page is a chunk of its own, but for those that people come through.
const AccountPage = lazy(() => import("./pages/account/AccountPage.tsx"))
const AdminPage = lazy(() => import("./pages/admin/AdminPage.tsx"))
const NotFoundPage = lazy(() => import("./pages/home/NotFoundPage.tsx"))
const OnboardingPage = lazy(() => import("./pages/onboarding/OnboardingPage.tsx"))
const TeamsPage = lazy(() => import("./pages/teams/TeamsPage.tsx"))
const TerminalPage = lazy(() => import("./pages/cli/TerminalPage.tsx"))

/** Which page is shown where. */
export const Pages = () => (
  <Routes>
    <Route element={<Shell />}>
      <Route index element={<HomePage />} />
      <Route path="account/*" element={<AccountPage />} />
      <Route path="onboarding" element={<OnboardingPage />} />
      <Route path="teams/*" element={<TeamsPage />} />
      <Route path="admin/*" element={<AdminPage />} />
      <Route path="terminal/*" element={<TerminalPage />} />
      <Route path="handler/*" element={<HandlerPage />} />
      <Route path="*" element={<NotFoundPage />} />
    </Route>
  </Routes>
)
