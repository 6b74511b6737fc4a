"use client"
import type { CurrentUser } from "gatefold"
import type { ReactNode } from "react"
import { ButtonLink } from "../components/ButtonLink.tsx"
import { EmptyPage } from "../components/EmptyPage.tsx"
import { RequireUser } from "../components/RequireUser.tsx"
import { Screen } from "../components/Screen.tsx"
import { pages } from "../lib/pages.ts"
import { useSubpath } from "../lib/url.ts"
import { useText } from "../text/Text.tsx"
import { AccountLayout } from "./AccountLayout.tsx"
import { AccountSkeleton } from "./AccountSkeleton.tsx"
import { ConnectionsPage } from "./connections/ConnectionsPage.tsx"
import { EmailsPage } from "./emails/EmailsPage.tsx"
import { ApiKeysPage } from "./keys/ApiKeysPage.tsx"
import { NotificationsPage } from "./notifications/NotificationsPage.tsx"
import { type PartName, isPartName } from "./parts.ts"
import { ProfilePage } from "./profile/ProfilePage.tsx"
import { SecurityPage } from "./security/SecurityPage.tsx"
import { SessionsPage } from "./sessions/SessionsPage.tsx"

export interface AccountProps {
  /** Where it is shown; its parts are one below, such as `/account/security`. */
  readonly path?: string | undefined
}

/** The account settings, one page for each subject. Visitors who are signed out sign in first. */
export const Account = ({ path = pages.account }: AccountProps) => (
  <Screen loading={<AccountSkeleton />}>
    <Parts path={path} />
  </Screen>
)

const Parts = ({ path }: { readonly path: string }) => {
  const parts = useSubpath(path)
  if (parts === undefined) return <AccountSkeleton />
  const part = parts.join("/")
  const current = isPartName(part) ? part : undefined
  return (
    <RequireUser>
      {(user) => (
        <AccountLayout path={path} current={current} user={user}>
          {current === undefined ? <NoPart path={path} /> : show[current](user)}
        </AccountLayout>
      )}
    </RequireUser>
  )
}

const show: Readonly<Record<PartName, (user: CurrentUser.CurrentUser) => ReactNode>> = {
  "": (user) => <ProfilePage user={user} />,
  emails: () => <EmailsPage />,
  security: (user) => <SecurityPage user={user} />,
  sessions: () => <SessionsPage />,
  connections: (user) => <ConnectionsPage user={user} />,
  "api-keys": () => <ApiKeysPage />,
  notifications: () => <NotificationsPage />
}

const NoPart = ({ path }: { readonly path: string }) => {
  const t = useText()
  return (
    <EmptyPage
      icon="search"
      title={t.outcome.notFoundTitle}
      action={
        <ButtonLink variant="primary" to={path}>
          {t.userButton.account}
        </ButtonLink>
      }
    >
      {t.outcome.notFound}
    </EmptyPage>
  )
}
