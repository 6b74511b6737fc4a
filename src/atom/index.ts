/**
 * Atoms for apps over `effect/reactivity`, such as with `@effect/atom-react`, and `operation` and `asOperation` for
 * your own operations.
 */
import * as AuthAtom from "./AuthAtom.ts"

export { AuthAtom }
export { asOperation, operation } from "../operation/Operation.ts"
