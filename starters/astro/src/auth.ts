import { createPageRequests, type PageRequest } from "gatefold/ssr"

export const auth = createPageRequests({
{{options}},
  appUrl: import.meta.env.APP_URL ?? "http://localhost:4321",
  urls: { signIn: "/sign-in" },
  httpOnly: true
})

declare global {
  namespace App {
    interface Locals {
      auth: PageRequest
    }
  }
}
