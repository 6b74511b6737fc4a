import type { CurrentUser } from "gatefold"
import { isGuest } from "../../lib/userName.ts"
import { PartHeader } from "../PartHeader.tsx"
import { DangerZone } from "./DangerZone.tsx"
import { DetailsCard } from "./DetailsCard.tsx"
import { ProfileCard } from "./ProfileCard.tsx"
import { UpgradeCard } from "./UpgradeCard.tsx"

export const ProfilePage = ({ user }: { readonly user: CurrentUser.CurrentUser }) => (
  <>
    <PartHeader name="profile" />
    {isGuest(user) && <UpgradeCard user={user} />}
    <ProfileCard user={user} />
    <DetailsCard user={user} />
    <DangerZone user={user} />
  </>
)
