import { AuthProvider } from "gatefold/next"
import { type ReactNode, Suspense } from "react"
import { Toaster } from "{{screens}}/components/Toaster"
import "{{screens}}/gatefold.css"
{{textsImport}}import { options } from "./options"
import { auth } from "./server"

const Provider = async ({ children }: { readonly children: ReactNode }) => (
  <AuthProvider options={options} initial={await auth.dehydrate()}>
{{texts}}
    <Toaster>{children}</Toaster>
{{/texts}}
  </AuthProvider>
)

/** Provides the session to the whole app. With cacheComponents, Next.js requires Suspense around what reads cookies. */
export const Auth = ({ children }: { readonly children: ReactNode }) => (
  <Suspense>
    <Provider>{children}</Provider>
  </Suspense>
)
