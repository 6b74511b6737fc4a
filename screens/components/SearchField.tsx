import { Icon } from "./Icon.tsx"

export interface SearchFieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
}

/** Filters a list while the user types. */
export const SearchField = ({ label, onChange, value }: SearchFieldProps) => (
  <div className="gf-search">
    <Icon name="search" />
    <input
      type="search"
      className="gf-input"
      aria-label={label}
      placeholder={label}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  </div>
)
