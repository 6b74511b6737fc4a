import { CheckField } from "#screens/components/CheckField"
import { Field } from "#screens/components/Field"
import { SelectField } from "#screens/components/SelectField"
import { providerName } from "#screens/lib/providers"
import { providers } from "../../lib/providers.ts"
import type { Identity } from "./identity.ts"

/** Which provider somebody is at. */
export const ProviderField = () => (
  <SelectField label="Provider" name="provider">
    {providers.map((id) => (
      <option key={id} value={id}>
        {providerName(id)}
      </option>
    ))}
  </SelectField>
)

/** What a provider says of somebody. */
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
      label="E-mail address"
      name="email"
      type="email"
      defaultValue={identity?.email ?? ""}
      autoComplete="off"
      hint="Empty: an account without one."
    />
    <CheckField label="The address is verified" name="verified" defaultChecked={identity?.emailVerified ?? true} />
    <Field label="Picture (URL)" name="picture" defaultValue={identity?.profileImageUrl ?? ""} autoComplete="off" />
    {identity?.accountId === undefined && (
      <Field label="Id of the account" name="accountId" autoComplete="off" hint="Empty: made up." />
    )}
  </>
)
