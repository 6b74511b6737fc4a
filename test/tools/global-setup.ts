import { build } from "./build.ts"

/** Builds `dist/` once before the slow tests, all of which look at what is published. */
export default (): void => {
  build()
}
