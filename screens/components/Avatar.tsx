import { classNames } from "../lib/classNames.ts"

export interface AvatarProps {
  readonly name: string
  readonly image?: string | null | undefined
  readonly size?: "large" | undefined
}

const initials = (name: string): string =>
  name
    .split(/[\s@._-]+/)
    .filter((word) => word !== "")
    .slice(0, 2)
    .map((word) => Array.from(word)[0])
    .join("")

/** The picture, else the initials. The name stands beside it, so that neither says anything to screen readers. */
export const Avatar = ({ image, name, size }: AvatarProps) => (
  <span className={classNames("gf-avatar", size && `gf-avatar-${size}`)} data-initials={initials(name)} aria-hidden>
    {image && <img src={image} alt="" />}
  </span>
)
