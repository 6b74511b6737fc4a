import { useId, useRef, useState } from "react"
import { readPicture } from "../lib/picture.ts"
import { Avatar } from "./Avatar.tsx"
import { Button } from "./Button.tsx"
import { FieldError } from "./FieldError.tsx"

export interface PictureFieldProps {
  readonly label: string
  /** Whose picture it is. */
  readonly name: string
  readonly image: string | null
  readonly isPending: boolean
  /** Called with a small image as a data URL, or null to have none. */
  readonly onChange: (image: string | null) => void
}

/** Shows a picture and takes another one. */
export const PictureField = ({ image, isPending, label, name, onChange }: PictureFieldProps) => {
  const [isUnreadable, setUnreadable] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const read = async (file: File | undefined) => {
    if (file === undefined) return
    const picture = await readPicture(file).catch(() => undefined)
    setUnreadable(picture === undefined)
    if (picture !== undefined) onChange(picture)
  }
  return (
    <div className="gf-field">
      <span className="gf-label" id={id}>
        {label}
      </span>
      <div className="gf-row" role="group" aria-labelledby={id}>
        <Avatar name={name} image={image} size="large" />
        <input
          ref={input}
          type="file"
          hidden
          aria-label={`${label} file`}
          accept="image/png,image/jpeg,image/webp,image/gif"
          onChange={({ currentTarget }) => {
            void read(currentTarget.files?.[0])
            currentTarget.value = ""
          }}
        />
        <Button size="small" isPending={isPending} onClick={() => input.current?.click()}>
          {image === null ? "Upload" : "Change"}
        </Button>
        {image !== null && (
          <Button size="small" variant="ghost" isPending={isPending} onClick={() => onChange(null)}>
            Remove
          </Button>
        )}
      </div>
      {isUnreadable && <FieldError>This file is not an image that your browser can read.</FieldError>}
    </div>
  )
}
