import { Suspense } from "react"
import { TeamList } from "./list"

/** The browser reads the data that the server hasn't read, and then replaces the fallback. */
export default function Teams() {
  return (
    <main>
      <h1>Your teams</h1>
      <Suspense fallback={<p>One moment …</p>}>
        <TeamList />
      </Suspense>
    </main>
  )
}
