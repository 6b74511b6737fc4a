/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */

import { toPicture } from "../../../domain/Picture.ts"
import * as R from "../../Runtime.ts"

export const decodePictureUrl = (value: unknown, key?: R.Key) => toPicture(R.nullable(value, key, R.string))
