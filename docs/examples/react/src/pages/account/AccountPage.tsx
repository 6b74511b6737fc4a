import { Route, Routes } from "react-router"
import { RequireUser } from "../../components/RequireUser.tsx"
import NotFoundPage from "../home/NotFoundPage.tsx"
import { isGuest } from "../../lib/nameOf.ts"
import { AccountLayout } from "./AccountLayout.tsx"
import { ApiKeysPage } from "./keys/ApiKeysPage.tsx"
import { ConnectionsPage } from "./connections/ConnectionsPage.tsx"
import { EmailsPage } from "./emails/EmailsPage.tsx"
import { ProfilePage } from "./profile/ProfilePage.tsx"
import { SecurityPage } from "./security/SecurityPage.tsx"
import { SessionsPage } from "./sessions/SessionsPage.tsx"

/** The account settings, one page for each subject. */
export default function AccountPage() {
  return (
    <RequireUser>
      {(user) => (
        <Routes>
          <Route element={<AccountLayout isGuest={isGuest(user)} />}>
            <Route index element={<ProfilePage user={user} />} />
            <Route path="emails" element={<EmailsPage />} />
            <Route path="security" element={<SecurityPage user={user} />} />
            <Route path="sessions" element={<SessionsPage />} />
            <Route path="api-keys" element={<ApiKeysPage />} />
            <Route path="connections" element={<ConnectionsPage user={user} />} />
          </Route>
          <Route path="*" element={<NotFoundPage />} />
        </Routes>
      )}
    </RequireUser>
  )
}
