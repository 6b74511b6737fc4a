import { NavLink } from "react-router"

export interface SegmentedNavProps {
  readonly label: string
  readonly items: ReadonlyArray<{ readonly to: string; readonly label: string }>
}

/** Links between the parts of a page; the current one is marked. */
export const SegmentedNav = ({ items, label }: SegmentedNavProps) => (
  <nav className="gf-segments" aria-label={label}>
    {items.map((item) => (
      // A link with pages below it is also current on those pages.
      <NavLink key={item.to} to={item.to} end={items.some(({ to }) => to.startsWith(`${item.to}/`))}>
        {item.label}
      </NavLink>
    ))}
  </nav>
)
