/** The project of `npm run prove -- first-hour` that takes longest, for `npm run prove -- next`. */
import { build } from "../../../tools/build.ts"
import { tryEach } from "./tryEach.ts"

tryEach(["Next.js"], () => build())
