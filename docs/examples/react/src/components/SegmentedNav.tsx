import { NavLink } from "react-router"

export interface SegmentedNavProps {
  readonly label: string
  readonly items: ReadonlyArray<{ readonly to: string; readonly label: string }>
}

/** Links between the parts of a page; the current one is marked. */
export const SegmentedNav = ({ items, label }: SegmentedNavProps) => (
  <nav className="segments" aria-label={label}>
    {items.map((item) => (
      <NavLink key={item.to} to={item.to} end>
        {item.label}
      </NavLink>
    ))}
  </nav>
)
