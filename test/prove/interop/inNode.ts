/** Calls in this process. */
import { createRequire } from "node:module"
import * as path from "node:path"
import type { Platform } from "./run.ts"
import type { Sdk } from "./Sdk.ts"
import type { Service } from "./Service.ts"

/** Where pages would be: any port of this machine is trusted. */
const appUrl = "http://localhost:3000"

/** Runs calls with the form of an SDK that `require` gets; pages have the one that bundlers import. */
export const open = ({ folder, forNode }: Sdk, service: Service): Platform => {
  const { baseUrl, generation, internal, mailTo, project } = service
  const sdk = createRequire(path.join(folder, "package.json"))(forNode)
  return {
    name: "Node",
    run: async ({ parts }) => {
      for (const { run } of parts) await run({ sdk, baseUrl, project, internal, appUrl, service: generation, mailTo })
    },
    close: async () => {}
  }
}
