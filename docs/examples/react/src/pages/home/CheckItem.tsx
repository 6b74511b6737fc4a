import { Link } from "react-router"
import { classNames } from "../../lib/classNames.ts"
import { Icon } from "../../components/Icon.tsx"

export interface CheckItemProps {
  readonly isDone: boolean
  readonly title: string
  /** How it stands when it is done, and when it is not. */
  readonly done: string
  readonly open: string
  readonly to: string
}

/** One thing that an account should have. */
export const CheckItem = ({ done, isDone, open, title, to }: CheckItemProps) => (
  <li>
    <span className={classNames("list-icon", isDone && "list-icon-done")}>
      <Icon name={isDone ? "check" : "alert"} />
    </span>
    <div className="list-main">
      <span>{title}</span>
      <span className="muted small">{isDone ? done : open}</span>
    </div>
    <Link className="small" to={to} aria-label={`Manage: ${title}`}>
      Manage
    </Link>
  </li>
)
