import { createNextApp } from "gatefold/next/server"
import { options } from "./options"

export const auth = createNextApp(options)
