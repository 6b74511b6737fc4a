import { classNames } from "../lib/classNames.ts"

export interface AvatarProps {
  readonly name: string
  readonly image?: string | null | undefined
  readonly size?: "large" | undefined
  /** Teams have corners, people have none. */
  readonly kind?: "person" | "team" | undefined
}

const formatInitials = (name: string): string =>
  name
    .split(/[\s@._-]+/)
    .filter((word) => word !== "")
    .slice(0, 2)
    .map((word) => Array.from(word)[0])
    .join("")

const tints = 6

/** The same name has the same color everywhere. */
const chooseTint = (name: string): number =>
  Array.from(name).reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 7) % tints

/** The picture, else the initials. Screen readers skip both, because the name is next to them. */
export const Avatar = ({ image, kind = "person", name, size }: AvatarProps) => (
  <span
    className={classNames("gf-avatar", size && `gf-avatar-${size}`, kind === "team" && "gf-avatar-team")}
    data-initials={formatInitials(name)}
    data-tint={image ? undefined : chooseTint(name)}
    aria-hidden
  >
    {image && <img src={image} alt="" />}
  </span>
)
