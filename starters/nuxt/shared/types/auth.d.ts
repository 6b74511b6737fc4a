import type { PageRequest } from "gatefold/ssr"

declare module "h3" {
  interface H3EventContext {
    auth: PageRequest
  }
}
