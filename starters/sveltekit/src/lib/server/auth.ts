import { env } from "$env/dynamic/private"
import { redirect } from "@sveltejs/kit"
import { createPageRequests, type PageRequest } from "gatefold/ssr"

export const auth = createPageRequests({
{{options}},
  appUrl: env.APP_URL ?? "http://localhost:5173",
  urls: { signIn: "/sign-in" },
  httpOnly: true,
  redirect: (url, status) => redirect(status, url)
})

declare global {
  namespace App {
    interface Locals {
      auth: PageRequest
    }
  }
}
