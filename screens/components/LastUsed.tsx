import { useAuthText } from "../text/AuthText.tsx"

/** For `aria-describedby` of the button that has it: a page shows it once. */
const id = "gf-last-used"

export const lastUsedDescriptionId = (isLastUsed: boolean): string | undefined => (isLastUsed ? id : undefined)

/** Marks the sign-in method that was used last in this browser: at the end of its button, and not part of its name. */
export const LastUsed = () => {
  const t = useAuthText()
  return (
    <span className="gf-last-used" id={id} aria-hidden>
      <span>{t.signIn.lastUsed}</span>
    </span>
  )
}
