/** The project of `npm run first-hour` that takes longest, for `npm run test:next`. */
import { build } from "../tools/build.ts"
import { tryEach } from "./Cases.ts"

tryEach(["Next.js"], () => build())
