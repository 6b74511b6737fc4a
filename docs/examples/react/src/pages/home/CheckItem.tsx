import { Link } from "react-router"
import { buttonClass } from "#screens/components/Button"
import { Icon } from "#screens/components/Icon"
import { classNames } from "#screens/lib/classNames"

export interface CheckItemProps {
  readonly isDone: boolean
  readonly title: string
  /** How it stands when it is done, and when it is not. */
  readonly done: string
  readonly open: string
  /** The verb of the link while it is not done. */
  readonly action: string
  readonly to: string
}

/** One thing that an account should have. */
export const CheckItem = ({ action, done, isDone, open, title, to }: CheckItemProps) => {
  const verb = isDone ? "Manage" : action
  return (
    <li>
      <span className={classNames("gf-list-icon", isDone && "gf-list-icon-done")}>
        <Icon name={isDone ? "check" : "plus"} />
      </span>
      <div className="gf-list-main">
        <span>{title}</span>
        <span className="gf-muted gf-small">{isDone ? done : open}</span>
      </div>
      <Link className={buttonClass({ size: "small" })} to={to} aria-label={`${verb}: ${title}`}>
        {verb}
      </Link>
    </li>
  )
}
