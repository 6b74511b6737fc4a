export interface SegmentedControlProps<Value extends string> {
  readonly label: string
  readonly options: ReadonlyArray<{ readonly value: Value; readonly label: string }>
  readonly value: Value
  readonly onChange: (value: Value) => void
}

/** A choice between a few things that show at once. */
export const SegmentedControl = <Value extends string>({
  label,
  onChange,
  options,
  value
}: SegmentedControlProps<Value>) => (
  <div className="gf-segments" role="group" aria-label={label}>
    {options.map((option) => (
      <button
        key={option.value}
        type="button"
        aria-pressed={option.value === value}
        onClick={() => onChange(option.value)}
      >
        {option.label}
      </button>
    ))}
  </div>
)
