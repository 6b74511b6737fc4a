/**
 * Atoms for apps over `effect`'s reactivity, such as with `@effect/atom-react`.
 */
import * as AuthAtom from "./AuthAtom.ts"

export { AuthAtom }
