import { RequirePermission, useUser } from "gatefold/react"
import { Route, Routes } from "react-router"
import { NotFound } from "#screens/components/NotFound"
import { PageHeader } from "#screens/components/PageHeader"
import { Skeleton } from "#screens/components/Skeleton"
import { adminPermission } from "../../../../backend/AdminPermission.ts"
import { SegmentedNav } from "../../components/SegmentedNav.tsx"
import { BecomeAdmin } from "./BecomeAdmin.tsx"
import { MailsPage } from "./mails/MailsPage.tsx"
import { Overview } from "./overview/Overview.tsx"
import { PermissionsPage } from "./permissions/PermissionsPage.tsx"
import { ProjectPage } from "./project/ProjectPage.tsx"
import { TeamPage } from "./teams/TeamPage.tsx"
import { TeamsPage } from "./teams/TeamsPage.tsx"
import { UserPage } from "./users/UserPage.tsx"
import { UsersPage } from "./users/UsersPage.tsx"

const parts = [
  { to: "/admin", label: "Overview" },
  { to: "/admin/users", label: "Users" },
  { to: "/admin/teams", label: "Teams" },
  { to: "/admin/permissions", label: "Permissions" },
  { to: "/admin/project", label: "Project" },
  { to: "/admin/mails", label: "Emails" }
]

/** The admin pages, which use procedures of the app's backend. */
export default function AdminPage() {
  useUser({ or: "redirect" })
  return (
    <RequirePermission permission={adminPermission} fallback={<BecomeAdmin />} loading={<Skeleton kind="block" />}>
      <div className="gf-page">
        <PageHeader title="Admin" description="Your backend holds the admin key and checks the permission." />
        <SegmentedNav label="Admin" items={parts} />
        <Routes>
          <Route index element={<Overview />} />
          <Route path="users" element={<UsersPage />} />
          <Route path="users/:userId/*" element={<UserPage />} />
          <Route path="teams" element={<TeamsPage />} />
          <Route path="teams/:teamId" element={<TeamPage />} />
          <Route path="permissions" element={<PermissionsPage />} />
          <Route path="project" element={<ProjectPage />} />
          <Route path="mails" element={<MailsPage />} />
          <Route path="*" element={<NotFound />} />
        </Routes>
      </div>
    </RequirePermission>
  )
}
