import { CheckField } from "#screens/components/CheckField"
import { Field } from "#screens/components/Field"
import { SelectField } from "#screens/components/SelectField"
import { formatProvider } from "#screens/lib/providers"
import { providers } from "../../lib/providers.ts"
import type { Identity } from "./identity.ts"

/** The provider of an account. */
export const ProviderField = () => (
  <SelectField label="Provider" name="provider">
    {providers.map((id) => (
      <option key={id} value={id}>
        {formatProvider(id)}
      </option>
    ))}
  </SelectField>
)

/** The profile that a provider shares. */
export const IdentityFields = ({ identity }: { readonly identity?: Partial<Identity> }) => (
  <>
    <Field
      label="Name"
      name="displayName"
      defaultValue={identity?.displayName ?? ""}
      maxLength={200}
      autoComplete="off"
    />
    <Field
      label="Email"
      name="email"
      type="email"
      defaultValue={identity?.email ?? ""}
      autoComplete="off"
      hint="Leave empty for an account without one."
    />
    <CheckField label="Email is verified" name="verified" defaultChecked={identity?.emailVerified ?? true} />
    <Field label="Picture (URL)" name="picture" defaultValue={identity?.profileImageUrl ?? ""} autoComplete="off" />
    {identity?.accountId === undefined && (
      <Field label="Account ID" name="accountId" autoComplete="off" hint="Leave empty to generate one." />
    )}
  </>
)
