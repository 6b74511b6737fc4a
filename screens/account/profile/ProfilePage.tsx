import type { CurrentUser } from "gatefold"
import { PageHeader } from "../../components/PageHeader.tsx"
import { isGuest } from "../../lib/nameOf.ts"
import { LeaveCard } from "./LeaveCard.tsx"
import { NameCard } from "./NameCard.tsx"
import { PictureCard } from "./PictureCard.tsx"
import { UpgradeCard } from "./UpgradeCard.tsx"

export const ProfilePage = ({ user }: { readonly user: CurrentUser.CurrentUser }) => (
  <>
    <PageHeader title="Profile" description="How you appear, to yourself and in your teams." />
    {isGuest(user) && <UpgradeCard user={user} />}
    <NameCard user={user} />
    <PictureCard user={user} />
    <LeaveCard user={user} />
  </>
)
