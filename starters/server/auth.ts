import { {{create}} } from "{{from}}"

/** Identifies the sender of a request: `{{use}}`. */
export const auth = {{create}}({
{{options}}
})
