import { useUser } from "gatefold/react"
import { Route, Routes } from "react-router"
import NotFoundPage from "../home/NotFoundPage.tsx"
import { TeamList } from "./TeamList.tsx"
import { TeamPage } from "./TeamPage.tsx"

/** The user's teams: a list, and a page for each. */
export default function TeamsPage() {
  useUser({ or: "redirect" })
  return (
    <Routes>
      <Route index element={<TeamList />} />
      <Route path=":teamId" element={<TeamPage />} />
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  )
}
