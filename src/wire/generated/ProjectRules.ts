/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */

import * as R from "../Runtime.ts"

export const port = (value: unknown, key?: R.Key) => R.between(R.int(value, key), key, 0, 65535)
