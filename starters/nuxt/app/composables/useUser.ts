interface User {
  id: string
  displayName: string | null
  primaryEmail: string | null
}

/** The fields that pages show. */
export const publicUser = ({ id, displayName, primaryEmail }: User): User => ({ id, displayName, primaryEmail })

/** The signed-in user: null if nobody is signed in, undefined until the first read. */
export const useUser = () => useState<User | null | undefined>("user")

/** Reads the user. The page brings the server's result to the browser. */
export const loadUser = async () => {
  const user = useUser()
  const auth = import.meta.server ? useRequestEvent()!.context.auth : useNuxtApp().$auth
  const found = await auth.currentUser.get()
  user.value = found && publicUser(found)
  return user.value
}
