import { useText } from "../text/Text.tsx"
import { SelectField } from "./SelectField.tsx"

const dayMillis = 86_400_000

const days = [7, 30, 90]

/** When a key stops working. */
export const ExpiryField = ({ name }: { readonly name: string }) => {
  const { apiKeys } = useText()
  return (
    <SelectField label={apiKeys.expires} name={name} defaultValue="90">
      {days.map((days) => (
        <option key={days} value={days}>
          {apiKeys.expiresInDays({ days })}
        </option>
      ))}
      <option value="365">{apiKeys.expiresInYear}</option>
      <option value="never">{apiKeys.never}</option>
    </SelectField>
  )
}

/** The chosen time; null is never. */
export const makeExpiry = (choice: string): Date | null =>
  choice === "never" ? null : new Date(Date.now() + Number(choice) * dayMillis)
