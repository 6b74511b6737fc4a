export interface SearchProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
}

/** Narrows a list. */
export const Search = ({ label, onChange, value }: SearchProps) => (
  <input
    type="search"
    className="gf-input search"
    aria-label={label}
    placeholder={label}
    autoComplete="off"
    spellCheck={false}
    value={value}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  />
)
