import { classNames } from "../lib/classNames.ts"
import { useText } from "../text/Text.tsx"

/** Says in a word whether something is on. */
export const OnOff = ({ isOn }: { readonly isOn: boolean }) => {
  const { parts } = useText()
  return <span className={classNames("gf-on-off", isOn && "gf-on")}>{isOn ? parts.on : parts.off}</span>
}
