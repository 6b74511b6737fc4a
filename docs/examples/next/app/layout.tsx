import { AuthProvider } from "gatefold/next"
import type { Metadata } from "next"
import Link from "next/link"
import type { ReactNode } from "react"
import "../components/gatefold/gatefold.css"
import { UserButton } from "../components/gatefold/user-button/UserButton"
import { auth } from "../lib/auth"
import { options } from "../lib/options"

export const metadata: Metadata = { title: "Gatefold with Next.js" }

export default async function Layout({ children }: { readonly children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <AuthProvider options={options} initial={await auth.dehydrate()}>
          <nav>
            <Link href="/">Home</Link> <Link href="/account">Account</Link> <Link href="/settings">Settings</Link>{" "}
            <Link href="/teams">Teams</Link> <UserButton />
          </nav>
          {children}
        </AuthProvider>
      </body>
    </html>
  )
}
