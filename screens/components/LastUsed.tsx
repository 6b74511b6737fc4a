import { useText } from "../text/Text.tsx"

/** Marks the way by which somebody signed in last in this browser. It takes no room. */
export const LastUsed = () => <span className="gf-last-used">{useText().signIn.lastUsed}</span>
