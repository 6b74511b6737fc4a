import { createNextServerApp } from "gatefold/next/server"
import { options } from "./options"

/** The same with the secret server key, which no name with NEXT_PUBLIC_ may hold. */
export const server = createNextServerApp({ ...options, secretServerKey: process.env.STACK_SECRET_SERVER_KEY ?? "" })
