/**
 * Atoms for apps over `effect/reactivity`, such as with `@effect/atom-react`, and `operation` and `span` for your own
 * operations.
 */
import * as AuthAtom from "./AuthAtom.ts"

export { AuthAtom }
export { operation, span } from "../operation/Operation.ts"
