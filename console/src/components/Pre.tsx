import { CopyButton } from "#screens/components/CopyButton"

/** A longer text as it is, with a button to copy it. */
export const Pre = ({ text, what }: { readonly text: string; readonly what: string }) => (
  <div className="pre">
    <pre role="region" aria-label={what} tabIndex={0}>
      {text}
    </pre>
    <CopyButton text={text} what={what} />
  </div>
)
