/** `npm run generate -- <name>`: writes the files that are made from others. */
import { dispatch } from "./dispatch.ts"

const source = ["-C", "gatefold-source"]

await dispatch("generate", {
  errors: { does: "docs/errors", node: [...source, "tools/generate/errors/main.ts"] },
  images: {
    does: "docs/images",
    first: ["tools/install.ts", "test/pictures"],
    node: [...source, "test/pictures/images.ts"]
  },
  llms: { does: "docs/llms.txt", node: ["tools/generate/llms.ts"] },
  lock: { does: "the lock files, with packages of other platforms", node: ["tools/generate/lock.ts"] },
  marks: { does: "src/emulator/idp/internal/generated", node: ["tools/generate/marks.ts"] },
  observability: { does: "docs/examples/observability", node: ["tools/generate/observability/main.ts"] },
  openapi: { does: "docs/openapi", node: ["tools/generate/openapi.ts"] },
  supported: { does: "docs/supported.md", node: [...source, "tools/generate/supported/main.ts"] },
  wire: { does: "src/wire/generated", node: ["tools/generate/wire/main.ts"] }
})
