import { CurrentUser } from "gatefold"
import { useAction } from "gatefold/react"
import { Card } from "../../components/Card.tsx"
import { FormError } from "../../components/FormError.tsx"
import { PictureField } from "../../components/PictureField.tsx"
import { useToast } from "../../components/Toaster.tsx"
import { nameOf } from "../../lib/nameOf.ts"

export const PictureCard = ({ user }: { readonly user: CurrentUser.CurrentUser }) => {
  const update = useAction(CurrentUser.update)
  const tell = useToast()
  const save = async (profileImageUrl: string | null) => {
    const result = await update.run({ profileImageUrl })
    if (result.ok) tell(profileImageUrl === null ? "Your picture was removed" : "Your picture was saved")
  }
  return (
    <Card title="Picture">
      <PictureField
        label="What others see beside your name"
        name={nameOf(user)}
        image={user.profileImageUrl}
        isPending={update.isPending}
        onChange={(image) => void save(image)}
      />
      <FormError error={update.error} />
    </Card>
  )
}
