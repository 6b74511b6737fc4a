import { useUser } from "gatefold/react"
import { Overview } from "./Overview.tsx"
import { Welcome } from "./Welcome.tsx"

export const HomePage = () => {
  const user = useUser({ or: "anonymous-if-exists" })
  return user === null ? <Welcome /> : <Overview user={user} />
}
