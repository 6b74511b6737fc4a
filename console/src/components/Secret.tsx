import { CopyButton } from "#screens/components/CopyButton"

/** A short text to copy, such as a code. */
export const Secret = ({ text, what }: { readonly text: string; readonly what: string }) => (
  <div className="gf-secret">
    <code>{text}</code>
    <CopyButton text={text} what={what} />
  </div>
)
