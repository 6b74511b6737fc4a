/** Sign-in with a provider, whose page replaces this one. */
import { OAuth } from "gatefold"
import { useAction } from "gatefold/react"
import { Press } from "../components/Press"
import { Problem } from "../components/Problem"

export const Providers = () => {
  const github = useAction(OAuth.start)
  return (
    <>
      <Press
        title="Continue with GitHub"
        isPlain
        isPending={github.isPending}
        onPress={() => void github.run({ provider: "github" })}
      />
      <Problem error={github.error} />
    </>
  )
}
