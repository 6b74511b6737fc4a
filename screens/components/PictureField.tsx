import { useId, useRef, useState } from "react"
import { readPicture } from "../lib/picture.ts"
import { useWanted } from "../lib/useWanted.ts"
import { useText } from "../text/Text.tsx"
import { Avatar, type AvatarProps } from "./Avatar.tsx"
import { Button } from "./Button.tsx"
import { FieldError } from "./FieldError.tsx"

export interface PictureFieldProps {
  readonly label: string
  /** The name of the picture's owner. */
  readonly name: string
  readonly kind?: AvatarProps["kind"]
  readonly image: string | null
  /** Called with a small square image as a data URL, or null to have none; returns whether it worked. */
  readonly onChange: (image: string | null) => Promise<boolean>
}

/** Shows a picture and takes another one, which shows before it is saved. */
export const PictureField = ({ image, kind, label, name, onChange }: PictureFieldProps) => {
  const t = useText()
  const [shown, change] = useWanted(image, onChange)
  const [isUnreadable, setUnreadable] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const read = async (file: File | undefined) => {
    if (file === undefined) return
    const picture = await readPicture(file).catch(() => undefined)
    setUnreadable(picture === undefined)
    if (picture !== undefined) change(picture)
  }
  return (
    <div
      className="gf-picture"
      role="group"
      aria-labelledby={id}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        void read(event.dataTransfer.files[0])
      }}
    >
      <Avatar name={name} image={shown} size="large" kind={kind} />
      <div className="gf-stack-tight">
        <span className="gf-visually-hidden" id={id}>
          {label}
        </span>
        <input
          ref={input}
          type="file"
          hidden
          aria-label={t.picture.file({ label })}
          accept="image/png,image/jpeg,image/webp,image/gif"
          onChange={({ currentTarget }) => {
            void read(currentTarget.files?.[0])
            currentTarget.value = ""
          }}
        />
        <div className="gf-row">
          <Button size="small" onClick={() => input.current?.click()}>
            {shown === null ? t.picture.upload : t.picture.change}
          </Button>
          {shown !== null && (
            <Button size="small" variant="ghost" onClick={() => change(null)}>
              {t.parts.remove}
            </Button>
          )}
        </div>
        {isUnreadable ? <FieldError>{t.picture.unreadable}</FieldError> : <p className="gf-hint">{t.picture.hint}</p>}
      </div>
    </div>
  )
}
