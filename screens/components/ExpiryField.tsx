import { SelectField } from "./SelectField.tsx"

const dayMillis = 86_400_000

const choices = [
  ["7", "In 7 days"],
  ["30", "In 30 days"],
  ["90", "In 90 days"],
  ["365", "In a year"],
  ["never", "Never"]
] as const

/** When a key stops working. */
export const ExpiryField = ({ name }: { readonly name: string }) => (
  <SelectField label="Expires" name={name} defaultValue="90">
    {choices.map(([value, label]) => (
      <option key={value} value={value}>
        {label}
      </option>
    ))}
  </SelectField>
)

/** The chosen time; null is never. */
export const expiryOf = (choice: string): Date | null =>
  choice === "never" ? null : new Date(Date.now() + Number(choice) * dayMillis)
