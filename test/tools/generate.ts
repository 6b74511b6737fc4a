/** `npm run generate -- <name>`: writes the files that are made from others. */
import { dispatch } from "./dispatch.ts"

const source = ["-C", "gatefold-source"]

await dispatch("generate", {
  errors: { does: "docs/errors", node: [...source, "test/tools/errors/main.ts"] },
  images: {
    does: "docs/images",
    first: ["test/tools/install.ts", "test/pictures"],
    node: [...source, "test/pictures/images.ts"]
  },
  llms: { does: "docs/llms.txt", node: ["test/tools/site/llms.ts"] },
  lock: { does: "the lock files, with packages of other platforms", node: ["test/tools/lock.ts"] },
  openapi: { does: "docs/openapi", node: ["test/tools/openapi.ts"] },
  supported: { does: "docs/supported.md", node: [...source, "test/tools/supported.ts"] },
  wire: { does: "src/wire/generated", node: ["test/tools/wire/main.ts"] }
})
