import { useProject } from "../../lib/Project.tsx"
import type { User } from "../../lib/users.ts"
import { MetadataCard } from "../project/MetadataCard.tsx"

/** The three metadata documents of a user. */
export const UserMetadata = ({ user }: { readonly user: User }) => {
  const { app } = useProject()
  return (
    <MetadataCard key={user.id} values={user} save={(values) => app.users.update({ userId: user.id, ...values })} />
  )
}
