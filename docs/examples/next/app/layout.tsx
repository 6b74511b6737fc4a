import type { Metadata } from "next"
import Link from "next/link"
import type { ReactNode } from "react"
import { AuthProvider } from "gatefold/next"
import { auth } from "../lib/auth"
import { options } from "../lib/options"

export const metadata: Metadata = { title: "Gatefold with Next.js" }

export default async function Layout({ children }: { readonly children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <nav>
          <Link href="/">Home</Link> <Link href="/account">Account</Link> <Link href="/teams">Teams</Link>
        </nav>
        <AuthProvider options={options} initial={await auth.dehydrate()}>
          {children}
        </AuthProvider>
      </body>
    </html>
  )
}
