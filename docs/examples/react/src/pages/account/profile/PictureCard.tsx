import { CurrentUser } from "gatefold"
import { useAction } from "gatefold/react"
import { useRef, useState } from "react"
import { Avatar } from "../../../components/Avatar.tsx"
import { Button } from "../../../components/Button.tsx"
import { Card } from "../../../components/Card.tsx"
import { FieldError } from "../../../components/FieldError.tsx"
import { FormError } from "../../../components/FormError.tsx"
import { useToast } from "../../../components/Toaster.tsx"
import { nameOf } from "../../../lib/nameOf.ts"
import { readPicture } from "./readPicture.ts"

export const PictureCard = ({ user }: { readonly user: CurrentUser.CurrentUser }) => {
  const update = useAction(CurrentUser.update)
  const tell = useToast()
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string>()
  const save = async (profileImageUrl: string | null) => {
    const result = await update.run({ profileImageUrl })
    if (result.ok) tell(profileImageUrl === null ? "Your picture was removed" : "Your picture was saved")
  }
  const choose = async (file: File | undefined) => {
    if (file === undefined) return
    const picture = await readPicture(file)
    setProblem(picture.problem)
    if (picture.url !== undefined) await save(picture.url)
  }
  return (
    <Card title="Picture" description="A square picture looks best.">
      <div className="profile">
        <Avatar size="large" name={nameOf(user)} image={user.profileImageUrl} />
        <input
          ref={input}
          className="visually-hidden"
          type="file"
          accept="image/png,image/jpeg,image/gif,image/webp"
          aria-label="Picture file"
          tabIndex={-1}
          onChange={(event) => {
            void choose(event.target.files?.[0])
            event.target.value = ""
          }}
        />
        <Button isPending={update.isPending} onClick={() => input.current?.click()}>
          Choose a picture
        </Button>
        {user.profileImageUrl !== null && (
          <Button variant="ghost" isPending={update.isPending} onClick={() => void save(null)}>
            Remove picture
          </Button>
        )}
      </div>
      {problem !== undefined && <FieldError>{problem}</FieldError>}
      <FormError error={update.error} />
    </Card>
  )
}
