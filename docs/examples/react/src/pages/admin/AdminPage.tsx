import { RequirePermission, useUser } from "gatefold/react"
import { Route, Routes } from "react-router"
import { adminPermission } from "../../../../backend/AdminContract.ts"
import { PageHeader } from "../../components/PageHeader.tsx"
import { SegmentedNav } from "../../components/SegmentedNav.tsx"
import { Skeleton } from "../../components/Skeleton.tsx"
import NotFoundPage from "../home/NotFoundPage.tsx"
import { BecomeAdmin } from "./BecomeAdmin.tsx"
import { MailsPage } from "./MailsPage.tsx"
import { Overview } from "./Overview.tsx"
import { PermissionsPage } from "./PermissionsPage.tsx"
import { ProjectPage } from "./ProjectPage.tsx"
import { UserPage } from "./UserPage.tsx"
import { UsersPage } from "./UsersPage.tsx"

const parts = [
  { to: "/admin", label: "Overview" },
  { to: "/admin/users", label: "Users" },
  { to: "/admin/permissions", label: "Permissions" },
  { to: "/admin/project", label: "Project" },
  { to: "/admin/mails", label: "Mails" }
]

/** What admins of the project see and do, through procedures of the app's backend. */
export default function AdminPage() {
  useUser({ or: "redirect" })
  return (
    <RequirePermission permission={adminPermission} fallback={<BecomeAdmin />} loading={<Skeleton kind="block" />}>
      <div className="page">
        <PageHeader title="Admin" description="The backend holds the admin key, and lets in who has the permission." />
        <SegmentedNav label="Admin" items={parts} />
        <Routes>
          <Route index element={<Overview />} />
          <Route path="users" element={<UsersPage />} />
          <Route path="users/:userId" element={<UserPage />} />
          <Route path="permissions" element={<PermissionsPage />} />
          <Route path="project" element={<ProjectPage />} />
          <Route path="mails" element={<MailsPage />} />
          <Route path="*" element={<NotFoundPage />} />
        </Routes>
      </div>
    </RequirePermission>
  )
}
