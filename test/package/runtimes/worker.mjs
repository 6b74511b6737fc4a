/** The program, for Workers: the configuration is the body. */
import { run } from "./program.mjs"

export default {
  fetch: async (request) => Response.json(await run(await request.json()))
}
