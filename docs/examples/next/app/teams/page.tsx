import { Suspense } from "react"
import { TeamList } from "./list"

/** What the server has not read is read by the browser, in the place of the fallback. */
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
